-- Adds a job for each patient. A database whose queue is not installed yet (a migration, a restored copy) has none.
create or replace function recompute_compliance(patient_ids int[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_regclass('pgboss.queue') is null or not exists (select from pgboss.queue where name = 'recompute-compliance') then return; end if;
  -- In the order of the patients, so that concurrent statements wait instead of deadlocking.
  perform add_job('recompute-compliance', jsonb_build_object('patientId', p.id), p.id::text, null)
    from (select distinct unnest as id from unnest(patient_ids) where unnest is not null order by 1) p;
end $$;

revoke all on function recompute_compliance(int[]) from public;
alter function recompute_compliance(int[]) owner to airlog_jobs;
grant execute on function recompute_compliance(int[]) to airlog_definer;
