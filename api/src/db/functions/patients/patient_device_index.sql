create or replace function patient_device_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_device_index(array(select h.id from device_history h where h.patient_id = new.id order by h.id));
  return null;
end $$;

revoke all on function patient_device_index() from public;
alter function patient_device_index() owner to airlog_definer;
