import type { Context } from '../../shared/context.ts';
import type { Refusal } from '../../shared/errors.ts';
import { allRoles, ownPlaces } from './user-form-options.ts';
import {
  canAssignGroup,
  canAssignLocation,
  isRoleWithin,
  roleRefusal,
  type UserOrganization,
} from './user-form.policy.ts';
import type { UserType } from './user-form.rules.ts';

/** What a user may do, and where. */
export interface UserRights {
  userType: UserType;
  /** Name of the role; empty without one. */
  role: string;
  locations: number[];
  groups: number[];
}

/** Entries of one list and not of the other. */
const difference = (one: readonly number[], other: readonly number[]): number[] => {
  const [ones, others] = [new Set(one), new Set(other)];
  return [...one.filter((id) => !others.has(id)), ...other.filter((id) => !ones.has(id))];
};

const refusal = (field: string, code: Refusal['message']): Refusal => ({ field, code, message: code });

/**
 * Returns why the viewer cannot give this access: the role, locations and groups that the form adds or removes. What a
 * user has already is not given again. Another organization's location is refused like an own one that is not assignable.
 */
export async function refusalsOfAccess(
  ctx: Context,
  organization: UserOrganization,
  input: Partial<Record<keyof UserRights, unknown>>,
  before: UserRights | null,
): Promise<Refusal[]> {
  const { userType, role, locations, groups } = input as Partial<UserRights>;
  return [
    ...(await refusalsOfRole(ctx, organization, { userType, role }, before)),
    ...(await refusalsOfPlaces(ctx, organization, { locations, groups }, before)),
  ];
}

async function refusalsOfRole(
  ctx: Context,
  organization: UserOrganization,
  { userType, role: name }: Partial<UserRights>,
  before: UserRights | null,
): Promise<Refusal[]> {
  if (name === undefined) return [];
  const roles = await allRoles(ctx);
  const role = roles.find((one) => one.name === name);
  if (!role) return [refusal('role', 'user.role_of_other_organization')];
  if (userType !== undefined && role.userType !== userType) return [refusal('role', 'user.role_of_other_type')];
  if (name === before?.role) return [];
  const taken = roles.find((one) => one.name === before?.role);
  const reason =
    taken && !isRoleWithin(ctx.viewer, taken, organization)
      ? 'user.role_beyond_own'
      : roleRefusal(ctx.viewer, role, organization);
  return reason ? [refusal('role', reason)] : [];
}

async function refusalsOfPlaces(
  ctx: Context,
  organization: UserOrganization,
  { locations, groups }: Partial<UserRights>,
  before: UserRights | null,
): Promise<Refusal[]> {
  const changed = {
    locations: locations ? difference(locations, before?.locations ?? []) : [],
    groups: groups ? difference(groups, before?.groups ?? []) : [],
  };
  if (changed.locations.length + changed.groups.length === 0) return [];
  const own = await ownPlaces(ctx);
  const [known] = await ctx.em.execute<{ locations: number[]; closed: number[]; groups: number[] }[]>(
    `select array(select id from locations where org_id = ? and id = any (?::int[])) as locations,
            array(select id from locations where org_id = ? and id = any (?::int[]) and closed_at is not null) as closed,
            array(select id from org_groups where org_id = ? and id = any (?::int[])) as groups`,
    [
      ...[organization.id, `{${changed.locations.join()}}`],
      ...[organization.id, `{${changed.locations.filter((id) => !before?.locations.includes(id)).join()}}`],
      ...[organization.id, `{${changed.groups.join()}}`],
    ],
  );
  const mayNot = {
    locations: (id: number) => !known!.locations.includes(id) || !canAssignLocation(ctx.viewer, id, own),
    groups: (id: number) => !known!.groups.includes(id) || !canAssignGroup(ctx.viewer, id, own),
  };
  return [
    ...(changed.locations.some(mayNot.locations) ? [refusal('locations', 'user.location_not_assignable')] : []),
    ...(known!.closed.length > 0 ? [refusal('locations', 'location.closed')] : []),
    ...(changed.groups.some(mayNot.groups) ? [refusal('groups', 'user.group_not_assignable')] : []),
  ];
}
