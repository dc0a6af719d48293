-- The notices that each user has dismissed, in any browser (decisions/172).
create table dismissed_notices (
  org_id int not null,
  user_id int not null,
  notice text not null check (notice in ('first_steps', 'news')),
  version text check (version ~ '^\d{1,5}\.\d{1,5}\.\d{1,5}$'), -- of the news that were read last
  dismissed_at timestamptz not null default now(),
  constraint dismissed_notices_pkey primary key (user_id, notice),
  constraint dismissed_notices_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade,
  check ((notice = 'news') = (version is not null))
);

alter table dismissed_notices enable row level security, force row level security;
-- Own rows of one's own user, for support staff too; all of them for a backup.
create policy own_user on dismissed_notices to airlog_org using (org_id = ctx_org() and user_id = ctx_user());
create policy own_user_support on dismissed_notices to airlog_support using (org_id = ctx_org() and user_id = ctx_user());
create policy definer on dismissed_notices for select to airlog_definer using (true);
grant select on dismissed_notices to airlog_definer, airlog_org, airlog_support;
grant insert on dismissed_notices to airlog_org, airlog_support;
grant update (version, dismissed_at) on dismissed_notices to airlog_org, airlog_support;
