import type { Viewer } from '../auth/viewer.ts';

/** Staff with the permission lists the app accounts of the patients that they see. */
export const canListMobileUsers = (viewer: Viewer): boolean => viewer.can('view.mobile_user');

/** Administrators disable the account of a patient of their organization, support staff that of any. */
export const canUpdateMobileUser = (viewer: Viewer, { orgId }: { orgId: number }): boolean =>
  viewer.can('update.mobile_user') && (viewer.isSupport || orgId === viewer.orgId);
