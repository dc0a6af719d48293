insert into organization_types (id, type, kind, is_clinical) values
  (1, 'Equipment Provider', 'ep', false), (2, 'Clinical', 'clinical', true), (3, 'Support', 'support', false);
insert into clinical_types (id, type) values (1, 'Sleep clinic'), (2, 'Hospital'), (3, 'Physician practice');

insert into machine_models (id, name, kind, image) values
  (1, 'Luna G3', 'cpap', '/images/devices/luna-g3.svg'),
  (2, 'Luna II', 'cpap', '/images/devices/luna-ii.svg'),
  (3, 'Luna G3 Auto', 'cpap', '/images/devices/luna-g3-auto.svg'),
  (4, 'Luna G3 B25', 'bilevel', '/images/devices/luna-g3-b25.svg'),
  (5, 'Luna G3 B30VT', 'bilevel', '/images/devices/luna-g3-b30vt.svg'),
  (6, 'RESmart Y-30T', 'ventilator', '/images/devices/resmart-y30t.svg');

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

-- Permissions of the documents, plus view.patient / viewAny.patient (lists and records) and view.graphiql (analysts).
insert into role_permissions (role_id, permission)
select r.id, p.permission from roles r join (values
  ('view.patient', '{1,2,3,4,5,6,7,8,9,10,11}'::int[]),
  ('org.user.device', '{1,2,3,4,5,6,7,8,9,10,11}'),
  ('create.device', '{1,2,3,4,6,7,9,10}'),
  ('update.device', '{1,2,3,4,6,7,9,10}'),
  ('delete.device', '{1,3,6,9,12}'),
  ('update.device.pin', '{1,2,3,4,5,6,7,9,10}'),
  ('update.device.settings', '{1,2,3,4,5,6,9}'),
  ('upload.device.icode', '{1,2,3,4,5,6,7,8,9,10,11}'),
  ('export.user', '{1,3}'),
  ('view.graphiql', '{1,3,12}'),
  ('viewAny.patient', '{12,13}'), ('view.patient', '{12,13}'),
  ('viewAny.device', '{12,13}'), ('support.user.device', '{12,13}')
) as p (permission, role_ids) on r.id = any (p.role_ids);
