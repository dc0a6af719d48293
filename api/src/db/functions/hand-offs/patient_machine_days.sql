-- The days of a machine for patients that a partner of their organization equips, whose cards may name which days, who reads the module, and the limits
-- of an acceptance (decisions/092).
--
-- The days of a machine that are those of a patient: of the organization of the record, and of the provider that equips the patient.
create or replace function patient_machine_days(machine int, patient int) returns datemultirange language sql stable security definer set search_path = public, pg_temp as $$
  select machine_days(machine, p.org_id) + machine_days(machine, p.dme_id) from patients p where p.id = patient
$$;

revoke all on function patient_machine_days(int, int) from public;
alter function patient_machine_days(int, int) owner to airlog_definer;
