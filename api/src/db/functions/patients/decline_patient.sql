-- Ends what connects the organization for which the caller works with a patient of another one: as provider, and by its clinicians. Returns done;
-- null for a patient that the caller does not see; device while the patient has a device of that organization, which it would lose from sight.
create or replace function decline_patient(patient int, why text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was patients;
  partner constant int := coalesce(ctx_acting(), ctx_org());
begin
  if not ctx_may('update.patient') then perform refuse('Not permitted: update.patient'); end if;
  select p.* into was from patients p
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]) for no key update;
  if not found then return null; end if;
  if was.org_id = partner or current_setting('role') not in ('airlog_org', 'airlog_acting') then
    perform refuse('A partner declines patients of other organizations.');
  end if;
  if uses_device_of_caller(patient) then return 'device'; end if;
  insert into declined_patients (org_id, patient_id, partner_org_id, partner_name, reason, user_org_id, user_id)
    select was.org_id, was.id, o.id, o.name, why, ctx_org(), ctx_user() from organizations o where o.id = partner;
  update patients p set dme_id = nullif(p.dme_id, partner),
      clinician_id = case when p.clinician_org_id is distinct from partner then p.clinician_id end, clinician_org_id = nullif(p.clinician_org_id, partner),
      physician_id = case when p.physician_org_id is distinct from partner then p.physician_id end, physician_org_id = nullif(p.physician_org_id, partner)
   where p.id = patient;
  perform notify_patient_staff(was.org_id, was.location_id, 'patient-declined', was.org_id, was.id);
  return 'done';
end $$;

revoke all on function decline_patient(int, text) from public;
alter function decline_patient(int, text) owner to airlog_definer;
grant execute on function decline_patient(int, text) to airlog_org, airlog_support;
