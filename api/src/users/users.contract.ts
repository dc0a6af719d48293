import type { Contract } from '../../test/contract/contract.ts';
import { MEMBERSHIP, READ, type Rights } from '../../test/contract/grants.fixture.ts';
import { newcomer, person, type Things } from '../../test/contract/permissions.fixture.ts';
import { user, ventilator } from '../../test/contract/versions.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

const renamed = ({ user }: Things) => ({ userId: String(user), ...person });
const foreignPerson = { firstName: 'Dana', lastName: 'Reyes', userType: 'ORGANIZATION', role: 'org.ep.staff' };
const email = 'foreign@example.test';
const foreignNewcomer = (org: number) => ({
  organizationId: String(org),
  ...foreignPerson,
  email,
  confirmEmail: email,
});
// What lists and names show, also to partners; the rest is in user_accounts, which only the own organization reads. Administrators make and change
// accounts. A password and the verification of an address: the sign-in's role.
const USER =
  'first_name last_name phone user_type locale is_clinician notification_type mvc_enabled invitation_expires_at';
const COLLEAGUE: Rights = {
  select: 'id org_id email first_name last_name active locked email_verified_at version',
  insert: `id org_id email ${USER}`,
  update: `active locked guessed_at version ${USER}`,
};

const newUser = (org_id: number, user_type = 'Organization') => ({
  org_id,
  id: 1_000_000 + org_id,
  email: `new.${org_id}@example.test`,
  first_name: 'Robin',
  last_name: 'Quill',
  user_type,
  locale: 'en',
  is_clinician: false,
  notification_type: 'Email',
  mvc_enabled: false,
});
const account = (org_id: number) => {
  const { locale: _, ...derived } = newUser(org_id);
  return {
    ...derived,
    two_factor_app_enabled: false,
    two_factor_sms_enabled: false,
    has_api: false,
    active: true,
    locked: false,
    created_at: new Date(),
    version: 1,
  };
};
const role = (org_id: number, user_id: number, role_id: number) => ({ org_id, user_id, role_id });
const place = (org_id: number, user_id: number, location_id: number) => ({ org_id, user_id, location_id });
const member = (org_id: number, user_id: number, group_id: number) => ({ org_id, user_id, group_id });

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
  foreignVariables: {
    'Query.userStatusCounts orgId': ({ org }) => ({ orgId: String(org) }),
    'Query.users orgId': ({ org }) => ({ orgId: String(org) }),
    'Mutation.setUserActive input.userId': ({ user }) => ({ input: { userId: String(user), active: false } }),
    'Mutation.setUsersActive input.selection.userIds': ({ user }) => ({
      input: { selection: { userIds: [String(user)] }, active: true },
    }),
    'Mutation.setUsersActive input.selection.matching.orgId': ({ org }) => ({
      input: { selection: { matching: { orgId: String(org) } }, active: true },
    }),
    'Mutation.resendUserInvitations input.selection.userIds': ({ user }) => ({
      input: { selection: { userIds: [String(user)] } },
    }),
    'Mutation.resendUserInvitations input.selection.matching.orgId': ({ org }) => ({
      input: { selection: { matching: { orgId: String(org) } } },
    }),
    'Mutation.unlockUser input.userId': ({ user }) => ({ input: { userId: String(user) } }),
    'Mutation.setUserVentilatorAccess input.userId': ({ user }) => ({ input: { userId: String(user), enabled: true } }),
    'Query.node id (User)': ({ user }) => ({ id: toGlobalId('User', user) }),
    'Query.user id': ({ user }) => ({ id: String(user) }),
    'Mutation.setUserNotificationType input.userId': ({ user }) => ({
      input: { userId: String(user), notificationType: 'EMAIL' },
    }),
    'Query.newUserForm organizationId': ({ org }) => ({ organizationId: String(org) }),
    'Query.checkCreateUser input.organizationId': ({ org }) => ({ input: foreignNewcomer(org) }),
    'Mutation.createUser input.organizationId': ({ org }) => ({ input: foreignNewcomer(org) }),
    'Query.userForm userId': ({ user }) => ({ userId: String(user) }),
    'Query.checkUpdateUser input.userId': ({ user }) => ({ input: { userId: String(user), ...foreignPerson } }),
    'Mutation.updateUser input.userId': ({ user }) => ({ input: { userId: String(user), ...foreignPerson } }),
  },
  foreignAddresses: {
    'GET /api/orgs/{org_id}/users/datatable {org_id}': ({ org }) => ({ path: { org_id: org } }),
    'PATCH /api/users/{id}/mvc-settings {id}': ({ user }) => ({
      path: { id: user },
      body: { mvc_settings: { enabled: true } },
    }),
    'GET /api/users/{id} {id}': ({ user }) => ({ path: { id: user } }),
    'PATCH /api/users/{id} {id}': ({ user }) => ({ path: { id: user }, body: { first_name: 'Dana' } }),
    'PATCH /api/users id': ({ user }) => ({ path: {}, body: { id: user, first_name: 'Dana' } }),
    'POST /api/users org_id': ({ org }) => ({ path: {}, body: { org_id: org, email, confirm_email: email } }),
    'GET /api/user-types/{id} {id}': ({ org }) => ({ path: { id: org } }),
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
  rights: {
    users: {
      org: COLLEAGUE,
      support: COLLEAGUE,
      auth: { select: 'all', update: 'all' },
      definer: { select: 'all', update: 'all' },
    },
    user_accounts: { org: READ, support: READ, definer: { select: 'all', insert: 'all', update: 'all' } },
    user_roles: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: READ },
    user_locations: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: MEMBERSHIP },
    user_groups: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: READ },
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
  change: {
    users: "phone = 'changed'",
  },
  newRows: (w) => [
    ['user_locations', 'definer', place(w.a, w.colleague, w.a1), true],
    ['users', 'a', newUser(w.a), true],
    ['users', 'limited', newUser(w.a, 'Location'), true],
    ['users', 'limited', newUser(w.a), false],
    ['users', 'support', newUser(w.a), true],
    ['users', 'acting', newUser(w.a), true],
    ['users', 'acting', newUser(w.b), false],
    ['users', 'a', newUser(w.b), false],
    ['users', 'c', newUser(w.c), false], // without create.user
    ['users', 'anonymous', newUser(w.a), false],
    ['user_accounts', 'definer', account(w.a), false], // no such user
    ['user_roles', 'a', role(w.a, w.colleague, 5), true],
    ['user_roles', 'a', role(w.a, w.userA, 5), false],
    ['user_roles', 'a', role(w.a, w.colleague, 12), false],
    ['user_roles', 'a', role(w.b, w.userB, 5), false],
    ['user_roles', 'limited', role(w.a, w.colleague, 5), false],
    ['user_roles', 'support', role(w.a, w.colleague, 5), true],
    ['user_roles', 'acting', role(w.a, w.colleague, 5), true],
    ['user_roles', 'acting', role(w.c, w.userC, 5), false],
    ['user_roles', 'support', role(w.b, w.userB, 5), false],
    ['user_roles', 'c', role(w.c, w.userC, 5), false],
    ['user_locations', 'a', place(w.a, w.colleague, w.a1), true],
    ['user_locations', 'a', place(w.a, w.userA, w.a3), false],
    ['user_locations', 'limited', place(w.a, w.colleague, w.a1), true],
    ['user_locations', 'limited', place(w.a, w.colleague, w.a3), false],
    ['user_locations', 'support', place(w.a, w.colleague, w.a1), true],
    ['user_locations', 'acting', place(w.a, w.colleague, w.a1), true],
    ['user_locations', 'acting', place(w.b, w.userB, w.b2), false],
    ['user_locations', 'support', place(w.b, w.userB, w.b2), false],
    ['user_groups', 'a', member(w.a, w.colleague, w.groupA), true],
    ['user_groups', 'a', member(w.a, w.userA, w.groupA3), false],
    ['user_groups', 'limited', member(w.a, w.colleague, w.groupA), true],
    ['user_groups', 'limited', member(w.a, w.colleague, w.groupA3), false],
    ['user_groups', 'support', member(w.a, w.colleague, w.groupA), true],
    ['user_groups', 'acting', member(w.a, w.colleague, w.groupA), true],
    ['user_groups', 'acting', member(w.b, w.userB, w.groupB2), false],
    ['user_groups', 'support', member(w.b, w.userB, w.groupB2), false],
  ],
};
