-- How often each service account called each operation on a day of UTC (decisions/191). Rows of 90 days.
create table service_account_uses (
  org_id int not null,
  user_id int not null,
  day date not null,
  operation text not null,
  calls int not null check (calls > 0),
  constraint service_account_uses_pkey primary key (user_id, day, operation),
  constraint service_account_uses_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade
);

-- What the sweep deletes.
create index service_account_uses_day on service_account_uses (day);
create index service_account_uses_org on service_account_uses (org_id, user_id);

alter table service_account_uses enable row level security, force row level security;
create policy own on service_account_uses for select to airlog_org using (org_id = ctx_org());
create policy auth on service_account_uses to airlog_auth using (true) with check (true);
grant select on service_account_uses to airlog_auth, airlog_org;
grant insert, delete on service_account_uses to airlog_auth;
grant update (calls) on service_account_uses to airlog_auth;
