-- Patients among these of whose nights one was changed, has come from another patient, or has gone to one: what their nights were is read (night_history). Of all
-- others each night is as it was when it arrived (decisions/131). For the jobs: it asks for no right.
create or replace function patients_of_changed_nights(patient_ids int[]) returns setof int
  language sql stable security definer set search_path = public, pg_temp as $$
  select v.patient_id from usage_night_versions v where v.patient_id = any (patient_ids)
  union
  select n.patient_id from usage_nights n join usage_night_versions v on v.night_id = n.id where n.patient_id = any (patient_ids)
$$;

revoke all on function patients_of_changed_nights(int[]) from public;
alter function patients_of_changed_nights(int[]) owner to airlog_definer;
grant execute on function patients_of_changed_nights(int[]) to airlog_jobs;
