-- After device_history_changed, which has locked the patient and the machine, and has set the patient's current serial.
create or replace function device_history_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into device_index select * from device_index_of(new.id, new.id);
  else
    perform refresh_device_index(array[new.id]);
  end if;
  return null;
end $$;

revoke all on function device_history_index() from public;
alter function device_history_index() owner to airlog_definer;
