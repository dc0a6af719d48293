-- Deletes a service account of the caller's organization and ends its key. Its row stays, so that what it did has a name. False when it is not there.
create or replace function delete_service_account(account int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not set_service_account_active(account, false) then return false; end if;
  update service_accounts s set deleted_at = now() where s.user_id = account and s.org_id = ctx_org();
  update api_keys k set revoked_at = now() where k.user_id = account and k.org_id = ctx_org() and k.revoked_at is null;
  return true;
end $$;

revoke all on function delete_service_account(int) from public;
alter function delete_service_account(int) owner to airlog_definer;
grant execute on function delete_service_account(int) to airlog_org;
