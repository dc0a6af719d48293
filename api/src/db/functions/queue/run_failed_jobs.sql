-- Gives failed jobs of a queue one more attempt, as pg-boss 12.30.0 does (retry): this one, or all of them. Returns how many; 0 when they have not failed, or
-- wait for their attempt already.
create or replace function run_failed_jobs(queue_name text, job_id uuid) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare retried int;
begin
  update pgboss.job j set state = 'retry', retry_limit = j.retry_limit + 1, completed_on = null
   where j.name = queue_name and j.state = 'failed' and (job_id is null or j.id = job_id);
  get diagnostics retried = row_count;
  return retried;
end $$;

revoke all on function run_failed_jobs(text, uuid) from public;
alter function run_failed_jobs(text, uuid) owner to airlog_jobs;
grant execute on function run_failed_jobs(text, uuid) to airlog_definer;
