-- The audit log. Rows are added and read, never changed or deleted.

create table audit_log (
  id bigint generated always as identity primary key,
  org_id int not null, actor_user_id int, actor_type text not null default 'session',
  operation text not null, outcome text not null check (outcome in ('done', 'denied', 'refused', 'read')),
  patient_id int, subject text, properties jsonb not null default '{}', ip text, request_id text,
  created_at timestamptz not null default now()
);
create index audit_log_org on audit_log (org_id, created_at desc);
alter table audit_log enable row level security, force row level security;
create policy own on audit_log for select to airlog_org using (org_id = ctx_org());
create policy own_insert on audit_log for insert to airlog_org with check (org_id = ctx_org() and actor_user_id = ctx_user());
create policy support on audit_log to airlog_support using (true) with check (true);
create policy auth on audit_log to airlog_auth using (true) with check (true);
grant select on audit_log to airlog_org, airlog_support;
grant insert on audit_log to airlog_org, airlog_support, airlog_auth;
