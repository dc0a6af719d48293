-- As before (046), among the nights of one patient. The nights of a deleted assignment stay with its patient: one of the same date that arrives later has no
-- patient, and took a compliant night from the patient's result.
create or replace function settle_nights(machines int[], dates date[], patients int[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update usage_nights n set overruled = not n.overruled
    from (select distinct k.machine_id, k.usage_date from unnest(machines, dates) k (machine_id, usage_date)) k
   where n.machine_id = k.machine_id and n.usage_date = k.usage_date
     and n.overruled is distinct from exists (
       select from usage_nights h where h.machine_id = n.machine_id and h.usage_date = n.usage_date and h.state = 1
         and h.patient_id is not distinct from n.patient_id and night_priority(h.source) < night_priority(n.source));
  update patients p set last_report = l.usage_date
    from (select distinct k.patient_id from unnest(settle_nights.patients) k (patient_id)) k
    left join lateral (select max(n.usage_date) as usage_date from usage_nights n where n.patient_id = k.patient_id) l on true
   where p.id = k.patient_id and p.last_report is distinct from l.usage_date;
end $$;

-- The triggers recalculate the patients concerned. A new database has no nights, and no queue for such an update.
do $$
declare
  freed bigint[] := array (
    select n.id from usage_nights n where n.overruled and not exists (
      select from usage_nights h where h.machine_id = n.machine_id and h.usage_date = n.usage_date and h.state = 1
        and h.patient_id is not distinct from n.patient_id and night_priority(h.source) < night_priority(n.source)));
begin
  if cardinality(freed) > 0 then update usage_nights n set overruled = false where n.id = any (freed); end if;
end $$;
