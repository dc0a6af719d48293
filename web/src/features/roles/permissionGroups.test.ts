import { describe, expect, test } from '@jest/globals';
import { permissionGroups, type PermissionCategory } from './permissionGroups.ts';

const permission = (name: string, category: PermissionCategory) => ({
  __typename: 'RolePermission' as const,
  name,
  category,
});
const role = [
  permission('view.user', 'USER'),
  permission('view.graphiql', null),
  permission('update.device', 'DEVICE'),
  permission('create.device', 'DEVICE'),
];
const labels: Partial<Record<NonNullable<PermissionCategory>, string>> = { USER: 'Users', DEVICE: 'Devices' };
const labelOf = (category: PermissionCategory) =>
  category === null ? 'Uncategorized' : (labels[category] ?? category);
const everything = { search: '', onlyDifferences: false };
const names = (groups: ReturnType<typeof permissionGroups>) =>
  groups.map(({ label, permissions }) => [label, ...permissions.map(({ name }) => name)]);

describe('the permissions of a role', () => {
  test('are in groups by label, Uncategorized last, and sorted by name', () => {
    expect(names(permissionGroups(role, null, everything, labelOf))).toEqual([
      ['Devices', 'create.device', 'update.device'],
      ['Users', 'view.user'],
      ['Uncategorized', 'view.graphiql'],
    ]);
  });

  test('are found by a part of the name or of the category, without regard to case', () => {
    expect(names(permissionGroups(role, null, { ...everything, search: ' UPDATE ' }, labelOf))).toEqual([
      ['Devices', 'update.device'],
    ]);
    expect(names(permissionGroups(role, null, { ...everything, search: 'users' }, labelOf))).toEqual([
      ['Users', 'view.user'],
    ]);
    expect(permissionGroups(role, null, { ...everything, search: 'nothing' }, labelOf)).toEqual([]);
  });

  test('compared with another role, contain those of both and state which role has each', () => {
    const other = [permission('update.device', 'DEVICE'), permission('view.patient', 'PATIENT')];
    const groups = permissionGroups(role, other, everything, labelOf);
    expect(
      groups.flatMap(({ permissions }) => permissions.map(({ name, inRole, inOther }) => [name, inRole, inOther])),
    ).toEqual([
      ['create.device', true, false],
      ['update.device', true, true],
      ['view.patient', false, true],
      ['view.user', true, false],
      ['view.graphiql', true, false],
    ]);
    expect(names(permissionGroups(role, other, { search: '', onlyDifferences: true }, labelOf)).flat()).not.toContain(
      'update.device',
    );
  });
});
