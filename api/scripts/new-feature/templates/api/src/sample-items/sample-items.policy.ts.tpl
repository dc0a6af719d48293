import type { Viewer } from '../auth/viewer.ts';

/** Users with view.user list the sample items of their organization and create them. */
export const canManageSampleItems = (viewer: Viewer): boolean => viewer.can('view.user');
