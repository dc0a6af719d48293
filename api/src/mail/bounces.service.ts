import { createHash, timingSafeEqual } from 'node:crypto';
import { assertBelow, countAttempt } from '../auth/counters.ts';
import type { Context } from '../shared/context.ts';
import { NotFound, Unauthenticated } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { validate } from '../shared/validate.ts';
import { bouncesRules } from './bounces.rules.ts';

/** Wrong secrets of an address of the network in the window, after which none is compared. */
const TRIES = 10;
const WINDOW_SECONDS = 15 * 60;

/**
 * The address does not exist, or is disabled. A refused text (5.6, 5.7, 554) or a full mailbox (5.2.2) must not cost the
 * user all other mails. Source: RFC 5321 and RFC 3463.
 */
const NO_ADDRESS = /^5(5[013]|\.1\.\d+|\.2\.1)$/;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns the password of an Authorization header of type Basic; null for any other header. */
function passwordIn(authorization: string | undefined): string | null {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  const [, password] = /:(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return password ?? null;
}

/** Throws NotFound without a configured secret, Unauthenticated for a wrong one, and TooMany after 10 in 15 minutes. */
async function assertMailServer(ctx: Context, authorization: string | undefined): Promise<void> {
  const { mailBounceSecret: secret } = ctx.app.config;
  if (!secret) throw new NotFound();
  const key = `mail-bounces:${networkOf(ctx.request.ip)}`;
  await assertBelow(ctx, key, TRIES, WINDOW_SECONDS);
  const given = passwordIn(authorization);
  if (given !== null && timingSafeEqual(digest(given), digest(secret))) return;
  await countAttempt(ctx, key, WINDOW_SECONDS);
  throw new Unauthenticated();
}

/**
 * Takes the mail server's report of mails that came back after it had taken them. No mail is sent any more to an address
 * of a user that does not exist; other addresses and failures are ignored. Returns the number of
 * reported mails, also when the same report arrives again.
 */
export async function takeBounces(ctx: Context, authorization: string | undefined, raw: unknown): Promise<number> {
  await assertMailServer(ctx, authorization);
  const { bounces } = await validate(bouncesRules, raw);
  const final = bounces.filter(({ status }) => NO_ADDRESS.test(status));
  await ctx.asAuth('write', (em) =>
    em.execute(
      `insert into suppressed_emails (email, reason)
       select distinct on (u.id) u.email, b.status from jsonb_to_recordset(?::jsonb) as b (email text, status text)
         join users u on lower(u.email) = lower(b.email) order by u.id, b.status
       on conflict (lower(email)) do nothing`,
      [JSON.stringify(final)],
    ),
  );
  return bounces.length;
}
