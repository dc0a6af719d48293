-- Binds the rest of the transaction to the machine of a serial number, for a device that has proved its identity. Real devices are not driven. It is sent
-- ahead of the statements of the device: an unknown serial fails all of them.
create or replace function bind_device(wanted text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare machine int := (select m.id from machines m where m.serial = wanted and m.simulated);
begin
  if machine is null then raise exception 'There is no such device' using errcode = 'invalid_authorization_specification'; end if;
  perform set_config('app.machine_id', machine::text, true);
end $$;

revoke all on function bind_device(text) from public;
alter function bind_device(text) owner to airlog_definer;
grant execute on function bind_device(text) to airlog_device;
