-- Which source counts, and the last night of a patient: among the nights of one patient, also among those of one source. The nights of a deleted assignment
-- stay with its patient: one of the same date that arrives later has no patient, and took a compliant night from the patient's result. A voided night is not
-- the last report of its patient. One plan for all arrays: PostgreSQL would plan each call, because it expects ten nights where it does not see the array, which
-- costs more than to settle the one night of a report; each night is found by an index, however many there are.
create or replace function settle_nights(machines int[], dates date[], patients int[]) returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  update usage_nights n set overruled = not n.overruled
    from (select distinct k.machine_id, k.usage_date from unnest(machines, dates) k (machine_id, usage_date)) k
   where n.machine_id = k.machine_id and n.usage_date = k.usage_date
     and n.overruled is distinct from exists (
       select from usage_nights h where h.machine_id = n.machine_id and h.usage_date = n.usage_date and h.state = 1
         and h.patient_id is not distinct from n.patient_id
         and case when n.state = 1 then night_rank(h.source, h.minutes, h.usage_date, h.night, h.id) < night_rank(n.source, n.minutes, n.usage_date, n.night, n.id)
                  else night_priority(h.source) < night_priority(n.source) end);
  update patients p set last_report = l.usage_date
    from (select distinct k.patient_id from unnest(settle_nights.patients) k (patient_id)) k
    left join lateral (select max(n.usage_date) as usage_date from usage_nights n where n.patient_id = k.patient_id and n.state <> 9) l on true
   where p.id = k.patient_id and p.last_report is distinct from l.usage_date;
end $$;

revoke all on function settle_nights(int[], date[], int[]) from public;
alter function settle_nights(int[], date[], int[]) owner to airlog_definer;
