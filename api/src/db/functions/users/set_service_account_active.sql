-- Enables or disables a service account of the caller's organization; the next request with a token of a disabled one is refused. False when it is not there.
create or replace function set_service_account_active(account int, wanted boolean) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_manages_service_accounts() then perform refuse('Not permitted: legacy.api.token.generate'); end if;
  update users u set active = wanted from service_accounts s
   where s.user_id = account and s.org_id = ctx_org() and s.deleted_at is null and u.id = s.user_id;
  return found;
end $$;

revoke all on function set_service_account_active(int, boolean) from public;
alter function set_service_account_active(int, boolean) owner to airlog_definer;
grant execute on function set_service_account_active(int, boolean) to airlog_org;
