import type { Contract } from '../../test/contract/contract.ts';
import { newcomer, person, type Things } from '../../test/contract/permissions.fixture.ts';
import { user, ventilator } from '../../test/contract/versions.fixture.ts';

const renamed = ({ user }: Things) => ({ userId: String(user), ...person });

/** What the contract tests expect of users, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Staff and messages to staff: no data of patients.
    'GET /api/users/{id}': ['session', 'none'],
    // "create or update on a user row: Edit User"
    'Query.newUserForm': ['create.user', 'none'],
    'Query.userFormOrganizations': ['create.user', 'none'],
    'Query.checkCreateUser': ['create.user', 'none'],
    'Mutation.createUser': ['create.user', 'write'],
    'POST /api/users': ['create.user', 'write'],
    'GET /api/user-types/{id}': ['create.user', 'none'],
    'Query.userForm': ['update.user', 'none'],
    'Query.checkUpdateUser': ['update.user', 'none'],
    'Mutation.updateUser': ['update.user', 'write'],
    'PATCH /api/users': ['update.user', 'write'],
    'PATCH /api/users/{id}': ['session', 'write'],
    'Query.users': ['view.user | viewAny.user', 'none'],
    'GET /api/users/datatable': ['view.user | viewAny.user', 'none'],
    'Query.userStatusCounts': ['view.user | viewAny.user', 'none'],
    'GET /api/orgs/{org_id}/users/datatable': ['view.user | viewAny.user', 'none'],
    // An act on a user takes its own permission (reference/security.md, Z-6).
    'Mutation.setUserActive': ['update.user.active', 'write'],
    'Mutation.setUsersActive': ['update.user.active', 'write'],
    'Mutation.unlockUser': ['update.user.lock', 'write'],
    'Mutation.setUserVentilatorAccess': ['update.user.mvc_settings', 'write'],
    'PATCH /api/users/{id}/mvc-settings': ['update.user.mvc_settings', 'write'],
    'Mutation.resendUserInvitations': ['update.user.invitation', 'write'],
    // Every user reads their own page and logs and ends their own sessions; those of another user: "view on a user row".
    'Query.user': ['session', 'none'],
    'Mutation.setUserNotificationType': ['session', 'write'],
  },
  variables: {
    'Query.users': () => ({}),
    'Query.newUserForm': ({ patient }) => ({ organizationId: String(patient.orgId) }),
    'Query.checkCreateUser': (things) => ({ input: newcomer(things) }),
    'Mutation.createUser': (things) => ({ input: newcomer(things) }),
    'Query.userForm': ({ user }) => ({ userId: String(user) }),
    'Query.checkUpdateUser': (things) => ({ input: renamed(things) }),
    'Mutation.updateUser': (things) => ({ input: renamed(things) }),
    'Mutation.setUserActive': ({ user }) => ({ input: { userId: String(user), active: false } }),
    'Query.userStatusCounts': () => ({}),
    'Query.userFormOrganizations': () => ({ search: 'a' }),
    'Mutation.setUsersActive': ({ user }) => ({ input: { selection: { userIds: [String(user)] }, active: false } }),
    'Mutation.resendUserInvitations': ({ user }) => ({ input: { selection: { userIds: [String(user)] } } }),
    'Mutation.unlockUser': ({ user }) => ({ input: { userId: String(user) } }),
    'Mutation.setUserVentilatorAccess': ({ user }) => ({ input: { userId: String(user), enabled: true } }),
  },
  addresses: {
    'GET /api/users/datatable': () => ({ path: {} }),
    'GET /api/users/{id}': ({ user }) => ({ path: { id: user } }),
    'GET /api/user-types/{id}': ({ patient }) => ({ path: { id: patient.orgId } }),
    'POST /api/users': (things) => {
      const { organizationId, firstName, lastName, email } = newcomer(things);
      const names = { first_name: firstName, last_name: lastName, user_type: 'Organization', roles: [{ id: 998 }] };
      return { path: {}, body: { org_id: Number(organizationId), ...names, email, confirm_email: email } };
    },
    'PATCH /api/users': ({ user }) => ({ path: {}, body: { id: user, first_name: 'Dana' } }),
    'PATCH /api/users/{id}': ({ user }) => ({ path: { id: user }, body: { first_name: 'Dana' } }),
    'GET /api/orgs/{org_id}/users/datatable': ({ orgId }) => ({ path: { org_id: orgId } }),
    'PATCH /api/users/{id}/mvc-settings': ({ user }) => ({
      path: { id: user },
      body: { mvc_settings: { enabled: true } },
    }),
  },
  selections: {
    resendUserInvitations: '{ outcomes { userId } userErrors { field code message } }',
    setUsersActive: '{ outcomes { userId } userErrors { field code message } }',
  },
  auditedElsewhere: [
    'Query.user', // user-page.test.ts
    'Mutation.setUserNotificationType',
  ],
  once: [
    'Mutation.createUser',
    'Mutation.resendUserInvitations',
    'Mutation.updateUser',
    'PATCH /api/users',
    'PATCH /api/users/{id}',
    'POST /api/users',
  ],
  unversioned: {
    'Mutation.createUser': 'adds',
    'Mutation.resendUserInvitations': 'secret',
    'Mutation.setUserActive': 'one value',
    'Mutation.setUserNotificationType': 'one value',
    'Mutation.setUserVentilatorAccess': 'one value',
    'Mutation.setUsersActive': 'one value',
    'Mutation.unlockUser': 'ends',
    'POST /api/users': 'adds',
  },
  versioned: {
    'PATCH /api/users': user(true),
    'PATCH /api/users/{id}': user(false),
    'PATCH /api/users/{id}/mvc-settings': ventilator,
  },
  files: [
    ['GET /api/orgs/{org_id}/users/datatable', 'view.user', 'export.user', false],
    ['GET /api/users/datatable', 'view.user', 'export.user', false],
  ],
  times: {
    'GET /api/orgs/{org_id}/users/datatable': [],
    'GET /api/users/datatable': [],
  },
  viewerFields: [
    ['viewerCanCreateUsers', 'org', 'create.user'],
    ['viewerCanInviteUsers', 'org', 'update.user.invitation'],
    ['viewerCanListUsers', 'org', 'view.user'],
    ['viewerCanListUsers', 'support', 'viewAny.user'],
    ['viewerCanViewAnyUser', 'support', 'viewAny.user'],
  ],
  lists: {
    users: { field: 'users', table: '/api/users/datatable' },
  },
};
