import { read, write, type Access } from '../auth/operation.ts';

const readNew = { ...read('create.user', 'none'), phi: false, audit: 'none' } as const;
const readExisting = { ...readNew, permission: 'update.user' } as const;
const create = { ...write('create.user', 'once'), phi: false } as const;
const update = { ...write('update.user', 'once'), phi: false } as const;

/** The operations of the form of a user and the permission that each needs. */
export const userFormAccess: Access = {
  'GET /api/user-types/{id}': readNew,
  'GET /api/users/{id}': { ...read(['view.user', 'viewAny.user'], 'none'), phi: false, audit: 'none' },
  // They give roles and change phone numbers (requirement A-11).
  'Mutation.createUser': { ...create, fresh: true },
  'Mutation.updateUser': { ...update, fresh: true },
  'PATCH /api/users': update,
  // Every user saves their own password; what else it changes takes update.user in the service.
  'PATCH /api/users/{id}': { ...update, permission: 'session' },
  'POST /api/users': create,
  'Query.checkCreateUser': readNew,
  'Query.checkUpdateUser': readExisting,
  'Query.newUserForm': readNew,
  'Query.userForm': readExisting,
  'Query.userFormOrganizations': readNew,
};
