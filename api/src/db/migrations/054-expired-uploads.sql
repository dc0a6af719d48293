-- Files of uploads are kept for a time; the row, its digests and its outcome stay (decisions/080).

alter table uploads
  add column files_removed_at timestamptz(3), -- when the files were kept no longer
  add check (files_removed_at is null or state in ('parsed', 'partly', 'refused'));
grant update (files_removed_at) on uploads to airlog_jobs;

-- The same files again are the same upload as long as its files are kept.
drop index uploads_content;
create unique index uploads_content on uploads (org_id, digest, (case when is_limited then user_id else 0 end)) where files_removed_at is null;
-- What the job of every day looks for.
create index uploads_kept on uploads (created_at, id) where files_removed_at is null;

-- The job writes its line itself: no user did it, so it may name none.
grant insert (org_id, operation, outcome, properties, request_id) on audit_log to airlog_jobs;
create policy jobs_insert on audit_log for insert to airlog_jobs with check (true);
