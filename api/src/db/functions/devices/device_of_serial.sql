-- What bind_device does, for nodes of the version before.
create or replace function device_of_serial(wanted text) returns table (id int, org_id int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.org_id from machines m where m.serial = wanted and m.simulated
$$;

revoke all on function device_of_serial(text) from public;
alter function device_of_serial(text) owner to airlog_definer;
grant execute on function device_of_serial(text) to airlog_device;
