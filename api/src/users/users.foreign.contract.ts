import type { Contract } from '../../test/contract/contract.ts';
import { toGlobalId } from '../shared/node.ts';

const foreignPerson = { firstName: 'Dana', lastName: 'Reyes', userType: 'ORGANIZATION', role: 'org.ep.staff' };
const email = 'foreign@example.test';
const foreignNewcomer = (org: number) => ({
  organizationId: String(org),
  ...foreignPerson,
  email,
  confirmEmail: email,
});

/** Positions of ids of users: an id of another organization is refused, typed from the documents. */
export const contract: Contract = {
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
};
