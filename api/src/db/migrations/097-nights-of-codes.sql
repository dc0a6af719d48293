-- The night of a one-day code in a contradiction is kept and does not count (decisions/132). Which codes contradict each other is computed in
-- api/src/icode-reports/icode.contradictions.ts, so a job sets the state of the nights: 0 for such a code, 1 for any other.

create index icode_reports_of_one_day on icode_reports (machine_id, patient_id) where icode_period = 1;

-- Each code may contradict those before it. What is written before the queue exists is judged by the job of every night.
create function icode_report_judged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_regclass('pgboss.queue') is null or not exists (select from pgboss.queue where name = 'judge-codes') then return null; end if;
  perform add_job('judge-codes', jsonb_build_object('machineId', new.machine_id, 'patientId', new.patient_id), new.machine_id || '-' || new.patient_id, null);
  return null;
end $$;
create trigger icode_reports_judged after insert on icode_reports for each row when (new.patient_id is not null and new.machine_id is not null)
  execute function icode_report_judged();

-- ---- Owners of the functions: the one of the queue sees whether it exists

grant create on schema public to airlog_jobs;
revoke all on function icode_report_judged() from public;
alter function icode_report_judged() owner to airlog_jobs;
revoke create on schema public from airlog_jobs;
