import { expect, test } from '@jest/globals';
import { PERMISSIONS } from '../auth/permissions.ts';
import { categoryOf } from './roles-categories.ts';
import { permissionId } from './roles.service.ts';

// Document 001, section 6: "grouped by category (accessory, announcements, api.token, device, patient, role, staff, user and so on)".
test.each([
  ['view.accessory', 'accessory'],
  ['create.announcements', 'announcements'],
  ['api.token.access', 'api.token'],
  ['api.token.generate', 'api.token'],
  ['legacy.api.token.generate', 'api.token'],
  ['create.device', 'device'],
  ['update.device.pin', 'device'],
  ['update.device.settings', 'device'],
  ['upload.device.icode', 'device'],
  ['viewAny.device', 'device'],
  ['org.user.device', 'device'],
  ['support.user.device', 'device'],
  ['update.machine.date_change_utility', 'machine'],
  ['view.patient', 'patient'],
  ['export.patient', 'patient'],
  ['viewAll.role', 'role'],
  ['view.staff', 'staff'],
  ['create.user', 'user'],
  ['create.user.security.api', 'user'],
  ['export.user', 'user'],
  ['org.location.user', 'user'],
  ['org.group.user', 'user'],
  ['support.location.user', 'user'],
  ['org.groups.locations', 'location'],
  ['update.org.settings', 'org'],
  ['migrate.org', 'org'],
  ['send.org.message', 'message'],
])('%s is in the category %s', (permission, category) => {
  expect(categoryOf(permission)).toBe(category);
});

test.each(['view.graphiql', 'administrate', '', 'view.constructor', 'view.devices2'])(
  '%j has no category',
  (permission) => expect(categoryOf(permission)).toBeNull(),
);

test('each permission has an id of its own, which fits a signed 32-bit integer', () => {
  const ids = PERMISSIONS.map(permissionId);
  expect(new Set(ids).size).toBe(PERMISSIONS.length);
  expect(ids.filter((id) => !Number.isInteger(id) || id < 0 || id > 2_147_483_647)).toEqual([]);
});
