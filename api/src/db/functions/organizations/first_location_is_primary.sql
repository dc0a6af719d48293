-- An organization with a location has exactly one that is primary: the first is, and another one becomes it in one step.
create or replace function first_location_is_primary() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') in ('airlog_org', 'airlog_support', 'airlog_acting')
    and not exists (select from locations l where l.org_id = new.org_id) then new.is_primary := true; end if;
  return new;
end $$;

revoke all on function first_location_is_primary() from public;
alter function first_location_is_primary() owner to airlog_definer;
