-- The jobs that failed in their last attempt and are kept, the newest first. Their data, and the texts of their errors, which may have values of patients, stay
-- in the queue. What the library says of a job that its node did not end is named here.
create or replace function failed_jobs(most int) returns table (id uuid, queue text, failed_at timestamptz, attempts int, reason text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select j.id, j.name, j.completed_on, j.retry_count + 1,
           case j.output #>> '{value,message}' when 'job timed out' then 'TimedOut' when 'job heartbeat timeout' then 'NodeLost' else left(j.output ->> 'reason', 120) end
      from pgboss.job j where j.state = 'failed' and j.name not like '\_\_%' order by j.completed_on desc, j.id limit most;
end $$;

revoke all on function failed_jobs(int) from public;
alter function failed_jobs(int) owner to airlog_jobs;
grant execute on function failed_jobs(int) to airlog_support;
