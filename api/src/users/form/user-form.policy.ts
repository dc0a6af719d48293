import type { Permission } from '../../auth/permissions.ts';
import type { Viewer } from '../../auth/viewer.ts';
import type { UserType } from './user-form.rules.ts';

/** A role with what it permits. */
export interface GivenRole {
  name: string;
  host: 'org' | 'support';
  userType: UserType;
  permissions: readonly Permission[];
}

/** The organization of a user. */
export interface UserOrganization {
  id: number;
  kind: 'ep' | 'clinical' | 'support';
}

/** The locations and groups that the viewer belongs to. `groupLocationIds`: the locations of these groups. */
export interface OwnPlaces {
  locationIds: ReadonlySet<number>;
  groupIds: ReadonlySet<number>;
  groupLocationIds: ReadonlySet<number>;
}

/** Why a role cannot be given; a key of the messages. */
export type RoleRefusal =
  'user.role_of_other_organization' | 'user.role_beyond_own' | 'user.role_for_whole_organization';

const EP_ROLE = /^(org|location|group)\.ep\./;

/** Staff acts in its own organization, support staff in all of them, or in the one that it has switched to. */
const reaches = (viewer: Viewer, orgId: number) =>
  orgId === viewer.workOrgId || (viewer.isSupport && viewer.actingOrgId === null && viewer.can('viewAny.user'));

/** create.user, in the own organization or as support staff. */
export const canCreateUser = (viewer: Viewer, organization: { id: number }): boolean =>
  viewer.can('create.user') && reaches(viewer, organization.id);

/** "update on a user row → Edit User." Administrators of a location or group edit no user of the whole organization. */
export const canEditUser = (viewer: Viewer, user: { id: number; orgId: number; userType: UserType }): boolean =>
  viewer.can('update.user') &&
  reaches(viewer, user.orgId) &&
  (viewer.facts.locationIds === null || user.userType !== 'Organization' || user.id === viewer.userId);

const holdsAll = (viewer: Viewer, permissions: readonly Permission[]) =>
  permissions.every((permission) => viewer.can(permission));

/**
 * Support staff gives the roles of organizations, which it holds no part of: otherwise no organization would have its
 * first administrator.
 */
const givesOrganizationRoles = (viewer: Viewer, orgId: number) =>
  viewer.isSupport && orgId !== viewer.orgId && viewer.can('support.location.user');

/**
 * "Clinical orgs or clinical users only get roles whose name matches org.clinical." Providers have the roles of
 * providers, and support staff those of its own portal.
 */
export function isRoleOf({ kind }: UserOrganization, role: Pick<GivenRole, 'name' | 'host'>, viewer: Viewer): boolean {
  if (kind === 'support') return role.host === 'support';
  if (kind === 'clinical' || viewer.facts.isClinical) return role.name.startsWith('org.clinical.');
  return EP_ROLE.test(role.name);
}

/**
 * Returns why the viewer cannot give a role to a user of an organization; null when they can. A viewer gives no
 * permission that they do not hold, and not the view of the whole organization.
 */
export function roleRefusal(viewer: Viewer, role: GivenRole, organization: UserOrganization): RoleRefusal | null {
  if (!isRoleOf(organization, role, viewer)) return 'user.role_of_other_organization';
  if (viewer.facts.locationIds && role.userType === 'Organization') return 'user.role_for_whole_organization';
  return isRoleWithin(viewer, role, organization) ? null : 'user.role_beyond_own';
}

/** Whether the viewer can give or take away a role at all: it permits nothing that they may not do. */
export const isRoleWithin = (viewer: Viewer, role: GivenRole, organization: UserOrganization): boolean =>
  givesOrganizationRoles(viewer, organization.id) || holdsAll(viewer, role.permissions);

/** "{host}.location.user may assign any location; otherwise only those the current user belongs to." {host}.groups.locations adds those of the own groups. */
export const canAssignLocation = (viewer: Viewer, locationId: number, own: OwnPlaces): boolean =>
  viewer.can(`${viewer.facts.host}.location.user`) ||
  own.locationIds.has(locationId) ||
  (viewer.can(`${viewer.facts.host}.groups.locations`) && own.groupLocationIds.has(locationId));

/** "{host}.group.user may assign any group; otherwise only those the current user belongs to." */
export const canAssignGroup = (viewer: Viewer, groupId: number, own: OwnPlaces): boolean =>
  viewer.can(`${viewer.facts.host}.group.user`) || own.groupIds.has(groupId);

/** Whether a user with this role and type administers the whole organization, and so can make other administrators. */
export const isAdministrator = (role: GivenRole | null, userType: UserType): boolean =>
  userType === 'Organization' && role !== null && role.permissions.includes('update.user');
