import { open, type Access, type Operation } from '../auth/operation.ts';
import type { Permission } from '../auth/permissions.ts';

/** An operation on credentials, which no token may call (scopes.ts), and which asks for the password (requirement A-11). */
const changing = (permission: Permission, repeat: Operation['repeat']): Operation => ({
  ...open('session'),
  permission,
  audit: 'write',
  cost: 10,
  repeat,
  fresh: true,
});

/** The operations of this folder and the permission that each needs. */
export const credentialsAccess: Access = {
  'DELETE /api/users/{id}/personal-access-tokens/{tokenId}': changing('delete.user.security.api', 'once'),
  'GET /api/api-key/{id}/get': { ...open('session'), permission: 'legacy.api.token.generate' },
  'GET /api/users/{id}/personal-access-tokens': {
    ...open('session'),
    permission: ['api.token.access', 'api.token.generate'],
  },
  'GET /oauth/scopes': open('session'),
  'Mutation.createPersonalAccessToken': {
    ...changing('create.user.security.api', 'once'),
    shownOnce: ['accessToken'],
  },
  'Mutation.deletePersonalAccessToken': changing('delete.user.security.api', 'once'),
  'Mutation.generateApiKey': {
    ...changing('legacy.api.token.generate', 'once'),
    shownOnce: ['clientSecret'],
  },
  'Mutation.regenerateApiKey': {
    ...changing('legacy.api.token.generate', 'once'),
    shownOnce: ['clientSecret'],
  },
  'Mutation.revokeApiKey': changing('legacy.api.token.generate', 'once'),
  'POST /api/api-key/{id}/generate': changing('legacy.api.token.generate', 'once'),
  'POST /api/api-key/{id}/regenerate': changing('legacy.api.token.generate', 'once'),
  'POST /api/api-key/{id}/revoke': changing('legacy.api.token.generate', 'once'),
  'POST /api/users/{id}/personal-access-tokens': changing('create.user.security.api', 'once'),
  'POST /oauth/token': open('public'),
};
