import { read, write, type Access } from '../../auth/operation.ts';

const readNew = { ...read('create.user', 'none'), phi: false, audit: 'none' } as const;
const readExisting = { ...readNew, permission: 'update.user' } as const;
// They give roles and change phone numbers (requirement A-11).
const create = { ...write('create.user', 'once'), phi: false, fresh: true } as const;
const update = { ...write('update.user', 'once'), phi: false, fresh: true } as const;
/** The documented path also unlocks, invites and activates, and saves one's own password, which asks for it anyway. */
const updateOrAct = { ...update, fresh: 'by-act' } as const;

/** The operations of the form of a user and the permission that each needs. */
export const userFormAccess: Access = {
  'GET /api/user-types/{id}': readNew,
  // One's own, or that of a user that the viewer may view, like Query.user (users.policy.ts).
  'GET /api/users/{id}': { ...read('session', 'none'), phi: false, audit: 'none', scope: 'none' },
  'Mutation.createUser': create,
  'Mutation.updateUser': update,
  'PATCH /api/users': updateOrAct,
  // Every user saves their own password; what else it changes takes update.user in the service.
  'PATCH /api/users/{id}': { ...updateOrAct, permission: 'session' },
  'POST /api/users': create,
  'Query.checkCreateUser': readNew,
  'Query.checkUpdateUser': readExisting,
  'Query.newUserForm': readNew,
  'Query.userForm': readExisting,
  'Query.userFormOrganizations': readNew,
};
