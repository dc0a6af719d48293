-- Old lines of the audit log, which the store of files has (decisions/176).

-- ---- audit_archives

-- A file of lines that were deleted from audit_log. Their seals stay.
create table audit_archives (
  id int generated always as identity primary key,
  first_row bigint not null, -- ids of audit_log: all of the file are in this range
  last_row bigint not null check (last_row >= first_row),
  lines int not null check (lines > 0),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  file_key text not null unique check (length(file_key) <= 255),
  sha256 bytea not null check (length(sha256) = 32), -- of the file
  archived_at timestamptz not null default now()
);

alter table audit_archives enable row level security, force row level security;
create policy jobs on audit_archives for select to airlog_jobs using (true);
create policy definer on audit_archives to airlog_definer using (true) with check (true);
grant select on audit_archives to airlog_definer, airlog_jobs;
grant insert (first_row, last_row, lines, first_at, last_at, file_key, sha256) on audit_archives to airlog_definer;

-- ---- audit_log

-- For archive_lines(), which no login of a node may call.
create policy definer on audit_log for select to airlog_definer using (true);
create policy definer_delete on audit_log for delete to airlog_definer using (true);
grant select, delete on audit_log to airlog_definer;
