import type { Organization } from '../../organizations/organization.entity.ts';
import type { Context } from '../../shared/context.ts';
import {
  canAssignGroup,
  canAssignLocation,
  roleRefusal,
  type GivenRole,
  type OwnPlaces,
  type RoleRefusal,
  type UserOrganization,
} from './user-form.policy.ts';
import { USER_TYPES, type UserType } from './user-form.rules.ts';

/** A role with its id in REST. */
export interface StoredRole extends GivenRole {
  id: number;
  label: string;
}

/** A role that users of the organization may have, and why the viewer cannot give it. */
export interface StoredRoleOption extends StoredRole {
  refusal: RoleRefusal | null;
}

/** A location or group of the organization. */
export interface StoredPlaceOption {
  id: number;
  name: string;
  assignable: boolean;
}

/** What the viewer may choose in the form of a user of an organization. */
export interface UserFormOptions {
  userTypes: UserType[];
  roles: StoredRoleOption[];
  locations: StoredPlaceOption[];
  groups: StoredPlaceOption[];
}

/** The lists from which the form is opened: of all users, of those of locations, of those of groups. */
export type UserScope = 'all' | 'location' | 'group';

/** Maximum number of locations and of groups in the form (document 001, section 9: multiselect options limit 1000). */
const MAX_PLACES = 1000;

export const organizationFacts = ({ id, organizationType: { kind } }: Organization): UserOrganization => ({ id, kind });

const ROLES = `select r.id, r.name, r.label, r.host, r.user_type as "userType",
    coalesce((select array_agg(p.permission order by p.permission) from role_permissions p where p.role_id = r.id), '{}') as permissions
  from roles r`;

/** Returns every role with its permissions, in the order of their ids. */
export const allRoles = ({ em }: Context): Promise<StoredRole[]> => em.execute(`${ROLES} order by r.id`);

/** Returns the first role of a user; null without one. */
export async function roleOfUser({ em }: Context, userId: number): Promise<StoredRole | null> {
  const [role] = await em.execute<StoredRole[]>(
    `${ROLES} join user_roles u on u.role_id = r.id where u.user_id = ? order by r.id limit 1`,
    [userId],
  );
  return role ?? null;
}

/** Returns the locations and groups of a user, each ordered by id. */
export async function placesOfUser(
  { em }: Context,
  userId: number,
): Promise<{ locations: number[]; groups: number[]; groupLocations: number[] }> {
  const [places] = await em.execute<{ locations: number[]; groups: number[]; groupLocations: number[] }[]>(
    `select array(select l.location_id from user_locations l where l.user_id = ? order by 1) as locations,
            array(select g.group_id from user_groups g where g.user_id = ? order by 1) as groups,
            array(select distinct gl.location_id from user_groups g join org_group_locations gl on gl.group_id = g.group_id
              where g.user_id = ? order by 1) as "groupLocations"`,
    [userId, userId, userId],
  );
  return places!;
}

/** Returns the locations and groups that the viewer belongs to. */
export async function ownPlaces(ctx: Context): Promise<OwnPlaces> {
  const { locations, groups, groupLocations } = await placesOfUser(ctx, ctx.viewer.userId);
  return {
    locationIds: new Set(locations),
    groupIds: new Set(groups),
    groupLocationIds: new Set(groupLocations),
  };
}

/** A location as the page of a user shows it. */
export interface LocationRow {
  id: number;
  name: string;
  address1: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

const LOCATION = 'l.id, l.name, l.address1, l.city, l.state, l.zip';

/** Returns the locations and groups of a user by name, and the primary location of their organization. */
export async function placesNamed(
  { em }: Context,
  user: { id: number; orgId: number },
): Promise<{ locations: LocationRow[]; groups: { id: number; name: string }[]; primary: LocationRow | null }> {
  const [locations, groups, [primary]] = await Promise.all([
    em.execute<LocationRow[]>(
      `select ${LOCATION} from locations l join user_locations u on u.location_id = l.id where u.user_id = ? order by l.name, l.id`,
      [user.id],
    ),
    em.execute<{ id: number; name: string }[]>(
      'select g.id, g.name from org_groups g join user_groups u on u.group_id = g.id where u.user_id = ? order by g.name, g.id',
      [user.id],
    ),
    em.execute<LocationRow[]>(`select ${LOCATION} from locations l where l.org_id = ? and l.is_primary`, [user.orgId]),
  ]);
  return { locations, groups, primary: primary ?? null };
}

type NamedPlace = Pick<StoredPlaceOption, 'id' | 'name'>;

const groupsNamed = ({ em }: Context, orgId: number) =>
  em.execute<NamedPlace[]>(`select id, name from org_groups where org_id = ? order by name, id limit ${MAX_PLACES}`, [
    orgId,
  ]);

/** The open locations, and closed ones that the user of the form has. */
const locationsNamed = ({ em }: Context, orgId: number, kept: readonly number[]) =>
  em.execute<NamedPlace[]>(
    `select id, name from locations where org_id = ? and (closed_at is null or id = any (?::int[]))
      order by name, id limit ${MAX_PLACES}`,
    [orgId, `{${kept.join()}}`],
  );

/**
 * Returns the user types, roles, locations and groups of an organization, each with whether the viewer may give it.
 * `scope`: of the list from which the form is opened. `kept`: the locations that the user of the form has.
 */
export async function formOptions(
  ctx: Context,
  organization: UserOrganization,
  scope: UserScope = 'all',
  kept: readonly number[] = [],
): Promise<UserFormOptions> {
  const [roles, locations, groups, own] = await Promise.all([
    allRoles(ctx),
    locationsNamed(ctx, organization.id, kept),
    groupsNamed(ctx, organization.id),
    ownPlaces(ctx),
  ]);
  const options = {
    roles: roles
      .map((role) => ({ ...role, refusal: roleRefusal(ctx.viewer, role, organization) }))
      .filter(({ refusal }) => refusal !== 'user.role_of_other_organization'),
    locations: locations.map((one) => ({ ...one, assignable: canAssignLocation(ctx.viewer, one.id, own) })),
    groups: groups.map((one) => ({ ...one, assignable: canAssignGroup(ctx.viewer, one.id, own) })),
  };
  const possible = USER_TYPES.filter((type) => isPossible(type, options));
  return { ...options, userTypes: typesIn(scope, possible) };
}

const TYPE_OF_SCOPE: Record<Exclude<UserScope, 'all'>, UserType> = { location: 'Location', group: 'Group' };

/**
 * "The user type list is filtered by name Location or Group depending on scope and whether the organization is clinical":
 * a scope without a possible type is none, as in a clinic, whose users all have the type Organization.
 */
function typesIn(scope: UserScope, possible: UserType[]): UserType[] {
  const types = possible.filter((type) => scope !== 'all' && type === TYPE_OF_SCOPE[scope]);
  return types.length > 0 ? types : possible;
}

/** "The user type list is filtered": a type needs a role that the viewer can give, and a location or group. */
function isPossible(type: UserType, { roles, locations, groups }: Omit<UserFormOptions, 'userTypes'>): boolean {
  if (!roles.some(({ userType, refusal }) => userType === type && refusal === null)) return false;
  if (type === 'Organization') return true;
  return (type === 'Location' ? locations : groups).some(({ assignable }) => assignable);
}
