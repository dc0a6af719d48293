-- Adding a job inside the caller's transaction. No login that serves requests may take the queue's role, so a function with that role's rights
-- adds the row (decisions/029). It adds one job and does nothing else: no caller reads, changes or deletes a job.

-- As pg-boss 12.30.0 adds a job of a queue with the policy `short`: a job that waits under the same key is the same job.
-- queue/job-queue.test.ts compares the row with the library's own. The library creates the tables after the migrations.
create function enqueue_job(queue_name text, job_data jsonb, job_key text, earliest timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pgboss.job (name, data, start_after, singleton_key, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select q.name, job_data, coalesce(earliest, now()), job_key, q.expire_seconds, q.deletion_seconds,
           coalesce(earliest, now()) + q.retention_seconds * interval '1 second',
           q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
      from pgboss.queue q where q.name = queue_name
    on conflict do nothing;
  if not found and not exists (select from pgboss.queue q where q.name = queue_name) then
    raise exception 'There is no queue %', queue_name using errcode = 'undefined_object';
  end if;
end $$;

grant create on schema public to airlog_jobs;
revoke all on function enqueue_job(text, jsonb, text, timestamptz) from public;
alter function enqueue_job(text, jsonb, text, timestamptz) owner to airlog_jobs;
revoke create on schema public from airlog_jobs;
grant execute on function enqueue_job(text, jsonb, text, timestamptz) to airlog_org, airlog_support, airlog_device;
