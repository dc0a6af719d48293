-- A code of one day is a night. The last night that a code counts ended in the morning of its collection. Without use there is nothing to measure. A code
-- that was entered for one patient says nothing about a night of another one, and makes no night of a day that is not of the patient.
-- A code has its minutes in steps of five, and says exactly whether the night met the threshold of four hours: 238 minutes are shown as 240 and are no
-- compliant night. A night stays with the patient of a deleted assignment, maybe of another organization: a code for another patient does not replace its
-- figures, nor those of a night that an undo would give back to another patient.
create or replace function icode_report_night() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  evening date := new.collected - 1;
  used int := case new.compliant_days when 0 then least(new.minutes, 239) else new.minutes end;
begin
  if exists (select from device_history h where h.machine_id = new.machine_id and h.patient_id <> new.patient_id
               and h.start_date <= evening and (h.end_date is null or evening < h.end_date)) then return null; end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over)
    and not evening <@ patient_machine_days(new.machine_id, new.patient_id) then return null; end if;
  insert into usage_nights as n (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, sni, arrived_at)
  select new.machine_org_id, new.machine_id, evening, 'qr', used, m.ahi, m.pressure, m.p95, m.sni, new.created_at
    from (select 1) one left join (select new.ahi, new.pressure, new.p95, new.sni) m on new.minutes > 0
  on conflict (machine_id, night, source) do update
     set (minutes, ahi, pressure, p95, sni) = row(excluded.minutes, excluded.ahi, excluded.pressure, excluded.p95, excluded.sni)
   where coalesce(n.patient_id, (select r.patient_id from usage_night_returns r where r.night_id = n.id and r.usage_date = evening), new.patient_id) = new.patient_id;
  return null;
end $$;

revoke all on function icode_report_night() from public;
alter function icode_report_night() owner to airlog_definer;
