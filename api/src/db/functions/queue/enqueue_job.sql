-- Adds a job in the caller's transaction. Staff adds the job that follows its own act: the data, the key and the time are those of a row of the caller's own.
-- With another key a job would keep that of another row from being added, and with another user it would act in their name.
create or replace function enqueue_job(queue_name text, job_data jsonb, job_key text, earliest timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') <> 'airlog_jobs' and not exists (
    select from (
      select jsonb_build_object('settingsRecordId', r.id) as data, 'settings:' || r.id as key, r.expires_at as due from settings_records r
       where queue_name = 'deliver-settings' and r.id = (job_data ->> 'settingsRecordId')::int and r.submitted_by_id = ctx_user() and r.status = 'pending'
      union all
      select jsonb_build_object('importId', i.id, 'userId', i.user_id), i.id::text, null from user_imports i
       where queue_name = 'import-users' and i.id = (job_data ->> 'importId')::int and i.user_id = ctx_user() and i.state = 'waiting'
      union all
      select jsonb_build_object('batchId', b.id, 'userId', b.user_id), b.id::text, null from compliance_batches b
       where queue_name = 'issue-compliance-reports' and b.id = (job_data ->> 'batchId')::int and b.user_id = ctx_user() and b.state = 'waiting'
      union all
      select jsonb_build_object('bulkQueryId', q.id), q.id::text, null from bulk_queries q
       where queue_name = 'run-bulk-query' and q.id = (job_data ->> 'bulkQueryId')::int and q.user_id = ctx_user() and q.state = 'created'
      union all
      select jsonb_build_object('handOffId', h.id), 'match:' || h.id, null from hand_offs h
       where queue_name = 'match-hand-off' and h.id = (job_data ->> 'handOffId')::int and h.user_id = ctx_user() and h.side = 'asker' and h.looked_up_at is null
      union all
      select jsonb_build_object('handOffId', h.id), 'expire:' || h.id, h.expires_at from hand_offs h
       where queue_name = 'expire-hand-off' and h.id = (job_data ->> 'handOffId')::int and h.user_id = ctx_user() and h.side = 'asker' and h.state = 'open'
      union all
      -- A migration that waits for the legacy system chooses its time.
      select jsonb_build_object('migrationId', m.id, 'userId', ctx_user()), m.id::text, earliest from patient_migrations m
       where queue_name = 'migrate-patients' and m.id = (job_data ->> 'migrationId')::int and m.state in ('waiting', 'running', 'undoing')
         and case m.state when 'undoing' then coalesce(m.undone_by, m.user_id) else m.user_id end = ctx_user()
      union all
      select jsonb_build_object('uploadId', u.id), u.id::text, null from uploads u
       where queue_name = 'read-upload' and u.id = (job_data ->> 'uploadId')::int and u.user_id = ctx_user() and u.state = 'queued'
    ) own where (own.data, own.key) = (job_data, job_key) and own.due is not distinct from earliest
  ) then
    perform refuse('Not permitted: ' || queue_name);
  end if;
  perform add_job(queue_name, job_data, job_key, earliest);
end $$;

revoke all on function enqueue_job(text, jsonb, text, timestamptz) from public;
alter function enqueue_job(text, jsonb, text, timestamptz) owner to airlog_definer;
grant execute on function enqueue_job(text, jsonb, text, timestamptz) to airlog_jobs, airlog_org, airlog_support;
