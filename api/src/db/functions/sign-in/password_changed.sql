-- That the password changed, and nothing of it.
create or replace function password_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_user_change(new.org_id, new.user_id, 'updated', '{"password": {"before": null, "after": null}}');
  return null;
end $$;

revoke all on function password_changed() from public;
alter function password_changed() owner to airlog_definer;
