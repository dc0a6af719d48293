create or replace function calls_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array[old.patient_id, new.patient_id]);
  return null;
end $$;

revoke all on function calls_changed() from public;
alter function calls_changed() owner to airlog_definer;
