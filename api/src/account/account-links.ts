import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW, write } from '../db/write.ts';
import { assertBelow, countAttempt, guess } from '../auth/counters.ts';
import { hashLinkSecret } from '../mail/mail-delivery.ts';
import type { LinkPurpose } from '../mail/mail-templates.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';

const WINDOW_SECONDS = 15 * 60;
/** Wrong secrets of one link, from any addresses. */
const TRIES_OF_LINK = 10;
/** Wrong links of one address. */
const TRIES_OF_ADDRESS = 20;
/** Longer than comparing a link takes, so that the time does not show whether one exists. */
const REFUSAL_MS = 100;

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** A valid link and the account that it opens. */
export interface AccountLink {
  id: string;
  userId: number;
  orgId: number;
  firstName: string;
  lastName: string;
  email: string;
  organization: string;
}

const refused = () => new InvalidInput([{ field: 'token', code: 'link.invalid', message: 'link.invalid' }]);

/** An invitation is for an address that is not verified, a link to a new password for one that is. */
const LINK = `
  select l.id, l.user_id as "userId", l.org_id as "orgId", l.secret_hash, u.first_name as "firstName", u.last_name as "lastName", u.email, o.name as organization
    from account_links l join users u on u.id = l.user_id join organizations o on o.id = u.org_id
   where l.id = ? and l.purpose = ? and l.expires_at > now() and u.active and o.active
     and (u.email_verified_at is null) = (l.purpose = 'invitation')`;

/**
 * Returns the link of a token, without using it. Refuses an unknown, used, replaced and expired one with the same text, and
 * in the same time.
 * After 10 wrong guesses of its secret a link is not compared for 15 minutes; an address with 20 wrong links is refused
 * for as long (TooMany).
 */
export async function findLink(ctx: Context, purpose: LinkPurpose, token: string): Promise<AccountLink> {
  const begun = performance.now();
  const address = `account-link-address:${networkOf(ctx.request.ip)}`;
  await assertBelow(ctx, address, TRIES_OF_ADDRESS, WINDOW_SECONDS);
  const [, id, secret] = TOKEN.exec(token) ?? [];
  const [link] = id
    ? await ctx.asAuth('read', (em) => em.execute<(AccountLink & { secret_hash: Buffer })[]>(LINK, [id, purpose]))
    : [];
  if (link) {
    const { secret_hash: hash, ...found } = link;
    const limit = { key: `account-link:${id}`, tries: TRIES_OF_LINK, seconds: WINDOW_SECONDS };
    if ((await guess(ctx, limit, () => timingSafeEqual(hash, hashLinkSecret(secret!)))) === 0) return found;
  }
  await countAttempt(ctx, address, WINDOW_SECONDS);
  await wait(Math.max(0, REFUSAL_MS - (performance.now() - begun)));
  throw refused();
}

/** Uses a link in the transaction of the change that it allows; refuses when another request has used it. */
export async function useLink(em: EntityManager, { id }: AccountLink): Promise<void> {
  const { numDeletedRows } = await write(em)
    .deleteFrom('account_links')
    .where('id', '=', id)
    .where('expires_at', '>', NOW)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw refused();
}

/** Returns the account that a link opens; null for a link that is not valid. */
export async function peekLink(ctx: Context, purpose: LinkPurpose, token: string): Promise<{ email: string } | null> {
  try {
    const { email } = await findLink(ctx, purpose, token);
    return { email };
  } catch (error) {
    if (error instanceof InvalidInput) return null;
    throw error;
  }
}
