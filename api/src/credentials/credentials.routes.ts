import { scopesAmong } from '../auth/scopes.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import { renameRefusals, type Refusal } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import {
  checkGenerateApiKey,
  checkRegenerateApiKey,
  findApiKey,
  generateApiKey,
  regenerateApiKey,
  revokeApiKey,
  type ApiKeyRow,
  type NewApiKey,
} from './api-keys.service.ts';
import {
  checkToken,
  createToken,
  deleteToken,
  findToken,
  listTokens,
  type TokenRow,
} from './personal-access-tokens.service.ts';

const TOKENS = '/api/users/{id}/personal-access-tokens';

const userOf = ({ params }: RestRequest): number => rowId('User', params.id!);

const tokenToRest = (token: TokenRow) => ({
  id: token.id,
  user_id: token.userId,
  client_id: null,
  name: token.name,
  scopes: token.scopes,
  revoked: false,
  last_four: token.lastFour,
  last_used_at: token.lastUsedAt,
  created_at: token.createdAt,
  updated_at: token.createdAt,
  expires_at: token.expiresAt,
});

const fromRest = (body: Record<string, unknown>) => ({ ...body, expiresInDays: body.expires_in_days });
const documented = <T>(work: () => Promise<T>): Promise<T> =>
  renameRefusals(work, (refusal: Refusal) => ({
    ...refusal,
    field:
      { expiresInDays: 'expires_in_days', overlapHours: 'overlap_hours' }[refusal.field] ??
      refusal.field.replace(/^scopes\.\d+$/, 'scopes'),
  }));

const scopesIn = ({ body }: RestRequest) => ({ scopes: body.scopes });
const overlapIn = ({ body }: RestRequest) => ({ overlapHours: body.overlap_hours });

const MASK = '••••';
const maskedKey = (key: ApiKeyRow | null): Reply => ({
  body: {
    client_id: key?.clientId ?? null,
    client_secret: key && MASK + key.lastFour,
    scopes: key?.scopes ?? null,
    expires_at: key?.expiresAt ?? null,
    last_used_at: key?.lastUsedAt ?? null,
  },
});
const shownKey = ({ owner, clientId, clientSecret }: NewApiKey): Reply => ({
  body: { client_id: clientId, client_secret: clientSecret },
  subject: owner.id,
});

/** Personal access tokens and API keys. {id} is the user's id. */
export const credentialsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/oauth/scopes',
    handler: async ({ viewer, locale }) => ({
      body: scopesAmong(viewer.facts.permissions).map((id) => ({ id, description: translate(locale, `scope.${id}`) })),
    }),
  },
  {
    method: 'GET',
    path: TOKENS,
    handler: async (ctx, request) => ({ body: (await listTokens(ctx, userOf(request))).map(tokenToRest) }),
  },
  {
    method: 'POST',
    path: TOKENS,
    check: (ctx, request) => documented(() => checkToken(ctx, userOf(request), fromRest(request.body))),
    handler: async (ctx, request) => {
      const { token, accessToken } = await documented(() => createToken(ctx, userOf(request), fromRest(request.body)));
      return { body: { token: tokenToRest(token), accessToken }, subject: token.id };
    },
    // A secret is shown once.
    again: async (ctx, id) => ({ body: { token: tokenToRest(await findToken(ctx, id)), accessToken: null } }),
  },
  {
    method: 'DELETE',
    path: `${TOKENS}/{tokenId}`,
    handler: async (ctx, request) => {
      await deleteToken(ctx, userOf(request), rowId('PersonalAccessToken', request.params.tokenId!));
      return { status: 204 };
    },
    again: async () => ({ status: 204 }),
  },
  {
    method: 'GET',
    path: '/api/api-key/{id}/get',
    handler: async (ctx, request) => maskedKey(await findApiKey(ctx, userOf(request))),
  },
  {
    method: 'POST',
    path: '/api/api-key/{id}/generate',
    // Documented with an empty body: the key then has every scope that may be given.
    check: (ctx, request) => documented(() => checkGenerateApiKey(ctx, userOf(request), scopesIn(request))),
    handler: async (ctx, request) =>
      shownKey(await documented(() => generateApiKey(ctx, userOf(request), scopesIn(request)))),
    again: async (ctx, id) => maskedKey(await findApiKey(ctx, id)),
  },
  {
    method: 'POST',
    path: '/api/api-key/{id}/regenerate',
    check: (ctx, request) => documented(() => checkRegenerateApiKey(ctx, userOf(request), overlapIn(request))),
    handler: async (ctx, request) =>
      shownKey(await documented(() => regenerateApiKey(ctx, userOf(request), overlapIn(request)))),
    again: async (ctx, id) => maskedKey(await findApiKey(ctx, id)),
  },
  {
    method: 'POST',
    path: '/api/api-key/{id}/revoke',
    handler: async (ctx, request) => {
      await revokeApiKey(ctx, userOf(request));
      return maskedKey(null);
    },
    again: async () => maskedKey(null),
  },
];
