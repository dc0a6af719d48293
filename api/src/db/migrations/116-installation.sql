-- What support staff sees of the installation itself (decisions/166): nodes, backups, and what the store of files holds.

-- ---- nodes

-- A row for each process, which it renews while it runs and takes away when it stops.
create table nodes (
  id uuid primary key,
  host text not null check (length(host) <= 255),
  version text not null check (length(version) <= 255),
  migration text not null check (length(migration) <= 255), -- the newest one of its code
  started_at timestamptz not null,
  seen_at timestamptz not null default now()
);

alter table nodes enable row level security, force row level security;
create policy jobs on nodes to airlog_jobs using (true) with check (true);
create policy definer on nodes for select to airlog_definer using (true);
grant select on nodes to airlog_definer, airlog_jobs;
grant insert (id, host, version, migration, started_at) on nodes to airlog_jobs;
grant update (seen_at) on nodes to airlog_jobs;
grant delete on nodes to airlog_jobs;

-- ---- backups

-- Noted by the command that took one, with note_backup().
create table backups (
  id int generated always as identity primary key,
  taken_at timestamptz not null,
  bytes bigint not null check (bytes >= 0),
  version text not null check (length(version) <= 255) -- of the portal that took it
);

create index backups_taken on backups (taken_at desc);

alter table backups enable row level security, force row level security;
create policy definer on backups to airlog_definer using (true) with check (true);
grant select on backups to airlog_definer;
grant insert (taken_at, bytes, version) on backups to airlog_definer;

-- ---- file_sweeps

-- What the last sweep of the stored files found, in one row: cards of which the database has no upload (decisions/155).
create table file_sweeps (
  id boolean primary key default true check (id),
  held int check (held >= 0), -- null before the first sweep
  swept_at timestamptz
);

insert into file_sweeps default values;

alter table file_sweeps enable row level security, force row level security;
create policy jobs on file_sweeps to airlog_jobs using (true) with check (true);
create policy definer on file_sweeps for select to airlog_definer using (true);
grant select on file_sweeps to airlog_definer, airlog_jobs;
grant update (held, swept_at) on file_sweeps to airlog_jobs;
