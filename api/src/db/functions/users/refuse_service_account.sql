-- On tables of what a person has: a password, a session, a role, a mail. A service account has its key alone (decisions/191).
create or replace function refuse_service_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from users u where u.id = new.user_id and u.is_service) then perform refuse('A service account has no ' || tg_table_name); end if;
  return new;
end $$;

revoke all on function refuse_service_account() from public;
alter function refuse_service_account() owner to airlog_definer;
