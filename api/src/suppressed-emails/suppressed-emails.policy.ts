import type { Viewer } from '../auth/viewer.ts';

/** Support staff sees the addresses that take no mail; they belong to no organization. */
export const canListSuppressedEmails = (viewer: Viewer): boolean =>
  viewer.isSupport && viewer.can('viewAny.suppressed_email');

/** Support staff with the permission allows mail to an address again. */
export const canRemoveSuppressedEmail = (viewer: Viewer): boolean =>
  viewer.isSupport && viewer.can('delete.suppressed_email');
