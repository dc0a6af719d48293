import { describe, expect, test } from '@jest/globals';
import { viewerWith } from '../../test/viewer.ts';
import type { Permission } from '../auth/permissions.ts';
import { canChangeSettings, canEditSettings } from './device-settings.policy.ts';

const viewer = (permissions: Permission[], orgId = 1) => viewerWith({ orgId, permissions });
const editor = viewer(['update.device.settings']);
const allows = { disallowExternalDeviceEdit: false };
const disallows = { disallowExternalDeviceEdit: true };

describe('editing or adding settings', () => {
  test.each([
    ['needs update.device.settings', editor, 1, allows, true],
    [
      'needs its own permission and no other',
      viewer(['update.device', 'update.device.pin', 'create.device']),
      1,
      allows,
      false,
    ],
    [
      "is blocked when the patient's organization sets disallow_external_device_edit and the user's organization differs",
      editor,
      2,
      disallows,
      false,
    ],
    ["is not blocked in the patient's own organization", editor, 1, disallows, true],
    ["is not blocked for another organization unless the patient's sets it", editor, 2, allows, true],
    ["is blocked for another organization when the patient's is unknown", editor, 2, null, false],
  ] as const)('%s', (_sentence, user, orgId, organization, allowed) => {
    expect(canChangeSettings(user, { orgId }, organization)).toBe(allowed);
    expect(canEditSettings(user, { orgId, isAssignedToPatient: true }, organization)).toBe(allowed);
  });

  test('shows only for devices assigned to the patient', () => {
    expect(canEditSettings(editor, { orgId: 1, isAssignedToPatient: false }, allows)).toBe(false);
  });
});
