import { take } from '../auth/counters.ts';
import { mails, MAX_PERSONAL_TOKENS } from '../auth/limits.ts';
import type { Scope } from '../auth/scopes.ts';
import { digestOf, newSecret } from '../auth/secret.ts';
import { NOW, write } from '../db/write.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, NotFound } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { chosenScopes } from './chosen-scopes.ts';
import { canCreateToken, canDeleteToken, canSeeTokens, scopesToGive, type Owner } from './credentials.policy.ts';
import { MAX_CREDENTIAL_DAYS, tokenRules } from './credentials.rules.ts';
import { assertChanged, findOwner } from './owner.service.ts';

/** A token as its owner sees it, without its secret. */
export interface TokenRow {
  id: number;
  userId: number;
  name: string;
  lastFour: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

const COLUMNS = `id, user_id as "userId", name, last_four as "lastFour", scopes, created_at as "createdAt",
  expires_at as "expiresAt", last_used_at as "lastUsedAt"`;

const asTimes = (row: TokenRow): TokenRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  expiresAt: new Date(row.expiresAt),
  lastUsedAt: row.lastUsedAt && new Date(row.lastUsedAt),
});

/**
 * Returns the tokens of users that are not revoked, oldest first, in the order of the ids; also expired ones. For
 * `ctx.loader`, which must name only users whose tokens the viewer may see.
 */
export async function tokensOfUsers(ctx: Context, userIds: readonly number[]): Promise<TokenRow[][]> {
  const rows = await ctx.asAuth('read', (em) =>
    em.execute<TokenRow[]>(
      `select ${COLUMNS} from personal_access_tokens
        where user_id in (${userIds.map(() => '?').join(', ')}) and revoked_at is null order by id`,
      [...userIds],
    ),
  );
  return userIds.map((id) => rows.filter(({ userId }) => userId === id).map(asTimes));
}

/** Returns the tokens of a user that are not revoked. Throws Forbidden without the permission to see them. */
export async function listTokens(ctx: Context, userId: number): Promise<TokenRow[]> {
  const owner = await findOwner(ctx, userId);
  authorize(canSeeTokens(ctx.viewer, owner));
  return ctx.loader(tokensOfUsers).load(owner.id);
}

/** Returns a token that the viewer created and that is not revoked, for a repeat; throws NotFound otherwise. */
export async function findToken(ctx: Context, id: number): Promise<TokenRow> {
  const [row] = await ctx.asAuth('read', (em) =>
    em.execute<TokenRow[]>(
      `select ${COLUMNS} from personal_access_tokens where created_by_id = ? and id = ? and revoked_at is null`,
      [ctx.viewer.userId, id],
    ),
  );
  if (!row) throw new NotFound();
  return asTimes(row);
}

/** SQL of a user's tokens that are valid. Its parameters: organization, user. */
const VALID = `select count(*)::int from personal_access_tokens
  where org_id = ? and user_id = ? and revoked_at is null and expires_at > now()`;

const tooMany = () =>
  new InvalidInput([
    { field: 'name', code: 'token.too_many', message: 'token.too_many', values: { max: MAX_PERSONAL_TOKENS } },
  ]);

/** Runs every check of a new token without writing. */
export async function checkToken(
  ctx: Context,
  userId: number,
  raw: unknown,
): Promise<{ owner: Owner; name: string; scopes: Scope[]; days: number }> {
  const owner = await findOwner(ctx, userId);
  authorize(canCreateToken(ctx.viewer, owner));
  const [valid] = await ctx.asAuth('read', (em) => em.execute<{ count: number }[]>(VALID, [owner.orgId, owner.id]));
  if (valid!.count >= MAX_PERSONAL_TOKENS) throw tooMany();
  const { name, scopes: asked, expiresInDays } = await validate(tokenRules, raw);
  const scopes = chosenScopes(scopesToGive(ctx.viewer, owner), asked);
  return { owner, name, scopes, days: expiresInDays ?? MAX_CREDENTIAL_DAYS };
}

/**
 * Makes a token and returns it with its secret, which is shown once and not kept. Its user acts by it (058); a mail
 * informs them. Refuses more than ten valid ones of a user.
 */
export async function createToken(
  ctx: Context,
  userId: number,
  raw: unknown,
): Promise<{ token: TokenRow; accessToken: string }> {
  const { owner, name, scopes, days } = await checkToken(ctx, userId, raw);
  await take(ctx, mails(ctx));
  const accessToken = newSecret('token');
  const [row] = await ctx.asAuth('write', async (em) => {
    // Those who create tokens of one user wait for each other, so that none is beyond the limit.
    await em.execute("select pg_advisory_xact_lock(hashtext('personal_access_tokens'), ?)", [owner.id]);
    const made = await em.execute<TokenRow[]>(
      `insert into personal_access_tokens (org_id, user_id, created_by_id, name, digest, last_four, scopes, expires_at)
       select ?, ?, ?, ?, ?, ?, ?::text[], now() + make_interval(days => ?)
        where (${VALID}) < ?
       returning ${COLUMNS}`,
      [
        ...[owner.orgId, owner.id, ctx.viewer.userId, name, digestOf(accessToken), accessToken.slice(-4)],
        ...[`{${scopes.map((scope) => `"${scope}"`).join(',')}}`, days, owner.orgId, owner.id, MAX_PERSONAL_TOKENS],
      ],
    );
    if (made.length > 0) await queueMail(em, owner.id, 'token-created');
    return made;
  });
  if (!row) throw tooMany();
  ctx.note({ user: owner.id, token: row.id, scopes });
  return { token: asTimes(row), accessToken };
}

/**
 * Revokes a token of a user: the next request with it is refused. A mail informs the user. Throws NotFound for a token of
 * another user.
 */
export async function deleteToken(ctx: Context, userId: number, tokenId: number): Promise<Owner> {
  const owner = await findOwner(ctx, userId);
  authorize(canDeleteToken(ctx.viewer, owner));
  const revoked = await ctx.asAuth('write', async (em) => {
    const rows = await write(em)
      .updateTable('personal_access_tokens')
      .set({ revoked_at: NOW })
      .where('org_id', '=', owner.orgId)
      .where('user_id', '=', owner.id)
      .where('id', '=', tokenId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    if (rows.length > 0) await queueMail(em, owner.id, 'token-deleted');
    return rows;
  });
  assertChanged(revoked);
  ctx.note({ user: owner.id, token: tokenId });
  return owner;
}
