-- The operations of the web clients that nodes serve or have served: digests of their documents (decisions/156).
create table client_documents (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  served_at timestamptz not null default now() -- The last start of a node that has it.
);

alter table client_documents enable row level security, force row level security;
create policy jobs on client_documents to airlog_jobs using (true) with check (true);
grant select, delete on client_documents to airlog_jobs;
grant insert (digest) on client_documents to airlog_jobs;
grant update (served_at) on client_documents to airlog_jobs;
