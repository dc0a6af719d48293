import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { countAttempt } from '../auth/counters.ts';
import { sender } from '../auth/refusals.ts';
import { isScope } from '../auth/scopes.ts';
import { digestOf, kindOfSecret, newSecret } from '../auth/secret.ts';
import { IS_ACTIVE } from '../sign-in/lockout.ts';
import { HAS_API_KEY_ROLE } from '../auth/token-read.ts';
import { NOW, write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { TooMany } from '../shared/errors.ts';
import { isGuid } from '../shared/node.ts';
import { networkOf } from '../shared/network.ts';

/** How long an access token works. A client asks for another one, so a stolen one is of little use. */
export const ACCESS_TOKEN_SECONDS = 3600;
export const REQUESTS_PER_MINUTE = 60;
const MINUTE_SECONDS = 60;

/** A refusal in the form of RFC 6749, section 5.2. */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal';
  constructor(
    readonly status: 400 | 401,
    readonly code: string,
    readonly description: string,
    readonly hint?: string,
  ) {
    super(code);
  }
}

const invalidClient = () => new OAuthRefusal(401, 'invalid_client', 'Client authentication failed');
const invalidRequest = (parameter: string) =>
  new OAuthRefusal(
    400,
    'invalid_request',
    'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.',
    `Check the \`${parameter}\` parameter`,
  );

export interface TokenRequest {
  grantType: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}

/**
 * Returns the parameters of a request: those of the body, else those of the Authorization header, whose two parts are
 * form-encoded (RFC 6749, section 2.3.1).
 */
export function tokenRequestOf(body: Record<string, unknown>, authorization: string | undefined): TokenRequest {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return {
    grantType: text('grant_type'),
    clientId: text('client_id') || formDecoded(id!),
    clientSecret: text('client_secret') || formDecoded(secret.join(':')),
    scope: text('scope'),
  };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

interface Key {
  id: number;
  orgId: number;
  userId: number;
  keyDigest: Buffer;
  scopes: string[];
  isPermitted: boolean;
}

const KEY = `
  select k.id, k.org_id as "orgId", k.user_id as "userId", k.scopes, d.digest as "keyDigest", ${HAS_API_KEY_ROLE} as "isPermitted"
    from api_keys k join users u on u.id = k.user_id join organizations o on o.id = k.org_id,
      lateral (values (k.digest, 'infinity'::timestamptz), (k.previous_digest, k.previous_until)) d (digest, works_until)
   where k.client_id = ? and k.revoked_at is null and k.expires_at > now() and d.works_until > now() and ${IS_ACTIVE}`;

/** Returns the key of right credentials. An unknown client, a wrong secret and an ended key have the same answer. */
async function findKey(ctx: Context, { clientId, clientSecret }: TokenRequest): Promise<Key> {
  const wrong = (userId: number | null) => {
    ctx.app.securityLog.note({ ...sender(ctx), kind: 'api_key', userId });
    return invalidClient();
  };
  if (!isGuid(clientId) || kindOfSecret(clientSecret) !== 'key') throw wrong(null);
  const keys = await ctx.asAuth('read', (em) => em.execute<Key[]>(KEY, [clientId]));
  const digest = digestOf(clientSecret);
  const key = keys.find(({ keyDigest }) => timingSafeEqual(Buffer.from(keyDigest), digest));
  if (!key && keys[0]) await record(ctx, keys[0], 'denied');
  if (!key) throw wrong(keys[0]?.userId ?? null);
  return key;
}

/**
 * Exchanges the credentials of an API key for an access token with the requested scopes, or all of the key's (RFC 6749,
 * section 4.4). Throws OAuthRefusal, and TooMany for more than 60 requests of an address in a minute.
 */
export async function issueAccessToken(
  ctx: Context,
  request: TokenRequest,
): Promise<{ accessToken: string; expiresIn: number; scope: string }> {
  if (request.grantType !== 'client_credentials')
    throw new OAuthRefusal(
      400,
      'unsupported_grant_type',
      'The authorization grant type is not supported by the authorization server.',
      'Check that all required parameters have been provided',
    );
  if (!request.clientId) throw invalidRequest('client_id');
  if (!request.clientSecret) throw invalidRequest('client_secret');
  const requests = await countAttempt(ctx, `oauth-token:${networkOf(ctx.request.ip)}`, MINUTE_SECONDS);
  if (requests > REQUESTS_PER_MINUTE) throw new TooMany(MINUTE_SECONDS);
  const key = await findKey(ctx, request);
  if (!key.isPermitted)
    throw new OAuthRefusal(
      400,
      'unauthorized_client',
      'The authenticated client is not authorized to use this authorization grant type.',
    );
  const scopes = scopesOf(key, request.scope);
  const accessToken = newSecret('access');
  await ctx.asAuth('write', async (em) => {
    await write(em)
      .insertInto('api_key_tokens')
      .values({
        digest: digestOf(accessToken),
        org_id: key.orgId,
        api_key_id: key.id,
        key_digest: Buffer.from(key.keyDigest),
        scopes,
        expires_at: sql<string>`now() + make_interval(secs => ${ACCESS_TOKEN_SECONDS})`,
      })
      .execute();
    await write(em).updateTable('api_keys').set({ last_used_at: NOW }).where('id', '=', key.id).execute();
  });
  await record(ctx, key, 'done');
  return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, scope: scopes.join(' ') };
}

function scopesOf(key: Key, asked: string): string[] {
  const names = [...new Set(asked.split(' ').filter(Boolean))];
  const wrong = names.find((name) => !isScope(name) || !key.scopes.includes(name));
  if (wrong !== undefined)
    throw new OAuthRefusal(
      400,
      'invalid_scope',
      'The requested scope is invalid, unknown, or malformed',
      `Check the \`${wrong.replace(/[^\w.-]/g, '').slice(0, 64)}\` scope`,
    );
  return names.length > 0 ? names : key.scopes;
}

/** Writes the audit line of an exchange: of the user that the key acts for. */
const record = (ctx: Context, { orgId, userId, id }: Key, outcome: 'done' | 'denied') =>
  ctx.asAuth('write', (em) =>
    write(em)
      .insertInto('audit_log')
      .values({
        org_id: orgId,
        actor_user_id: userId,
        actor_type: 'api-key',
        operation: 'POST /oauth/token',
        outcome,
        properties: JSON.stringify({ apiKey: id }),
        ip: ctx.request.ip,
        request_id: ctx.request.id,
      })
      .execute(),
  );
