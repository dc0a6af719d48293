import { open, read, type Access } from '../auth/operation.ts';

/** The own logs, or those of a user that the viewer may view (activity.policy.ts). */
const ofUser = { ...read('session', 'none'), phi: false, audit: 'none', scope: 'none' } as const;
/** The ids of patients are in what users did with their data. */
const activity = { ...read('session', 'subject'), scope: 'none' } as const;
const everyActivity = read('viewAny.activity', 'subject');
/** Who may save users as a file may save what is logged of them. */
const withFile = { export: 'export.user' } as const;
const withFileOfOne = { ...withFile, fileOf: 'one' } as const;

/** The operations of this folder and the permission that each needs. */
export const activityAccess: Access = {
  'GET /api/support/activity-logs/datatable': { ...everyActivity, ...withFile },
  'GET /api/support/activity-logs/user/{id}': { ...activity, ...withFileOfOne },
  'GET /api/users/{user_id}/audit_log/datatable': { ...ofUser, ...withFileOfOne },
  'GET /api/users/{user_id}/history/datatable': { ...ofUser, ...withFileOfOne },
  'Mutation.endUserSession': { ...open('session'), audit: 'write', fresh: true },
  'Mutation.endUserSessions': { ...open('session'), audit: 'write', fresh: true },
  'Query.activity': everyActivity,
  'Query.userActivity': activity,
  'Query.userAuditLog': ofUser,
  'Query.userLogins': ofUser,
  'Query.userSessions': ofUser,
};
