create or replace function patient_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device_states set visible_org_ids = new.visible_org_ids, location_id = new.location_id where patient_id = new.id;
  return null;
end $$;

revoke all on function patient_states() from public;
alter function patient_states() owner to airlog_definer;
