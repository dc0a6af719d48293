-- The machine of a serial number, for a device that must prove its identity before it may read anything. Real devices are not driven.
create or replace function device_of_serial(wanted text) returns table (id int, org_id int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.org_id from machines m where m.serial = wanted and m.simulated
$$;

revoke all on function device_of_serial(text) from public;
alter function device_of_serial(text) owner to airlog_definer;
grant execute on function device_of_serial(text) to airlog_device;
