import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

// The number and the time are the database's. Only the sign-in's role adds lines of reads, which are older than their rows.
const AUDIT_LINE = 'org_id actor_user_id operation outcome patient_ids properties ip request_id session';

const ARCHIVE = {
  first_row: 1,
  last_row: 2,
  lines: 2,
  first_at: new Date(),
  last_at: new Date(),
  file_key: '0/00000000-0000-4000-8000-000000000001',
  sha256: `\\x${'07'.repeat(32)}`,
};
const audit = (org_id: number, actor_user_id: number) => ({
  org_id,
  actor_user_id,
  operation: 'x',
  outcome: 'done',
  properties: {},
});

/** What the contract tests expect of activity, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.userLogins': ['session', 'none'],
    'Query.userSessions': ['session', 'none'],
    'Query.userAuditLog': ['session', 'none'],
    'Mutation.endUserSession': ['session', 'write'],
    'Mutation.endUserSessions': ['session', 'write'],
    'GET /api/users/{user_id}/history/datatable': ['session', 'none'],
    'GET /api/users/{user_id}/audit_log/datatable': ['session', 'none'],
    // What users did with the data of patients.
    'Query.userActivity': ['session', 'read', 'subject'],
    'Query.activity': ['viewAny.activity', 'read', 'subject'],
    'GET /api/support/activity-logs/user/{id}': ['session', 'read', 'subject'],
    'GET /api/support/activity-logs/datatable': ['viewAny.activity', 'read', 'subject'],
  },
  unversioned: {
    'Mutation.endUserSession': 'ends',
    'Mutation.endUserSessions': 'ends',
  },
  variables: {
    'Query.activity': () => ({}),
  },
  addresses: {
    'GET /api/support/activity-logs/datatable': () => ({ path: {} }),
  },
  foreignVariables: {
    'Query.userLogins userId': ({ user }) => ({ userId: String(user) }),
    'Query.userAuditLog userId': ({ user }) => ({ userId: String(user) }),
    'Query.userActivity userId': ({ user }) => ({ userId: String(user) }),
    'Query.userSessions userId': ({ user }) => ({ userId: String(user) }),
    'Mutation.endUserSessions input.userId': ({ user }) => ({ input: { userId: String(user) } }),
    'Mutation.endUserSession input.userId': ({ user }) => ({ input: { userId: String(user), sessionId: 999_999_015 } }),
  },
  foreignAddresses: {
    'GET /api/users/{user_id}/history/datatable {user_id}': ({ user }) => ({ path: { user_id: user } }),
    'GET /api/users/{user_id}/audit_log/datatable {user_id}': ({ user }) => ({ path: { user_id: user } }),
    'GET /api/support/activity-logs/user/{id} {id}': ({ user }) => ({ path: { id: user } }),
  },
  auditedElsewhere: [
    'Query.userLogins', // activity.test.ts
    'Query.userSessions',
    'Query.userAuditLog',
    'Mutation.endUserSession',
    'Mutation.endUserSessions',
    'GET /api/users/{user_id}/history/datatable',
    'GET /api/users/{user_id}/audit_log/datatable',
    'Query.userActivity',
    'Query.activity',
    'GET /api/support/activity-logs/user/{id}',
    'GET /api/support/activity-logs/datatable',
  ],
  files: [
    ['GET /api/support/activity-logs/datatable', 'viewAny.activity', 'export.user', false],
    ['GET /api/support/activity-logs/user/{id}', 'view.user', 'export.user', false],
    ['GET /api/users/{user_id}/audit_log/datatable', 'view.user', 'export.user', false],
    ['GET /api/users/{user_id}/history/datatable', 'view.user', 'export.user', false],
  ],
  times: {
    'GET /api/support/activity-logs/datatable': ['Time'],
    'GET /api/support/activity-logs/user/{id}': ['Time'],
    'GET /api/users/{user_id}/audit_log/datatable': ['Time'],
    'GET /api/users/{user_id}/history/datatable': ['Login', 'Logout'],
  },
  rights: {
    // Kept by a trigger on sessions.
    logins: {
      org: { select: 'id org_id user_id ip user_agent login_at logout_at' },
      support: { select: 'id org_id user_id ip user_agent login_at logout_at' },
      auth: READ,
      jobs: READ,
      definer: { select: 'all', insert: 'all', update: 'all' },
    },
    // Added to and never changed.
    audit_log: {
      org: { select: 'all', insert: AUDIT_LINE },
      support: { select: 'all', insert: AUDIT_LINE },
      auth: { insert: `${AUDIT_LINE} actor_type read_at` },
      // The line of files that are kept no longer.
      jobs: { select: 'all', insert: 'org_id operation outcome patient_ids properties request_id' },
      // Only the owner calls the function that moves old lines into a file.
      definer: { select: 'all', delete: true },
    },
    // Written by triggers: only the line of the running transaction is changed, to merge what it does to one user.
    user_changes: {
      org: READ,
      support: READ,
      jobs: READ,
      definer: { select: 'all', insert: 'all', update: 'all', delete: true },
    },
    // The key of the chain, encrypted. The command that encrypts again changes how.
    seal_keys: { jobs: { select: 'all', insert: 'all', update: 'key_cipher' } },
    // The turn of the node that seals: a row that no other role locks.
    seal_turns: { jobs: { select: 'all', update: 'all' } },
    audit_archives: {
      jobs: { select: 'all' },
      definer: { select: 'all', insert: 'first_row last_row lines first_at last_at file_key sha256' },
    },
    audit_seals: { jobs: { select: 'all', insert: 'all' }, definer: { select: 'all' } },
  },
  viewerFields: [['viewerCanReadActivity', 'support', 'viewAny.activity']],
  lists: {
    logins: {},
    userChanges: {},
    activity: { notCopied: 'the log of all users, to which reading adds a line' },
  },
  change: {
    seal_keys: 'key_cipher = key_cipher',
    seal_turns: 'id = true',
  },
  newRows: (w) => [
    ['audit_log', 'a', audit(w.a, w.userA), true],
    ['audit_log', 'a', audit(w.b, w.userA), false],
    ['audit_log', 'a', audit(w.a, w.userB), false],
    ['audit_log', 'limited', audit(w.b, w.userA), false],
    ['audit_log', 'auth', audit(w.b, w.userB), true],
    ['audit_log', 'support', audit(w.b, w.userB), true],
    ['audit_log', 'support', audit(w.b, w.userA), false],
    ['audit_log', 'support', audit(w.a, w.userB), false],
    ['audit_log', 'acting', audit(w.b, w.userB), true],
    ['audit_log', 'acting', audit(w.a, w.userB), false],
    ['audit_log', 'jobs', { org_id: w.a, operation: 'Job.x', outcome: 'done', properties: {} }, true],
    ['audit_log', 'anonymous', audit(w.a, w.userA), false],
    ['logins', 'definer', { org_id: w.a, user_id: w.userA, session_hash: '\\x09' }, true],
    ['logins', 'definer', { org_id: w.b, user_id: w.userA, session_hash: '\\x09' }, false],
    ['user_changes', 'definer', { org_id: w.a, user_id: w.userA, event: 'updated', changes: {} }, true],
    ['seal_keys', 'jobs', { encryption_id: '00000001', first_seal: 2, key_cipher: 'v2.x' }, true],
    ['audit_archives', 'definer', ARCHIVE, true],
    ['audit_archives', 'jobs', ARCHIVE, false],
    ['audit_seals', 'jobs', { seq: 2, log: 'audit_log', row_id: 2, hash: '\\x00' }, true],
  ],
};
