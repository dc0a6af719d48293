import { expect, test } from '@jest/globals';
import { viewerWith } from '../../test/viewer.ts';
import type { Permission } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import { canListDevices } from '../device-index/device-index.policy.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { canListUsers } from '../users/users.policy.ts';
import { canReadPin } from './machines.policy.ts';

const viewer = (permissions: Permission[], host: 'org' | 'support' = 'org') => viewerWith({ host, permissions });

test.each<[string, (who: Viewer) => boolean, Permission[]]>([
  ['the PIN in the machine list', canReadPin, ['update.device.pin', 'viewAny.device']],
  ['patients, their number and who has a device', canReadPatients, ['view.patient', 'viewAny.patient']],
  ['who did not accept an invitation', canListUsers, ['view.user']],
  ['the device index', canListDevices, ['org.user.device', 'viewAny.device']],
])('%s is shown for each of its permissions alone, and for no other', (_title, may, enough) => {
  for (const permission of enough) expect([permission, may(viewer([permission]))]).toEqual([permission, true]);
  expect(may(viewer(['create.device', 'update.device', 'delete.device', 'export.user']))).toBe(false);
  expect(may(viewer([]))).toBe(false);
});

test('{host}.user.device is the permission of the own host', () => {
  expect(canListDevices(viewer(['support.user.device'], 'support'))).toBe(true);
  expect(canListDevices(viewer(['org.user.device'], 'support'))).toBe(false);
});
