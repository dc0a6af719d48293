import { describe, expect, test } from '@jest/globals';
import { viewerWith } from '../../test/viewer.ts';
import type { Permission } from '../auth/permissions.ts';
import {
  canAddPin,
  canAssignDevice,
  canDeleteDevice,
  canEditDevice,
  canRestore,
  canSeePin,
  canVoid,
  mayAddPins,
  serialPath,
} from './device-history.policy.ts';

const viewer = (permissions: Permission[], roles = ['org.ep.staff'], host: 'org' | 'support' = 'org') =>
  viewerWith({ host, roles, permissions });
const machine = { serial: 'A1', guid: 'g' };
const missing = { hasPin: false, isActive: true };
const allows = { physicianCanAddMissingPin: true };
const forbids = { physicianCanAddMissingPin: false };

test('Add Device needs create.device', () => {
  expect(canAssignDevice(viewer(['create.device']))).toBe(true);
  expect(canAssignDevice(viewer(['update.device', 'delete.device']))).toBe(false);
});

test('Edit/End needs update.device', () => {
  expect(canEditDevice(viewer(['update.device']))).toBe(true);
  expect(canEditDevice(viewer(['create.device', 'update.device.pin', 'update.device.settings']))).toBe(false);
});

test('Delete needs delete.device', () => {
  expect(canDeleteDevice(viewer(['delete.device']))).toBe(true);
  expect(canDeleteDevice(viewer(['update.device']))).toBe(false);
});

describe('Void assignment', () => {
  test('and its undo need delete.device', () => {
    expect([canVoid(viewer(['delete.device']), { orgId: 1 }, 2), canRestore(viewer(['delete.device']))]).toEqual([
      true,
      true,
    ]);
    expect([canVoid(viewer(['update.device']), { orgId: 1 }, 0), canRestore(viewer(['update.device']))]).toEqual([
      false,
      false,
    ]);
  });

  test('of a partner needs an assignment without settings', () => {
    const foreign = { orgId: 2 };
    expect([0, 1].map((settings) => canVoid(viewer(['delete.device']), foreign, settings))).toEqual([true, false]);
    expect(canVoid(viewer(['delete.device'], undefined, 'support'), foreign, 1)).toBe(true);
  });
});

describe('Serial link', () => {
  test.each([
    ['org-device route with {host}.user.device', ['org.user.device', 'viewAny.device'], 'org', '/org-device/A1/g'],
    ['the host is that of the portal that a user signs in to', ['support.user.device'], 'support', '/org-device/A1/g'],
    ['else devices route with viewAny.device', ['viewAny.device'], 'org', '/devices/A1/g'],
    ["another host's permission does not count", ['support.user.device'], 'org', null],
    ['else plain text', ['create.device'], 'org', null],
  ] as const)('%s', (_sentence, permissions, host, path) => {
    expect(serialPath(viewer([...permissions], undefined, host), machine)).toBe(path);
  });
});

describe('Add Pin', () => {
  test('is available only when the device has no pin, no end date, and the user may update the device pin', () => {
    const staff = viewer(['update.device.pin']);
    expect(canAddPin(staff, missing, forbids)).toBe(true);
    expect(canAddPin(staff, { ...missing, hasPin: true }, allows)).toBe(false);
    expect(canAddPin(staff, { ...missing, isActive: false }, allows)).toBe(false);
    expect(canAddPin(viewer(['update.device']), missing, allows)).toBe(false);
  });

  test.each(['org.physician', 'org.clinical.staff', 'org.clinical.admin'])(
    "a user with exactly one role, %s, also needs the patient organization's physician_can_add_missing_pin",
    (role) => {
      const one = viewer(['update.device.pin'], [role]);
      expect(canAddPin(one, missing, allows)).toBe(true);
      expect(canAddPin(one, missing, forbids)).toBe(false);
      expect(canAddPin(one, missing, null)).toBe(false);
      expect(canAddPin(viewer([], [role]), missing, allows)).toBe(false);
    },
  );

  test.each([
    [['org.physician', 'org.clinical.admin']],
    [['org.physician', 'org.ep.staff']],
    [['org.ep.admin']],
    [['location.ep.staff']],
    [['group.clinical.staff']],
  ])('others need only update.device.pin, even a clinical user with a second role: %j', (roles) => {
    expect(canAddPin(viewer(['update.device.pin'], roles), missing, forbids)).toBe(true);
    expect(mayAddPins(viewer(['update.device.pin'], roles), null)).toBe(true);
    expect(mayAddPins(viewer([], roles), allows)).toBe(false);
  });
});

test('the PIN is shown only where it was entered, and only to users who may set it', () => {
  expect(canSeePin(viewer(['update.device.pin']), { hasPin: true })).toBe(true);
  expect(canSeePin(viewer(['update.device.pin']), { hasPin: false })).toBe(false);
  expect(canSeePin(viewer(['update.device']), { hasPin: true })).toBe(false);
});
