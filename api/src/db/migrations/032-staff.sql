-- What administrators do with the staff: permissions, the state of an account, and the settings of an organization that concern it (document 001, sections 3, 4 and 6).

-- ---- Permissions

-- The names of the documents; where they name none, the pattern of update.device.pin: one permission for each act (reference/security.md, Z-6).
-- Administrators of a location or group administer the staff of their own locations and groups.
insert into role_permissions (role_id, permission)
select (select id from roles where name = held.role), unnest(held.permissions)
  from (values
    ('org.ep.admin', array['api.token.access', 'api.token.generate', 'create.user', 'create.user.security.api', 'delete.user.security.api', 'import.user',
      'legacy.api.token.generate', 'org.group.user', 'org.groups.locations', 'org.location.user', 'update.org.settings', 'update.user', 'update.user.active',
      'update.user.invitation', 'update.user.lock', 'update.user.mfa', 'update.user.mvc_settings', 'update.user.password']),
    ('org.ep.staff', array['api.token.access', 'create.user.security.api', 'delete.user.security.api']),
    ('org.clinical.admin', array['api.token.access', 'api.token.generate', 'create.user', 'create.user.security.api', 'delete.user.security.api', 'import.user',
      'legacy.api.token.generate', 'org.group.user', 'org.groups.locations', 'org.location.user', 'update.org.settings', 'update.user', 'update.user.active',
      'update.user.invitation', 'update.user.lock', 'update.user.mfa', 'update.user.mvc_settings', 'update.user.password']),
    ('org.clinical.staff', array['api.token.access', 'create.user.security.api', 'delete.user.security.api']),
    ('location.ep.admin', array['create.user', 'export.user', 'update.user', 'update.user.active', 'update.user.invitation', 'update.user.lock', 'update.user.mfa',
      'update.user.password', 'view.user']),
    ('group.ep.admin', array['create.user', 'export.user', 'org.groups.locations', 'update.user', 'update.user.active', 'update.user.invitation',
      'update.user.lock', 'update.user.mfa', 'update.user.password', 'view.user']),
    ('support.admin', array['create.user', 'import.user', 'support.group.user', 'support.groups.locations', 'support.location.user', 'update.org.settings',
      'update.user', 'update.user.active', 'update.user.invitation', 'update.user.lock', 'update.user.mfa', 'update.user.mvc_settings', 'update.user.password',
      'viewAll.role', 'viewAny.user']),
    ('support.staff', array['viewAll.role', 'view.user', 'viewAny.user'])
  ) as held (role, permissions)
on conflict do nothing;

-- ---- Settings of an organization

alter table organizations
  add column locale text not null default 'en' check (locale in ('en', 'es')),
  add column allow_ventilator_support boolean not null default false,
  -- specific-users: only users with mvc_enabled see patients on a ventilator.
  add column ventilator_visibility text not null default 'all-users' check (ventilator_visibility in ('all-users', 'specific-users')),
  add column allow_api_key_management boolean not null default false,
  -- The documented auth {2fa_enabled, 2fa_prevent_phone_numbers, 2fa_app, 2fa_sms}.
  add column two_factor_enabled boolean not null default false,
  add column two_factor_prevent_phone_numbers boolean not null default false,
  add column two_factor_app boolean not null default true,
  add column two_factor_sms boolean not null default true;

-- ---- What the viewer may do, for the policies of tables

create function ctx_may(wanted text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from user_roles u join role_permissions p on p.role_id = u.role_id
    where u.user_id = ctx_user() and u.org_id = ctx_org() and p.permission = wanted)
$$;
-- Whether the viewer may give a role: no user gives what they do not hold. Support staff gives the roles of organizations too.
create function ctx_may_give(wanted int) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select not exists (select from role_permissions p where p.role_id = wanted and not ctx_may(p.permission))
    or (ctx_may('support.location.user') and exists (select from roles r where r.id = wanted and r.host = 'org'))
$$;
create function ctx_in_group(wanted int) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from user_groups g where g.user_id = ctx_user() and g.group_id = wanted)
$$;
create policy definer on user_roles for select to airlog_definer using (true);
create policy definer on user_groups for select to airlog_definer using (true);
grant select on roles, role_permissions, user_roles, user_groups to airlog_definer;

-- ---- Users

alter table users
  add column is_clinician boolean not null default true,
  add column notification_type text not null default 'Email' check (notification_type in ('Email', 'Text')),
  -- The documented mvc_settings {enabled}: access to patients on a ventilator.
  add column mvc_enabled boolean not null default false,
  -- The end of the last invitation, while the e-mail address is not verified.
  add column invitation_expires_at timestamptz,
  -- Kept by the sign-in's role: what lists show of the credentials, which no other role reads.
  add column two_factor_app_enabled boolean not null default false,
  add column two_factor_sms_enabled boolean not null default false,
  add column has_api boolean not null default false,
  add column last_successful_login timestamptz,
  -- Counts the changes by administrators: the second of two who edit the same user sees the conflict.
  add column version int not null default 1;
update users set invitation_expires_at = created_at + interval '7 days' where email_verified_at is null;

-- Which rows, by policies; which acts, by the triggers below: everyone changes their own name, phone and language; each other act takes its permission, and
-- none of them is done to oneself.
drop policy own_update on users;
create policy own_update on users for update to airlog_org using (org_id = ctx_org());
drop policy own_update_support on users;
create policy support_update on users for update to airlog_support using (true);
-- As before, and for the commands that look at a row that is there: a new one has no location yet.
drop policy location on users;
create policy location_select on users as restrictive for select to airlog_limited using (
  case
    when id = ctx_user() then true
    when exists (select from user_locations l where l.user_id = users.id and l.location_id = any (ctx_locations())) then true
    when exists (select from patients p where p.clinician_id = users.id) then true
    else exists (select from patients p where p.physician_id = users.id) end);
create policy location_update on users as restrictive for update to airlog_limited using (
  case
    when id = ctx_user() then true
    when exists (select from user_locations l where l.user_id = users.id and l.location_id = any (ctx_locations())) then true
    when exists (select from patients p where p.clinician_id = users.id) then true
    else exists (select from patients p where p.physician_id = users.id) end);
create policy own_insert on users for insert to airlog_org with check (org_id = ctx_org());
create policy support_insert on users for insert to airlog_support with check (true);
grant select (version),
  insert (id, org_id, email, first_name, last_name, phone, user_type, locale, is_clinician, notification_type, mvc_enabled, invitation_expires_at),
  update (user_type, is_clinician, notification_type, mvc_enabled, invitation_expires_at, active, locked, locked_at, version)
  on users to airlog_org, airlog_support;
-- The id of a new user is drawn first: staff of a location does not see the row until its location is stored.
grant usage on sequence users_id_seq to airlog_org, airlog_support;

create function user_written_by_staff() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  if not is_staff() then return new; end if;
  if tg_op = 'INSERT' then
    if not ctx_may('create.user') then perform refuse('Users are made by administrators.'); end if;
    if current_user = 'airlog_limited' and new.user_type = 'Organization' then
      perform refuse('Administrators of a location or group make users of a location or group.');
    end if;
    return new;
  end if;
  if current_user = 'airlog_limited' and not exists (select from user_accounts a where a.id = old.id) then
    perform refuse('Staff of a location or group changes its own users.');
  end if;
  if old.id <> ctx_user() and not ctx_may('update.user') then perform refuse('Users are changed by administrators and by themselves.'); end if;
  if new.is_clinician is distinct from old.is_clinician and not ctx_may('update.user') then perform refuse('Not permitted: is_clinician.'); end if;
  foreach wanted in array array_remove(array[
    case when new.user_type is distinct from old.user_type then 'update.user' end,
    case when new.mvc_enabled is distinct from old.mvc_enabled then 'update.user.mvc_settings' end,
    case when new.active is distinct from old.active then 'update.user.active' end,
    case when (new.locked, new.locked_at) is distinct from (old.locked, old.locked_at) then 'update.user.lock' end,
    case when new.invitation_expires_at is distinct from old.invitation_expires_at then 'update.user.invitation' end
  ], null) loop
    if old.id = ctx_user() or not ctx_may(wanted) then perform refuse('Not permitted: ' || wanted); end if;
  end loop;
  return new;
end $$;
create trigger users_written_by_staff before insert or update on users for each row execute function user_written_by_staff();

-- ---- What only the own organization reads of a user

-- One row for each user, derived by trigger; also the narrow table of the user list. Partner organizations that share a patient read `users` (names) and not this.
create table user_accounts (
  id int primary key,
  org_id int not null,
  email text not null, first_name text not null, last_name text not null, phone text,
  user_type text not null, is_clinician boolean not null, notification_type text not null, mvc_enabled boolean not null,
  active boolean not null, locked boolean not null, email_verified_at timestamptz, invitation_expires_at timestamptz,
  two_factor_app_enabled boolean not null, two_factor_sms_enabled boolean not null, has_api boolean not null,
  -- In milliseconds, as the cursors of lists have them.
  last_successful_login timestamptz(3), created_at timestamptz(3) not null, version int not null,
  foreign key (org_id, id) references users (org_id, id) on delete cascade
);
create index user_accounts_email on user_accounts (org_id, email, id);
create index user_accounts_created on user_accounts (org_id, created_at, id);
create index user_accounts_every_email on user_accounts (email, id);

create function keep_user_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_accounts as a
    select new.id, new.org_id, new.email, new.first_name, new.last_name, new.phone, new.user_type, new.is_clinician, new.notification_type, new.mvc_enabled,
      new.active, new.locked, new.email_verified_at, new.invitation_expires_at, new.two_factor_app_enabled, new.two_factor_sms_enabled, new.has_api,
      new.last_successful_login, new.created_at, new.version
  on conflict (id) do update set
    org_id = excluded.org_id, email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
    user_type = excluded.user_type, is_clinician = excluded.is_clinician, notification_type = excluded.notification_type, mvc_enabled = excluded.mvc_enabled,
    active = excluded.active, locked = excluded.locked, email_verified_at = excluded.email_verified_at, invitation_expires_at = excluded.invitation_expires_at,
    two_factor_app_enabled = excluded.two_factor_app_enabled, two_factor_sms_enabled = excluded.two_factor_sms_enabled, has_api = excluded.has_api,
    last_successful_login = excluded.last_successful_login, version = excluded.version;
  return null;
end $$;
create trigger users_keep_account after insert or update on users for each row execute function keep_user_account();
insert into user_accounts
  select id, org_id, email, first_name, last_name, phone, user_type, is_clinician, notification_type, mvc_enabled, active, locked, email_verified_at,
    invitation_expires_at, two_factor_app_enabled, two_factor_sms_enabled, has_api, last_successful_login, created_at, version from users;

alter table user_accounts enable row level security, force row level security;
create policy own on user_accounts for select to airlog_org using (org_id = ctx_org());
create policy location on user_accounts as restrictive for select to airlog_limited using (
  case
    when id = ctx_user() then true
    when exists (select from user_locations l where l.user_id = user_accounts.id and l.location_id = any (ctx_locations())) then true
    else exists (select from user_groups g join org_group_locations gl on gl.group_id = g.group_id
      where g.user_id = user_accounts.id and gl.location_id = any (ctx_locations()))
  end);
create policy support on user_accounts for select to airlog_support using (true);
create policy definer on user_accounts to airlog_definer using (true) with check (true);
grant select on user_accounts to airlog_org, airlog_support;
grant select, insert, update on user_accounts to airlog_definer;

-- ---- Roles, locations and groups of a user: no user changes their own

create policy own_insert on user_roles for insert to airlog_org with check (org_id = ctx_org() and user_id <> ctx_user());
create policy own_delete on user_roles for delete to airlog_org using (org_id = ctx_org() and user_id <> ctx_user());
drop policy support on user_roles;
create policy support on user_roles for select to airlog_support using (true);
create policy support_insert on user_roles for insert to airlog_support with check (user_id <> ctx_user());
create policy support_delete on user_roles for delete to airlog_support using (user_id <> ctx_user());
create policy own_insert on user_locations for insert to airlog_org with check (org_id = ctx_org() and user_id <> ctx_user());
create policy own_delete on user_locations for delete to airlog_org using (org_id = ctx_org() and user_id <> ctx_user());
drop policy support on user_locations;
create policy support on user_locations for select to airlog_support using (true);
create policy support_insert on user_locations for insert to airlog_support with check (user_id <> ctx_user());
create policy support_delete on user_locations for delete to airlog_support using (user_id <> ctx_user());
create policy own_insert on user_groups for insert to airlog_org with check (org_id = ctx_org() and user_id <> ctx_user());
create policy own_delete on user_groups for delete to airlog_org using (org_id = ctx_org() and user_id <> ctx_user());
drop policy support on user_groups;
create policy support on user_groups for select to airlog_support using (true);
create policy support_insert on user_groups for insert to airlog_support with check (user_id <> ctx_user());
create policy support_delete on user_groups for delete to airlog_support using (user_id <> ctx_user());
-- Staff of a location or group gives its own, and roles to the users that it administers.
create policy location_insert on user_roles as restrictive for insert to airlog_limited
  with check (exists (select from user_accounts u where u.id = user_roles.user_id));
create policy location_delete on user_roles as restrictive for delete to airlog_limited
  using (exists (select from user_accounts u where u.id = user_roles.user_id));
create policy location_insert on user_locations as restrictive for insert to airlog_limited with check (location_id = any (ctx_locations()));
create policy location_delete on user_locations as restrictive for delete to airlog_limited using (location_id = any (ctx_locations()));
create policy location_insert on user_groups as restrictive for insert to airlog_limited with check (ctx_in_group(group_id));
create policy location_delete on user_groups as restrictive for delete to airlog_limited using (ctx_in_group(group_id));
grant insert, delete on user_roles, user_locations, user_groups to airlog_org, airlog_support;

create function membership_written_by_staff() returns trigger language plpgsql as $$
declare
  membership jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not is_staff() then return coalesce(new, old); end if;
  if not (ctx_may('update.user') or ctx_may('create.user') and tg_op = 'INSERT') then perform refuse('Not permitted: update.user'); end if;
  if tg_table_name = 'user_roles' and not ctx_may_give((membership ->> 'role_id')::int) then
    perform refuse('No user gives a role that permits more than their own.');
  end if;
  return coalesce(new, old);
end $$;
create trigger user_roles_written_by_staff before insert or delete on user_roles for each row execute function membership_written_by_staff();
create trigger user_locations_written_by_staff before insert or delete on user_locations for each row execute function membership_written_by_staff();
create trigger user_groups_written_by_staff before insert or delete on user_groups for each row execute function membership_written_by_staff();

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function ctx_may(text), ctx_may_give(int), ctx_in_group(int), keep_user_account() from public;
grant execute on function ctx_may(text), ctx_may_give(int), ctx_in_group(int) to airlog_org, airlog_support;
alter function ctx_may(text) owner to airlog_definer;
alter function ctx_may_give(int) owner to airlog_definer;
alter function ctx_in_group(int) owner to airlog_definer;
alter function keep_user_account() owner to airlog_definer;
revoke create on schema public from airlog_definer;
