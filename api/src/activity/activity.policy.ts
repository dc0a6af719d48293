import type { Viewer } from '../auth/viewer.ts';
import { canSetUserActive, canViewUser, type Administered } from '../users/users.policy.ts';

/** "view on a user row → Login History, Activity Log." Every user reads their own. */
export const canReadLogs = (viewer: Viewer, user: Administered): boolean =>
  user.id === viewer.userId || canViewUser(viewer, user);

/** Every user ends their own sessions; those of another user takes the permission to deactivate the user. */
export const canEndSessions = (viewer: Viewer, user: Administered): boolean =>
  user.id === viewer.userId || canSetUserActive(viewer, user);

/** The index of what all users did: viewAny.activity. */
export const canReadEveryActivity = (viewer: Viewer): boolean => viewer.can('viewAny.activity');
