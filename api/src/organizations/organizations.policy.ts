import type { Viewer } from '../auth/viewer.ts';

/** Administrators change the settings of their organization. */
export const canUpdateOrganizationSettings = (viewer: Viewer): boolean => viewer.can('update.org.settings');

/** The settings of an organization are read by its own users; partners see its name. */
export const canReadOrganizationSettings = (viewer: Viewer, organization: { id: number }): boolean =>
  organization.id === viewer.orgId;
