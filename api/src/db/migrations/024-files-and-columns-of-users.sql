-- Who may save a list as a file, and which columns of users staff reads (decisions/038).

-- ---- Files (CSV)

-- 0: no one. 1: all who see the list. 2: administrators, who hold export.user. Document 001, sections 3 and 9.
alter table organizations add column export_to_csv_access smallint not null default 1 check (export_to_csv_access in (0, 1, 2));

-- All who see a list may save it, unless their organization sets it otherwise.
insert into role_permissions (role_id, permission)
select distinct role_id, 'export.patient' from role_permissions where permission in ('view.patient', 'viewAny.patient')
union
select distinct role_id, 'export.device' from role_permissions
 where permission in ('view.patient', 'viewAny.patient', 'org.user.device', 'support.user.device', 'viewAny.device')
union
select distinct role_id, 'export.user' from role_permissions where permission = 'view.user'
on conflict do nothing;

-- ---- Users

-- What lists, names and statuses show. Phone numbers, languages, types and the organizations that see a user are read by the sign-in's role and by triggers.
revoke select on users from airlog_org, airlog_support;
grant select (id, org_id, email, first_name, last_name, active, locked, email_verified_at) on users to airlog_org, airlog_support;
