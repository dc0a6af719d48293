import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PERMISSIONS, type Permission } from '../../auth/permissions.ts';
import { viewerWith } from '../../../test/viewer.ts';
import {
  canAssignGroup,
  canAssignLocation,
  canCreateUser,
  canEditUser,
  roleRefusal,
  type GivenRole,
} from './user-form.policy.ts';

const OWN = { id: 1, kind: 'ep' } as const;
const role = (facts: Partial<GivenRole> = {}): GivenRole => ({
  name: 'org.ep.staff',
  host: 'org',
  userType: 'Organization',
  permissions: [],
  ...facts,
});
const none = { locationIds: new Set<number>(), groupIds: new Set<number>(), groupLocationIds: new Set<number>() };

describe('a role is given', () => {
  const admin = viewerWith({ permissions: ['create.user', 'view.patient'] });

  test('only when the viewer holds each of its permissions', () => {
    expect(roleRefusal(admin, role({ permissions: ['view.patient'] }), OWN)).toBeNull();
    expect(roleRefusal(admin, role({ permissions: ['view.patient', 'update.device'] }), OWN)).toBe(
      'user.role_beyond_own',
    );
  });

  test.each([
    ['org.ep.admin', 'ep', true],
    ['location.ep.staff', 'ep', true],
    ['group.ep.admin', 'ep', true],
    ['org.clinical.staff', 'ep', false],
    ['org.physician', 'ep', false],
    ['org.clinical.admin', 'clinical', true],
    ['org.clinical.staff', 'clinical', true],
    ['location.clinical.staff', 'clinical', false],
    ['org.physician', 'clinical', false],
    ['org.ep.staff', 'clinical', false],
  ] as const)('by the organization: %s in an organization of kind %s is %s', (name, kind, fits) => {
    expect(roleRefusal(admin, role({ name }), { id: 1, kind })).toBe(fits ? null : 'user.role_of_other_organization');
  });

  test('by clinical users only when its name matches org.clinical', () => {
    const clinical = viewerWith({ permissions: ['create.user'], isClinical: true });
    expect(roleRefusal(clinical, role({ name: 'org.clinical.staff' }), OWN)).toBeNull();
    expect(roleRefusal(clinical, role({ name: 'org.ep.staff' }), OWN)).toBe('user.role_of_other_organization');
  });

  test('for a whole organization only by a viewer who sees it', () => {
    const limited = viewerWith({ permissions: ['create.user'], locationIds: [1] });
    expect(roleRefusal(limited, role(), OWN)).toBe('user.role_for_whole_organization');
    expect(roleRefusal(limited, role({ name: 'location.ep.staff', userType: 'Location' }), OWN)).toBeNull();
  });

  test('by support staff to organizations, with support.location.user, and in its own like by others', () => {
    const support = viewerWith({ host: 'support', orgId: 9, permissions: ['create.user', 'support.location.user'] });
    const rich = role({ permissions: ['update.device'] });
    expect(roleRefusal(support, rich, OWN)).toBeNull();
    expect(roleRefusal(viewerWith({ host: 'support', orgId: 9, permissions: ['create.user'] }), rich, OWN)).toBe(
      'user.role_beyond_own',
    );
    const theirs = role({ name: 'support.admin', host: 'support', permissions: ['update.device'] });
    expect(roleRefusal(support, theirs, { id: 9, kind: 'support' })).toBe('user.role_beyond_own');
    expect(roleRefusal(support, rich, { id: 9, kind: 'support' })).toBe('user.role_of_other_organization');
  });

  test('never with more than the viewer holds, in 5,000 random assignments', () => {
    const permissions = fc.subarray<Permission>([...PERMISSIONS]);
    const locations = fc.option(fc.subarray([1, 2, 3]), { nil: null });
    const types = fc.constantFrom('Organization', 'Location', 'Group');
    const names = fc.constantFrom('org.ep.admin', 'location.ep.staff', 'group.ep.admin', 'org.clinical.admin');
    const kinds = fc.constantFrom('ep', 'clinical', 'support');
    let given = 0;
    fc.assert(
      fc.property(permissions, permissions, locations, types, names, kinds, (held, wanted, seen, type, name, kind) => {
        const viewer = viewerWith({ permissions: held, locationIds: seen });
        const refusal = roleRefusal(viewer, role({ name, permissions: wanted.slice(0, 3), userType: type }), {
          id: 1,
          kind,
        });
        if (refusal !== null) return;
        given += 1;
        expect(wanted.slice(0, 3).filter((permission) => !held.includes(permission))).toEqual([]);
        expect([seen === null, type === 'Organization']).not.toEqual([false, true]);
      }),
      { numRuns: 5000 },
    );
    expect(given).toBeGreaterThan(100);
  });
});

describe('a location or group is given', () => {
  test('with {host}.location.user and {host}.group.user whichever it is, with the other host only an own one', () => {
    for (const host of ['org', 'support'] as const) {
      const other = host === 'org' ? 'support' : 'org';
      const any = viewerWith({ host, permissions: [`${host}.location.user`, `${host}.group.user`] });
      const wrong = viewerWith({ host, permissions: [`${other}.location.user`, `${other}.group.user`] });
      expect([canAssignLocation(any, 7, none), canAssignGroup(any, 7, none)]).toEqual([true, true]);
      expect([canAssignLocation(wrong, 7, none), canAssignGroup(wrong, 7, none)]).toEqual([false, false]);
    }
  });

  test('otherwise only when the viewer belongs to it; {host}.groups.locations adds the locations of the own groups', () => {
    const own = { locationIds: new Set([1]), groupIds: new Set([5]), groupLocationIds: new Set([2]) };
    const plain = viewerWith();
    expect([1, 2, 3].map((id) => canAssignLocation(plain, id, own))).toEqual([true, false, false]);
    expect([5, 6].map((id) => canAssignGroup(plain, id, own))).toEqual([true, false]);
    const extended = viewerWith({ permissions: ['org.groups.locations'] });
    expect([1, 2, 3].map((id) => canAssignLocation(extended, id, own))).toEqual([true, true, false]);
  });
});

describe('a user is created and edited', () => {
  const colleague = { id: 2, orgId: 1, userType: 'Organization' } as const;

  test('with create.user and update.user, in the own organization', () => {
    const admin = viewerWith({ permissions: ['create.user', 'update.user'] });
    expect([canCreateUser(admin, OWN), canEditUser(admin, colleague)]).toEqual([true, true]);
    expect([canCreateUser(viewerWith(), OWN), canEditUser(viewerWith(), colleague)]).toEqual([false, false]);
    expect([canCreateUser(admin, { id: 2 }), canEditUser(admin, { ...colleague, orgId: 2 })]).toEqual([false, false]);
  });

  test('in every organization by support staff who may view any user', () => {
    const may: Permission[] = ['create.user', 'update.user'];
    const support = viewerWith({ host: 'support', orgId: 9, permissions: [...may, 'viewAny.user'] });
    expect([canCreateUser(support, OWN), canEditUser(support, colleague)]).toEqual([true, true]);
    const blind = viewerWith({ host: 'support', orgId: 9, permissions: may });
    expect([canCreateUser(blind, OWN), canEditUser(blind, colleague)]).toEqual([false, false]);
    const staff = viewerWith({ orgId: 9, permissions: [...may, 'viewAny.user'] });
    expect([canCreateUser(staff, OWN), canEditUser(staff, colleague)]).toEqual([false, false]);
  });

  test('of the whole organization not by an administrator of a location, except for themselves', () => {
    const limited = viewerWith({ permissions: ['update.user'], locationIds: [1] });
    expect(canEditUser(limited, colleague)).toBe(false);
    expect(canEditUser(limited, { ...colleague, userType: 'Group' })).toBe(true);
    expect(canEditUser(limited, { ...colleague, id: 1 })).toBe(true);
  });
});
