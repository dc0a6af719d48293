-- Roles of the staff and their permissions: those of the documents, and for lists and records, analysts and messages a few more.
-- Where the documents name none, there is one for each act, as update.device.pin (reference/security.md, Z-6).

-- ---- roles

-- Roles of the staff, and which permissions each holds. The permissions: auth/permissions.ts; what each one opens: auth/matrix.ts.
create table roles (
  id int primary key,
  name text not null unique,
  label text not null,
  host text not null check (host in ('org', 'support')),
  user_type text not null check (user_type in ('Organization', 'Location', 'Group'))
);

insert into roles (id, name, label, host, user_type) values
  (1, 'org.ep.admin', 'Equipment provider admin', 'org', 'Organization'),
  (2, 'org.ep.staff', 'Equipment provider staff', 'org', 'Organization'),
  (3, 'org.clinical.admin', 'Clinical admin', 'org', 'Organization'),
  (4, 'org.clinical.staff', 'Clinical staff', 'org', 'Organization'),
  (5, 'org.physician', 'Physician', 'org', 'Organization'),
  (6, 'location.ep.admin', 'Location admin', 'org', 'Location'),
  (7, 'location.ep.staff', 'Location staff', 'org', 'Location'),
  (8, 'location.clinical.staff', 'Clinical location staff', 'org', 'Location'),
  (9, 'group.ep.admin', 'Group admin', 'org', 'Group'),
  (10, 'group.ep.staff', 'Group staff', 'org', 'Group'),
  (11, 'group.clinical.staff', 'Clinical group staff', 'org', 'Group'),
  (12, 'support.admin', 'Support admin', 'support', 'Organization'),
  (13, 'support.staff', 'Support staff', 'support', 'Organization');

grant select on roles to airlog_auth, airlog_definer, airlog_org, airlog_support;

-- ---- role_permissions

create table role_permissions (
  role_id int not null references roles,
  permission text not null,
  constraint role_permissions_pkey primary key (role_id, permission)
);

insert into role_permissions (role_id, permission)
select r.id, held.permission from (values
  ('api.token.access', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff']),
  ('api.token.generate', array['org.ep.admin', 'org.clinical.admin']),
  ('create.device', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'location.ep.admin', 'location.ep.staff', 'group.ep.admin', 'group.ep.staff']),
  ('create.org', array['support.admin']),
  ('create.patient', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin', 'group.ep.staff',
    'group.clinical.staff', 'support.admin', 'support.staff']),
  ('create.patient.note', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'org.physician', 'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin',
    'group.ep.staff', 'group.clinical.staff', 'support.admin', 'support.staff']),
  ('create.user', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin', 'support.admin']),
  ('create.user.security.api', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff']),
  ('delete.device', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin',
    'support.admin']),
  ('delete.suppressed_email', array['support.admin']),
  ('delete.user.security.api', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff']),
  ('export.device', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff', 'org.physician',
    'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin', 'group.ep.staff',
    'group.clinical.staff', 'support.admin', 'support.staff']),
  ('export.patient', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff', 'org.physician',
    'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin', 'group.ep.staff',
    'group.clinical.staff', 'support.admin', 'support.staff']),
  ('export.user', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin', 'support.admin']),
  ('import.user', array['org.ep.admin', 'org.clinical.admin', 'support.admin']),
  ('legacy.api.token.generate', array['org.ep.admin', 'org.clinical.admin']),
  ('migrate.org', array['support.admin']),
  ('org.group.user', array['org.ep.admin', 'org.clinical.admin']),
  ('org.groups.locations', array['org.ep.admin', 'org.clinical.admin', 'group.ep.admin']),
  ('org.location.user', array['org.ep.admin', 'org.clinical.admin']),
  ('org.user.device', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff', 'org.physician',
    'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin', 'group.ep.staff',
    'group.clinical.staff']),
  ('request.patient', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff']),
  ('send.org.message', array['support.admin', 'support.staff']),
  ('support.group.user', array['support.admin']),
  ('support.groups.locations', array['support.admin']),
  ('support.location.user', array['support.admin']),
  ('support.user.device', array['support.admin', 'support.staff']),
  ('update.announcement', array['support.admin']),
  ('update.device', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'location.ep.admin', 'location.ep.staff', 'group.ep.admin', 'group.ep.staff']),
  ('update.device.pin', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'org.physician', 'location.ep.admin', 'location.ep.staff', 'group.ep.admin', 'group.ep.staff']),
  ('update.device.settings', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'org.physician', 'location.ep.admin', 'group.ep.admin']),
  ('update.machine.date_change_utility', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin',
    'group.ep.admin', 'support.admin']),
  ('update.mobile_user', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin',
    'support.admin']),
  ('update.org', array['support.admin']),
  ('update.org.settings', array['org.ep.admin', 'org.clinical.admin', 'support.admin']),
  ('update.patient', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin', 'group.ep.staff',
    'group.clinical.staff', 'support.admin', 'support.staff']),
  ('update.user', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin', 'support.admin']),
  ('update.user.active', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin',
    'support.admin']),
  ('update.user.invitation', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin',
    'support.admin']),
  ('update.user.lock', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin',
    'support.admin']),
  ('update.user.mfa', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin',
    'support.admin']),
  ('update.user.mvc_settings', array['org.ep.admin', 'org.clinical.admin', 'support.admin']),
  ('update.user.password', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin',
    'support.admin']),
  ('upload.device.icode', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'org.physician', 'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin',
    'group.ep.staff', 'group.clinical.staff']),
  ('upload.device.usage', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'org.physician', 'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin',
    'group.ep.staff', 'group.clinical.staff']),
  ('view.graphiql', array['org.ep.admin', 'org.clinical.admin', 'support.admin']),
  ('view.mobile_user', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff',
    'location.ep.admin', 'group.ep.admin', 'support.admin', 'support.staff']),
  ('view.patient', array['org.ep.admin', 'org.ep.staff', 'org.clinical.admin', 'org.clinical.staff', 'org.physician',
    'location.ep.admin', 'location.ep.staff', 'location.clinical.staff', 'group.ep.admin', 'group.ep.staff',
    'group.clinical.staff', 'support.admin', 'support.staff']),
  ('view.user', array['org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin', 'support.admin',
    'support.staff']),
  ('viewAll.role', array['support.admin', 'support.staff']),
  ('viewAny.activity', array['support.admin']),
  ('viewAny.device', array['support.admin', 'support.staff']),
  ('viewAny.org', array['support.admin', 'support.staff']),
  ('viewAny.patient', array['support.admin', 'support.staff']),
  ('viewAny.suppressed_email', array['support.admin', 'support.staff']),
  ('viewAny.user', array['support.admin', 'support.staff'])
) as held (permission, roles) join roles r on r.name = any (held.roles);

grant select on role_permissions to airlog_auth, airlog_definer, airlog_org, airlog_support;
