import type { Viewer } from '../auth/viewer.ts';

/** The users of the own organization are listed for administrators, who have view.user. */
export const canListUsers = (viewer: Viewer): boolean => viewer.can('view.user');
