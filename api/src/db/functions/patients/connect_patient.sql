-- Stores the provider, the clinician, the physician and the location of a patient, whose organizations see the patient from then on. Only the
-- organization of the patient does; a user is one of its own clinicians, or one whose name its staff sees already. What stays is not checked again.
-- An organization that declined the patient is not connected again for 30 days; later its staff finds the request in the inbox.
create or replace function connect_patient(patient int, provider int, clinician int, physician int, place int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was patients;
  owner constant int := coalesce(ctx_acting(), ctx_org());
  is_limited constant boolean := current_setting('role') = 'airlog_limited';
  person int;
  asked record;
  again int[] := '{}';
begin
  select p.* into was from patients p
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]) for no key update;
  if not found or was.org_id <> owner or current_setting('role') = 'airlog_support' then
    perform refuse('The organization of a patient decides who sees the patient.');
  end if;
  -- Of a patient that this transaction added, the permission to add is enough.
  if not (ctx_may('update.patient') or was.created_at = now() and ctx_may('create.patient')) then
    perform refuse('Not permitted: update.patient');
  end if;
  if provider is distinct from was.dme_id and provider is not null
    and not exists (select from patient_providers('[]', true, provider, 1)) then
    perform refuse('The provider is an active equipment provider.');
  end if;
  foreach person in array array_remove(array[
    case when clinician is distinct from was.clinician_id then clinician end,
    case when physician is distinct from was.physician_id then physician end], null) loop
    if not exists (select from users u where u.id = person and u.active
        and case when u.org_id = owner then u.is_clinician else u.visible_org_ids @> array[owner] end) then
      perform refuse('A clinician is one of the organization, or of a partner that treats one of its patients.');
    end if;
  end loop;
  if place is distinct from was.location_id and (place is null and is_limited or place is not null and not exists (
      select from locations l where l.id = place and l.org_id = owner and l.closed_at is null
        and (not is_limited or l.id = any (ctx_locations())))) then
    perform refuse('The location is an open one of the organization.');
  end if;
  for asked in select * from declined_by(patient, array(select provider union select u.org_id from users u where u.id in (clinician, physician))) loop
    if asked.asked_from > now() then perform refuse('The organization has declined the patient.'); end if;
    again := again || asked.partner_org_id;
  end loop;
  update patients p set dme_id = provider, location_id = place,
      clinician_id = clinician, clinician_org_id = (select u.org_id from users u where u.id = clinician),
      physician_id = physician, physician_org_id = (select u.org_id from users u where u.id = physician)
   where p.id = patient;
  perform notify_patient_staff(o, null, 'patient-assigned-again', was.org_id, patient) from unnest(again) o;
end $$;

revoke all on function connect_patient(int, int, int, int, int) from public;
alter function connect_patient(int, int, int, int, int) owner to airlog_definer;
grant execute on function connect_patient(int, int, int, int, int) to airlog_org, airlog_support;
