-- Roles of the staff, and which permissions each holds. The permissions: auth/permissions.ts; what each one opens: auth/matrix.ts.

create table roles (
  id int primary key,
  name text not null unique,
  label text not null,
  host text not null check (host in ('org', 'support')),
  user_type text not null check (user_type in ('Organization', 'Location', 'Group'))
);
grant select on roles to airlog_org, airlog_support, airlog_auth;

create table role_permissions (
  role_id int not null references roles,
  permission text not null,
  primary key (role_id, permission)
);
grant select on role_permissions to airlog_org, airlog_support, airlog_auth;

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

-- The permissions of the documents, plus view.patient and viewAny.patient (lists and records), view.user, view.graphiql (analysts) and send.org.message.
-- A misspelled name of a role fails here: it would insert a null.
insert into role_permissions (role_id, permission)
select (select id from roles where name = held.role), unnest(held.permissions)
  from (values
    ('org.ep.admin', array['create.device', 'delete.device', 'export.user', 'org.user.device', 'update.device', 'update.device.pin',
      'update.device.settings', 'upload.device.icode', 'view.graphiql', 'view.patient', 'view.user']),
    ('org.ep.staff', array['create.device', 'org.user.device', 'update.device', 'update.device.pin', 'update.device.settings',
      'upload.device.icode', 'view.patient']),
    ('org.clinical.admin', array['create.device', 'delete.device', 'export.user', 'org.user.device', 'update.device', 'update.device.pin',
      'update.device.settings', 'upload.device.icode', 'view.graphiql', 'view.patient', 'view.user']),
    ('org.clinical.staff', array['create.device', 'org.user.device', 'update.device', 'update.device.pin', 'update.device.settings',
      'upload.device.icode', 'view.patient']),
    ('org.physician', array['org.user.device', 'update.device.pin', 'update.device.settings', 'upload.device.icode', 'view.patient']),
    ('location.ep.admin', array['create.device', 'delete.device', 'org.user.device', 'update.device', 'update.device.pin',
      'update.device.settings', 'upload.device.icode', 'view.patient']),
    ('location.ep.staff', array['create.device', 'org.user.device', 'update.device', 'update.device.pin', 'upload.device.icode', 'view.patient']),
    ('location.clinical.staff', array['org.user.device', 'upload.device.icode', 'view.patient']),
    ('group.ep.admin', array['create.device', 'delete.device', 'org.user.device', 'update.device', 'update.device.pin',
      'update.device.settings', 'upload.device.icode', 'view.patient']),
    ('group.ep.staff', array['create.device', 'org.user.device', 'update.device', 'update.device.pin', 'upload.device.icode', 'view.patient']),
    ('group.clinical.staff', array['org.user.device', 'upload.device.icode', 'view.patient']),
    ('support.admin', array['delete.device', 'send.org.message', 'support.user.device', 'view.graphiql', 'view.patient', 'view.user',
      'viewAny.device', 'viewAny.patient']),
    ('support.staff', array['send.org.message', 'support.user.device', 'view.patient', 'viewAny.device', 'viewAny.patient'])
  ) as held (role, permissions);
