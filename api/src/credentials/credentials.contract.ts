import type { Contract } from '../../test/contract/contract.ts';
import { accessTokenRow, apiKeyRow, apiKeyTokenRow } from '../../test/contract/isolation.fixture.ts';

const NEW_TOKEN = { name: 'abc', scopes: ['view.patient'] };

/** What the contract tests expect of credentials, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Tokens and API keys: document 001, sections 6 and 7. The exchange of a key writes its own line.
    'POST /oauth/token': ['public', 'none'],
    'GET /oauth/scopes': ['session', 'none'],
    'GET /api/users/{id}/personal-access-tokens': ['api.token.access | api.token.generate', 'none'],
    'POST /api/users/{id}/personal-access-tokens': ['create.user.security.api', 'write'],
    'DELETE /api/users/{id}/personal-access-tokens/{tokenId}': ['delete.user.security.api', 'write'],
    'Mutation.createPersonalAccessToken': ['create.user.security.api', 'write'],
    'Mutation.deletePersonalAccessToken': ['delete.user.security.api', 'write'],
    'GET /api/api-key/{id}/get': ['legacy.api.token.generate', 'none'],
    'POST /api/api-key/{id}/generate': ['legacy.api.token.generate', 'write'],
    'POST /api/api-key/{id}/regenerate': ['legacy.api.token.generate', 'write'],
    'POST /api/api-key/{id}/revoke': ['legacy.api.token.generate', 'write'],
    'Mutation.generateApiKey': ['legacy.api.token.generate', 'write'],
    'Mutation.regenerateApiKey': ['legacy.api.token.generate', 'write'],
    'Mutation.revokeApiKey': ['legacy.api.token.generate', 'write'],
  },
  variables: {
    'Mutation.createPersonalAccessToken': ({ staff }) => ({
      input: { userId: String(staff.tokenOwner), ...NEW_TOKEN },
    }),
    'Mutation.deletePersonalAccessToken': ({ staff }) => ({
      input: { userId: String(staff.tokenOwner), tokenId: String(staff.token) },
    }),
    'Mutation.generateApiKey': ({ staff }) => ({
      input: { userId: String(staff.tokenOwner), scopes: ['view.patient'] },
    }),
    'Mutation.regenerateApiKey': ({ staff }) => ({ input: { userId: String(staff.keyOwner) } }),
    'Mutation.revokeApiKey': ({ staff }) => ({ input: { userId: String(staff.keyOwner) } }),
  },
  addresses: {
    'GET /oauth/scopes': () => ({ path: {} }),
    'GET /api/users/{id}/personal-access-tokens': ({ staff }) => ({ path: { id: staff.tokenOwner } }),
    'POST /api/users/{id}/personal-access-tokens': ({ staff }) => ({ path: { id: staff.tokenOwner }, body: NEW_TOKEN }),
    'DELETE /api/users/{id}/personal-access-tokens/{tokenId}': ({ staff }) => ({
      path: { id: staff.tokenOwner, tokenId: staff.token },
    }),
    'GET /api/api-key/{id}/get': ({ staff }) => ({ path: { id: staff.keyOwner } }),
    'POST /api/api-key/{id}/generate': ({ staff }) => ({ path: { id: staff.tokenOwner } }),
    'POST /api/api-key/{id}/regenerate': ({ staff }) => ({ path: { id: staff.keyOwner } }),
    'POST /api/api-key/{id}/revoke': ({ staff }) => ({ path: { id: staff.keyOwner } }),
  },
  foreignVariables: {
    'Mutation.createPersonalAccessToken input.userId': ({ user }) => ({
      input: { userId: String(user), name: 'abc', scopes: ['view.patient'] },
    }),
    'Mutation.deletePersonalAccessToken input.userId': ({ user }, own) => ({
      input: { userId: String(user), tokenId: String(own.tokens[0]) },
    }),
    'Mutation.deletePersonalAccessToken input.tokenId': ({ tokens }, own) => ({
      input: { userId: String(own.user), tokenId: String(tokens[1]) },
    }),
    'Mutation.generateApiKey input.userId': ({ user }) => ({
      input: { userId: String(user), scopes: ['view.patient'] },
    }),
    'Mutation.regenerateApiKey input.userId': ({ user }) => ({ input: { userId: String(user) } }),
    'Mutation.revokeApiKey input.userId': ({ user }) => ({ input: { userId: String(user) } }),
  },
  foreignAddresses: {
    'GET /api/users/{id}/personal-access-tokens {id}': ({ user }) => ({ path: { id: user } }),
    'POST /api/users/{id}/personal-access-tokens {id}': ({ user }) => ({
      path: { id: user },
      body: { name: 'abc', scopes: ['view.patient'] },
    }),
    'DELETE /api/users/{id}/personal-access-tokens/{tokenId} {id}': ({ user }, own) => ({
      path: { id: user, tokenId: own.tokens[2] },
    }),
    'DELETE /api/users/{id}/personal-access-tokens/{tokenId} {tokenId}': ({ tokens }, own) => ({
      path: { id: own.user, tokenId: tokens[3] },
    }),
    'GET /api/api-key/{id}/get {id}': ({ user }) => ({ path: { id: user } }),
    'POST /api/api-key/{id}/generate {id}': ({ user }) => ({ path: { id: user } }),
    'POST /api/api-key/{id}/regenerate {id}': ({ user }) => ({ path: { id: user } }),
    'POST /api/api-key/{id}/revoke {id}': ({ user }) => ({ path: { id: user } }),
  },
  auditedElsewhere: [
    'POST /oauth/token', // credentials/api-keys.test.ts
  ],
  once: [
    'DELETE /api/users/{id}/personal-access-tokens/{tokenId}',
    'Mutation.createPersonalAccessToken',
    'Mutation.deletePersonalAccessToken',
    'Mutation.generateApiKey',
    'Mutation.regenerateApiKey',
    'Mutation.revokeApiKey',
    'POST /api/api-key/{id}/generate',
    'POST /api/api-key/{id}/regenerate',
    'POST /api/api-key/{id}/revoke',
    'POST /api/users/{id}/personal-access-tokens',
  ],
  unversioned: {
    'Mutation.createPersonalAccessToken': 'adds',
    'Mutation.deletePersonalAccessToken': 'ends',
    'Mutation.generateApiKey': 'secret',
    'Mutation.regenerateApiKey': 'secret',
    'Mutation.revokeApiKey': 'ends',
    'DELETE /api/users/{id}/personal-access-tokens/{tokenId}': 'ends',
    'POST /api/api-key/{id}/generate': 'secret',
    'POST /api/api-key/{id}/regenerate': 'secret',
    'POST /api/api-key/{id}/revoke': 'ends',
    'POST /api/users/{id}/personal-access-tokens': 'adds',
    'POST /oauth/token': 'account',
  },
  rights: {
    // deactivate_organization ends them, with the links and jobs, in the transaction of its audit line.
    personal_access_tokens: {
      auth: { select: 'all', insert: 'all', update: 'last_used_at revoked_at' },
      definer: { select: 'all', update: 'revoked_at' },
    },
    api_keys: {
      auth: {
        select: 'all',
        insert: 'all',
        update:
          'created_by_id digest last_four previous_digest previous_until scopes renewed_at expires_at last_used_at revoked_at',
      },
      definer: { select: 'all', insert: 'all', update: 'revoked_at' },
    },
    api_key_tokens: { auth: { select: 'all', insert: 'all', delete: true } },
  },
  change: {
    personal_access_tokens: 'revoked_at = now()',
    api_keys: 'revoked_at = now()',
  },
  newRows: (w) => [
    ['personal_access_tokens', 'auth', accessTokenRow(w.a, w.userA, 1_000_000), true],
    ['api_keys', 'auth', apiKeyRow(w.a, w.colleague), true],
    ['api_keys', 'definer', apiKeyRow(w.c, w.userC), true],
    ['api_key_tokens', 'auth', apiKeyTokenRow(w.a, w.apiKey, 1_000_000), true],
  ],
};
