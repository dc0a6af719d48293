import { take } from '../auth/counters.ts';
import { mails } from '../auth/limits.ts';
import type { Scope } from '../auth/scopes.ts';
import { newSecret } from '../auth/secret.ts';
import { NOW, write } from '../db/write.ts';
import { queueMail } from '../mail/mail.service.ts';
import { organizationOf } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, refuse } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { addKeyIn, renewKeyIn } from './api-key-secret.ts';
import { chosenScopes } from './chosen-scopes.ts';
import { canManageApiKeys, mayHaveApiKey, scopesToGive, type Owner } from './credentials.policy.ts';
import { apiKeyRules, regenerateRules } from './credentials.rules.ts';
import { findOwner } from './owner.service.ts';

/** The API key of a user, without its secret. */
export interface ApiKeyRow {
  id: number;
  userId: number;
  clientId: string;
  lastFour: string;
  scopes: string[];
  createdAt: Date;
  renewedAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  /** Until when the secret before the last regeneration works; null when it does not. */
  previousUntil: Date | null;
}

/** The credentials of a key when they were made: the only time that the secret is known. */
export interface NewApiKey {
  owner: Owner;
  clientId: string;
  clientSecret: string;
}

const COLUMNS = `id, user_id as "userId", client_id as "clientId", last_four as "lastFour", scopes, created_at as "createdAt",
  renewed_at as "renewedAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
  case when previous_until > now() then previous_until end as "previousUntil"`;

const timeOf = (value: Date | null) => value && new Date(value);
const asTimes = (row: ApiKeyRow): ApiKeyRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  renewedAt: new Date(row.renewedAt),
  expiresAt: new Date(row.expiresAt),
  lastUsedAt: timeOf(row.lastUsedAt),
  previousUntil: timeOf(row.previousUntil),
});

/**
 * Returns the API key of each user, in the order of the ids; null without one. For `ctx.loader`, which must name only
 * users whose key the viewer may manage.
 */
export async function apiKeysOfUsers(ctx: Context, userIds: readonly number[]): Promise<(ApiKeyRow | null)[]> {
  const rows = await ctx.asAuth('read', (em) =>
    em.execute<ApiKeyRow[]>(
      `select ${COLUMNS} from api_keys where user_id in (${userIds.map(() => '?').join(', ')}) and revoked_at is null`,
      [...userIds],
    ),
  );
  const byUser = new Map(rows.map((row) => [row.userId, asTimes(row)]));
  return userIds.map((id) => byUser.get(id) ?? null);
}

/**
 * Returns the user whose key the viewer may manage. Throws NotFound or Forbidden, and refuses a user who is not of the
 * organization's level.
 */
async function findManaged(ctx: Context, userId: number): Promise<Owner> {
  const owner = await findOwner(ctx, userId);
  authorize(canManageApiKeys(ctx.viewer, owner, await organizationOf(ctx, { organization: { id: owner.orgId } })));
  if (!mayHaveApiKey(owner)) refuse([{ field: '', code: 'api_key.org_level', message: 'api_key.org_level' }]);
  return owner;
}

/** Returns the API key of a user; null without one. */
export async function findApiKey(ctx: Context, userId: number): Promise<ApiKeyRow | null> {
  const owner = await findManaged(ctx, userId);
  return ctx.loader(apiKeysOfUsers).load(owner.id);
}

const refused = (code: 'api_key.exists' | 'api_key.none') => new InvalidInput([{ field: '', code, message: code }]);

/** Runs every check of `generateApiKey` without writing. */
export async function checkGenerateApiKey(
  ctx: Context,
  userId: number,
  raw: unknown,
): Promise<{ owner: Owner; scopes: Scope[] }> {
  const owner = await findManaged(ctx, userId);
  const { scopes: asked } = await validate(apiKeyRules, raw);
  const given = scopesToGive(ctx.viewer, owner);
  const scopes = asked ? chosenScopes(given, asked) : given;
  if (scopes.length === 0) refuse([{ field: '', code: 'api_key.no_scopes', message: 'api_key.no_scopes' }]);
  return { owner, scopes };
}

/**
 * Makes the API key of a user, with the chosen scopes among those that the viewer and the user both hold, or without a
 * choice with all of them. Refuses a second one. The secret is shown once and not kept; a mail informs the user.
 */
export async function generateApiKey(ctx: Context, userId: number, raw: unknown): Promise<NewApiKey> {
  const { owner, scopes } = await checkGenerateApiKey(ctx, userId, raw);
  await take(ctx, mails(ctx));
  const clientSecret = newSecret('key');
  const clientId = await ctx.asAuth('write', async (em) => {
    const made = await addKeyIn(
      em,
      { orgId: owner.orgId, userId: owner.id, madeBy: ctx.viewer.userId, scopes },
      clientSecret,
    );
    if (!made) return made;
    await write(em).updateTable('users').set({ has_api: true }).where('id', '=', owner.id).execute();
    await queueMail(em, owner.id, 'api-key-changed');
    return made;
  });
  if (!clientId) throw refused('api_key.exists');
  ctx.note({ user: owner.id, clientId, scopes });
  return { owner, clientId, clientSecret };
}

/** Runs every check of `regenerateApiKey` without writing. */
export async function checkRegenerateApiKey(
  ctx: Context,
  userId: number,
  raw: unknown,
): Promise<{ owner: Owner; hours: number; scopes: string[] }> {
  const owner = await findManaged(ctx, userId);
  const { overlapHours } = await validate(regenerateRules, raw);
  // Not by the loader, which would keep the key as it is before the act.
  const [key] = await apiKeysOfUsers(ctx, [owner.id]);
  if (!key) throw refused('api_key.none');
  // Those that were chosen, as far as both still hold them: the viewer sees the secret.
  const scopes = scopesToGive(ctx.viewer, owner).filter((scope) => key.scopes.includes(scope));
  if (scopes.length === 0) refuse([{ field: '', code: 'api_key.scopes_gone', message: 'api_key.scopes_gone' }]);
  return { owner, hours: overlapHours ?? 0, scopes };
}

/**
 * Gives the API key of a user a new secret. It keeps its scopes, as far as the viewer and the user hold them. The old one and its access tokens end at once, or after `overlapHours`, at
 * most 24; a mail informs the user. Refuses one without a key.
 */
export async function regenerateApiKey(ctx: Context, userId: number, raw: unknown): Promise<NewApiKey> {
  const { owner, hours, scopes } = await checkRegenerateApiKey(ctx, userId, raw);
  const clientSecret = newSecret('key');
  await take(ctx, mails(ctx));
  const clientId = await ctx.asAuth('write', async (em) => {
    const renewed = await renewKeyIn(
      em,
      { orgId: owner.orgId, userId: owner.id, madeBy: ctx.viewer.userId, scopes, hours },
      clientSecret,
    );
    if (renewed) await queueMail(em, owner.id, 'api-key-changed');
    return renewed;
  });
  if (!clientId) throw refused('api_key.none');
  ctx.note({ user: owner.id, clientId, overlapHours: hours });
  return { owner, clientId, clientSecret };
}

/**
 * Ends the API key of a user, with its secret and its access tokens; a mail informs the user. Refuses one without a key.
 */
export async function revokeApiKey(ctx: Context, userId: number): Promise<Owner> {
  const owner = await findManaged(ctx, userId);
  const row = await ctx.asAuth('write', async (em) => {
    const revoked = await write(em)
      .updateTable('api_keys')
      .set({ revoked_at: NOW })
      .where('org_id', '=', owner.orgId)
      .where('user_id', '=', owner.id)
      .where('revoked_at', 'is', null)
      .returning('client_id as clientId')
      .executeTakeFirst();
    if (!revoked) return revoked;
    await write(em).updateTable('users').set({ has_api: false }).where('id', '=', owner.id).execute();
    await queueMail(em, owner.id, 'api-key-revoked');
    return revoked;
  });
  if (!row) throw refused('api_key.none');
  ctx.note({ user: owner.id, clientId: row.clientId });
  return owner;
}
