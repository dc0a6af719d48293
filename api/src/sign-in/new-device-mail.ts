import type { EntityManager } from '@mikro-orm/postgresql';
import { write } from '../db/write.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { SignInFacts } from '../mail/mail-sign-ins.ts';
import type { Context } from '../shared/context.ts';
import { knownDeviceOf } from './known-device.ts';

/** Mails of an hour about new devices of one user: who signs in does not fill a mailbox. */
const MAILS_OF_HOUR = 5;
/** Sign-ins that one mail names: those that came while it waited. */
const SIGN_INS_OF_MAIL = 10;

const OF_USER = "from mails m where m.org_id = c.org_id and m.user_id = c.user_id and m.template = 'new-device'";
const FACTS = `
  select c.password_hash as "passwordHash",
      exists (select from logins l where l.user_id = c.user_id and l.session_hash <> ?) as "hasSignedIn",
      (select count(*)::int ${OF_USER} and m.created_at > now() - interval '1 hour') as mails,
      (select m.facts ${OF_USER} and m.state = 'queued' order by m.id desc limit 1) as waiting
    from user_credentials c where c.user_id = ?`;

interface Facts {
  passwordHash: string;
  hasSignedIn: boolean;
  mails: number;
  waiting: SignInFacts[] | null;
}

/**
 * Mails a user who has signed in completely from a browser that is not known (decisions/141), in the transaction that made
 * the session. Not at the first sign-in of an account. A mail that waits is replaced by one with its sign-ins too. The
 * session's trigger has locked the row of the user, so that sign-ins at once see each other's mail.
 */
export async function mailNewDevice(
  ctx: Context,
  em: EntityManager,
  userId: number,
  sessionHash: Buffer,
): Promise<void> {
  const [facts] = await em.execute<Facts[]>(FACTS, [sessionHash, userId]);
  if (!facts?.hasSignedIn || knownDeviceOf(ctx, facts.passwordHash)) return;
  if (facts.mails >= MAILS_OF_HOUR && !facts.waiting) return;
  const { ip, userAgent } = ctx.request;
  const signIn: SignInFacts = { at: ctx.app.now().toISOString(), ip, userAgent: userAgent.slice(0, 255) };
  await queueMail(em, userId, 'new-device');
  await write(em)
    .updateTable('mails')
    .set({ facts: JSON.stringify([...(facts.waiting ?? []), signIn].slice(-SIGN_INS_OF_MAIL)) })
    .where('user_id', '=', userId)
    .where('template', '=', 'new-device')
    .where('state', '=', 'queued')
    .execute();
}
