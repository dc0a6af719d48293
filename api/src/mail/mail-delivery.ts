import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NOW, write } from '../db/write.ts';
import { decryptColumn, encryptColumn } from '../shared/cipher.ts';
import type { Config } from '../shared/config.ts';
import type { Context } from '../shared/context.ts';
import type { Locale } from '../shared/messages.ts';
import { isPersonName } from '../shared/name.rules.ts';
import { MAIL_TEMPLATES, renderMail, type MailTemplate, type MailText } from './mail-templates.ts';
import { signInLine, type SignInFacts } from './mail-sign-ins.ts';
import { MailServerUnavailable, sendBySmtp, type MailOutcome } from './mail-transport.ts';

/** How long a mail waits whose node was killed while it sent it: a node that sends one claims it again and again. */
const CLAIM_SECONDS = 60;
const RENEW_MS = 5000;

/** How long a link to a new password is valid (requirement A-10). */
const PASSWORD_LINK_MINUTES = 30;

export const hashLinkSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A mail with what its texts name. */
export interface MailRow {
  id: number;
  user_id: number;
  template: MailTemplate;
  email: string;
  locale: Locale;
  link_id: string | null;
  link_cipher: string | null;
  /** Seconds since 1970. */
  created: string;
  /** True when it has waited for too long. */
  is_late: boolean;
  organization: string;
  first_name: string;
  last_name: string;
  timezone: string;
  /** The sign-ins that it names; null for a mail that names none. */
  facts: SignInFacts[] | null;
}

/** The columns of MailRow, of mails m, users u and organizations o. */
export const MAIL_COLUMNS = `m.id, m.user_id, m.template, m.email, m.locale, m.link_id, m.link_cipher,
  extract(epoch from m.created_at)::bigint::text as created, m.created_at < now() - interval '24 hours' as is_late,
  o.name as organization, u.first_name, u.last_name, o.timezone, m.facts`;

/** Returns the address that a mail opens. Its token, when it has one, is behind #, which browsers send to no server. */
export function linkOf(config: Config, template: MailTemplate, userId: number, token: string | null): string {
  const path = MAIL_TEMPLATES[template].path.replace('{user}', String(userId));
  return `${config.publicUrl}${path}${token ? `#${token}` : ''}`;
}

/** Returns a new secret of a link, the hash of it that the link keeps, and it encrypted as the mail keeps it until it is sent. */
export function newLinkSecret(encryptionKey: Buffer): { secret: string; hash: Buffer; cipher: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashLinkSecret(secret), cipher: encryptColumn(encryptionKey, secret) };
}

/** Returns a mail as it is sent. */
export function composeMail(config: Config, mail: MailRow): MailText {
  const secret = mail.link_cipher && decryptColumn(config.encryptionKeys, mail.link_cipher);
  const link = linkOf(config, mail.template, mail.user_id, secret ? `${mail.link_id}.${secret}` : null);
  return renderMail(
    mail.locale,
    mail.template,
    {
      portal: config.portalName,
      organization: mail.organization,
      name: [mail.first_name, mail.last_name].every(isPersonName) ? `${mail.first_name} ${mail.last_name}` : null,
      email: mail.email,
    },
    link,
    mail.facts?.map((signIn) => signInLine(mail.locale, mail.timezone, signIn)),
  );
}

/**
 * Takes a waiting mail for this node; null when it is not waiting any more. Throws when another node has taken it, which
 * may have been killed. A link to a new password is valid from now, also when the mail server was down for longer than
 * the link is valid.
 */
async function claim(ctx: Context, mailId: number): Promise<MailRow | null> {
  return ctx.asAuth('write', async (em) => {
    const [mail] = await em.execute<MailRow[]>(
      `update mails m set attempts = attempts + 1, claimed_until = now() + make_interval(secs => ?)
         from users u join organizations o on o.id = u.org_id
        where m.id = ? and u.id = m.user_id and m.state = 'queued' and (m.claimed_until is null or m.claimed_until < now())
       returning ${MAIL_COLUMNS}`,
      [CLAIM_SECONDS, mailId],
    );
    if (!mail) {
      const waiting = await em.execute<unknown[]>("select 1 from mails where id = ? and state = 'queued'", [mailId]);
      if (waiting.length > 0) throw new Error('Another node is sending this mail.');
    }
    if (mail?.link_id)
      await write(em)
        .updateTable('account_links')
        .set({ expires_at: sql<string>`now() + make_interval(mins => ${PASSWORD_LINK_MINUTES})` })
        .where('id', '=', mail.link_id)
        .where('purpose', '=', 'password')
        .execute();
    if (mail?.link_id && !mail.link_cipher) mail.link_cipher = await chooseSecret(ctx, em, mail);
    return mail ?? null;
  });
}

/**
 * Gives the link of a mail its secret and returns it encrypted, as the mail keeps it until it is sent: each attempt sends
 * the same one. Of the secret itself the link keeps the hash.
 */
async function chooseSecret({ app }: Context, em: EntityManager, { id, link_id: linkId }: MailRow): Promise<string> {
  const { hash, cipher } = newLinkSecret(app.config.encryptionKey);
  await write(em).updateTable('account_links').set({ secret_hash: hash }).where('id', '=', linkId!).execute();
  await write(em).updateTable('mails').set({ link_cipher: cipher }).where('id', '=', id).execute();
  return cipher;
}

const isSuppressed = async (ctx: Context, email: string): Promise<boolean> =>
  ctx.asAuth(
    'read',
    async (em) =>
      (await em.execute<unknown[]>('select 1 from suppressed_emails where lower(email) = lower(?)', [email])).length >
      0,
  );

/** Keeps the result. The secret of a link is deleted; the outbox of a trial keeps it, because nothing else shows it. */
async function end(
  ctx: Context,
  mail: MailRow,
  state: 'sent' | 'failed' | 'suppressed',
  reason: string | null,
  bounced = false,
): Promise<void> {
  const keepsLink = state === 'sent' && !ctx.app.config.smtpUrl;
  await ctx.asAuth('write', async (em) => {
    await write(em)
      .updateTable('mails')
      .set({
        state,
        failure: reason,
        claimed_until: null,
        ended_at: NOW,
        ...(!keepsLink && { link_cipher: null }),
      })
      .where('id', '=', mail.id)
      .where('state', '=', 'queued')
      .execute();
    if (bounced)
      await write(em)
        .insertInto('suppressed_emails')
        .values({ email: mail.email, reason: reason! })
        .onConflict((conflict) =>
          conflict.expression(sql`lower(email)`).doUpdateSet({ reason: reason!, created_at: NOW }),
        )
        .execute();
  });
}

async function send(ctx: Context, mail: MailRow): Promise<MailOutcome> {
  const { config } = ctx.app;
  if (config.smtpUrl) {
    const { hostname } = new URL(config.publicUrl);
    const messageId = `<mail-${mail.id}.${mail.created}@${hostname}>`;
    return sendBySmtp(config, { ...composeMail(config, mail), to: mail.email, messageId });
  }
  return { kind: 'sent' };
}

/** Renews the claim of a mail, however long its mail server takes. Returns the function that ends it. */
function keepClaim(ctx: Context, mailId: number): () => void {
  const renew = () =>
    ctx.asAuth('write', (em) =>
      write(em)
        .updateTable('mails')
        .set({ claimed_until: sql<string>`now() + make_interval(secs => ${CLAIM_SECONDS})` })
        .where('id', '=', mailId)
        .where('state', '=', 'queued')
        .where('claimed_until', 'is not', null)
        .execute(),
    );
  const failed = (err: unknown) => ctx.app.log.warn({ err, mailId }, 'the claim of a mail was not renewed');
  const timer = setInterval(() => void renew().catch(failed), RENEW_MS);
  return () => clearInterval(timer);
}

/**
 * Sends a waiting mail once. Throws, to be called again, as long as the mail server does not take it, for a day. A mail
 * is sent a second time only if the node ends between the server's reply and the next statement; both have the same
 * Message-ID (decisions/056).
 */
export async function deliverMail(ctx: Context, mailId: number): Promise<void> {
  const mail = await claim(ctx, mailId);
  if (!mail) return;
  if (await isSuppressed(ctx, mail.email)) return end(ctx, mail, 'suppressed', null);
  let outcome: MailOutcome;
  const endClaim = keepClaim(ctx, mailId);
  try {
    outcome = await send(ctx, mail);
  } catch (error) {
    if (error instanceof MailServerUnavailable && mail.is_late) return end(ctx, mail, 'failed', 'expired');
    await ctx.asAuth('write', (em) =>
      write(em).updateTable('mails').set({ claimed_until: null }).where('id', '=', mailId).execute(),
    );
    throw error;
  } finally {
    endClaim();
  }
  if (outcome.kind === 'sent') return end(ctx, mail, 'sent', null);
  return end(ctx, mail, 'failed', outcome.reason, outcome.kind === 'bounced');
}
