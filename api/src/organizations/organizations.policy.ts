import type { Viewer } from '../auth/viewer.ts';
import type { Organization } from './organization.entity.ts';

/** Support staff lists the organizations. */
export const canListOrganizations = (viewer: Viewer): boolean => viewer.isSupport && viewer.can('viewAny.org');

/**
 * Support staff sees the record of every organization, or of the one in which they act; administrators see that of
 * their own. Partners see its name.
 */
export const canViewOrganization = (viewer: Viewer, { id }: { id: number }): boolean =>
  (canListOrganizations(viewer) && [null, id].includes(viewer.actingOrgId)) ||
  (id === viewer.workOrgId && viewer.can('update.org.settings'));

/** Support staff creates organizations, while it acts in none. */
export const canCreateOrganization = (viewer: Viewer): boolean =>
  viewer.isSupport && viewer.actingOrgId === null && viewer.can('create.org');

/** Support staff changes, activates and deactivates an organization that it sees, and never its own. */
export const canUpdateOrganization = (viewer: Viewer, organization: Organization): boolean =>
  viewer.isSupport &&
  viewer.can('update.org') &&
  [null, organization.id].includes(viewer.actingOrgId) &&
  organization.organizationType.kind !== 'support';

/** All staff of an organization may know the names of its locations and groups. */
export const canReadPlaces = (viewer: Viewer, organization: { id: number }): boolean =>
  organization.id === viewer.workOrgId || canViewOrganization(viewer, organization);

/** Support staff switches between organizations, in a session and not with a token. */
export const canSwitchOrganization = (viewer: Viewer): boolean =>
  canListOrganizations(viewer) && viewer.actor === 'session';

/** Administrators change the settings of their organization. */
export const canUpdateOrganizationSettings = (viewer: Viewer): boolean => viewer.can('update.org.settings');

/** The settings of an organization are read by its own users, and by support staff who acts in it; partners see its name. */
export const canReadOrganizationSettings = (viewer: Viewer, organization: { id: number }): boolean =>
  organization.id === viewer.workOrgId;
