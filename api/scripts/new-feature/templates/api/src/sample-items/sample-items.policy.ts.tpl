import type { Viewer } from '../auth/viewer.ts';

/** Users with view.user list the sample items of their organization, create, change and delete them. */
export const canManageSampleItems = (viewer: Viewer): boolean => viewer.can('view.user');
