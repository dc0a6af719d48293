import type { Viewer } from '../auth/viewer.ts';

/** Support staff switches between organizations, in a session and not with a token. */
export const canSwitchOrganization = (viewer: Viewer): boolean =>
  viewer.isSupport && viewer.actor === 'session' && viewer.can('viewAny.org');

/** Administrators change the settings of their organization. */
export const canUpdateOrganizationSettings = (viewer: Viewer): boolean => viewer.can('update.org.settings');

/** The settings of an organization are read by its own users, and by support staff who acts in it; partners see its name. */
export const canReadOrganizationSettings = (viewer: Viewer, organization: { id: number }): boolean =>
  organization.id === viewer.workOrgId;
