-- Each code may contradict those before it. What is written before the queue exists is judged by the job of every night.
create or replace function icode_report_judged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_regclass('pgboss.queue') is null or not exists (select from pgboss.queue where name = 'judge-codes') then return null; end if;
  perform add_job('judge-codes', jsonb_build_object('machineId', new.machine_id, 'patientId', new.patient_id), new.machine_id || '-' || new.patient_id, null);
  return null;
end $$;

revoke all on function icode_report_judged() from public;
alter function icode_report_judged() owner to airlog_jobs;
