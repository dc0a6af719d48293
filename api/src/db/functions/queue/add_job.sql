-- Adds a job inside the caller's transaction, and does nothing else: no caller reads, changes or deletes a job. No login that serves requests may take the
-- queue's role, so a function with that role's rights adds the row (decisions/029).
-- As pg-boss 12.30.0 adds a job of a queue with the policy `short`: a job that waits under the same key is the same job. queue/job-queue.test.ts compares the
-- row with the library's own. The library creates the tables after the migrations.
-- A job that waits under the same key is locked until the caller's transaction ends: the queue passes over it (decisions/113). Without the lock it could
-- start before the commit and read the old rows, and no job would read the new ones. The conflict is that of the library's index job_common_i1. A job that is
-- being taken at this moment is no longer waiting when the lock is granted: another one is added. The earlier start of the two applies, and the job is kept
-- for as long as a new one.
create or replace function add_job(queue_name text, job_data jsonb, job_key text, earliest timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pgboss.job_common as waiting (name, data, start_after, singleton_key, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select q.name, job_data, coalesce(earliest, now()), job_key, q.expire_seconds, q.deletion_seconds,
           coalesce(earliest, now()) + q.retention_seconds * interval '1 second',
           q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
      from pgboss.queue q where q.name = queue_name
    on conflict (name, coalesce(singleton_key, '')) where state = 'created' and policy = 'short'
    do update set start_after = least(waiting.start_after, excluded.start_after), keep_until = greatest(waiting.keep_until, excluded.keep_until);
  if not found then raise exception 'There is no queue %', queue_name using errcode = 'undefined_object'; end if;
end $$;

revoke all on function add_job(text, jsonb, text, timestamptz) from public;
alter function add_job(text, jsonb, text, timestamptz) owner to airlog_jobs;
grant execute on function add_job(text, jsonb, text, timestamptz) to airlog_definer;
