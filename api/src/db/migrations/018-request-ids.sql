-- Requests that were carried out, by the id that their client made (decisions/030). A repeat finds the row and is answered from it.

create table request_ids (
  org_id int not null, user_id int not null,
  id uuid not null,
  fingerprint bytea not null,             -- keyed hash of the operation and its input: another input under the same id is refused
  answer jsonb,                           -- ids of the rows in the answer, which a repeat reads again
  created_at timestamptz not null default now(),
  primary key (user_id, id),              -- a parallel repeat waits here for the end of the first transaction
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index request_ids_created on request_ids (created_at);
create index request_ids_user on request_ids (org_id, user_id);

alter table request_ids enable row level security, force row level security;
-- Own rows of one's own user, for support staff too: the id of another user is another id.
create policy own_user on request_ids to airlog_org using (org_id = ctx_org() and user_id = ctx_user());
create policy own_user_support on request_ids to airlog_support using (org_id = ctx_org() and user_id = ctx_user());
-- The sweep of what has expired.
create policy auth on request_ids to airlog_auth using (true) with check (true);
grant select, insert, update (answer) on request_ids to airlog_org, airlog_support;
grant select, delete on request_ids to airlog_auth;
