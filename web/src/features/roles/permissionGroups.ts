import type { RolePageQuery } from '../../pages/gql/RolePage.ts';

type RolePermission = NonNullable<RolePageQuery['role']>['permissions'][number];
export type PermissionCategory = RolePermission['category'];

/** A permission, and which of the compared roles have it. */
export interface ComparedPermission {
  name: string;
  category: PermissionCategory;
  inRole: boolean;
  inOther: boolean;
}

export interface PermissionGroup {
  category: PermissionCategory;
  label: string;
  permissions: ComparedPermission[];
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Returns the permissions of a role, and of another one that it is compared with, in groups by category: the groups by
 * their labels, Uncategorized last, the permissions by name (document 001, section 6).
 */
export function permissionGroups(
  role: readonly RolePermission[],
  other: readonly RolePermission[] | null,
  shown: { search: string; onlyDifferences: boolean },
  labelOf: (category: PermissionCategory) => string,
): PermissionGroup[] {
  const held = (permissions: readonly RolePermission[]) => new Set(permissions.map(({ name }) => name));
  const [ofRole, ofOther] = [held(role), held(other ?? [])];
  const all = new Map([...role, ...(other ?? [])].map(({ name, category }) => [name, category]));
  const search = shown.search.trim().toLowerCase();
  const rows = [...all]
    .map(([name, category]) => ({ name, category, inRole: ofRole.has(name), inOther: ofOther.has(name) }))
    .filter(({ name, category }) => `${name} ${labelOf(category)}`.toLowerCase().includes(search))
    .filter(({ inRole, inOther }) => !other || !shown.onlyDifferences || inRole !== inOther)
    .toSorted((one, another) => byText(one.name, another.name));
  return [...Map.groupBy(rows, ({ category }) => category)]
    .map(([category, permissions]) => ({ category, label: labelOf(category), permissions }))
    .toSorted(
      (one, another) =>
        Number(one.category === null) - Number(another.category === null) || one.label.localeCompare(another.label),
    );
}
