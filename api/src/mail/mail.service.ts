import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { encryptColumn } from '../shared/cipher.ts';
import type { App } from '../shared/context.ts';
import { MAIL_TEMPLATES, type MailTemplate } from './mail.templates.ts';

/** How long a link of each purpose is valid (requirement A-10). */
export const LINK_MINUTES = { invitation: 7 * 24 * 60, password: 30 } as const;

export type LinkPurpose = keyof typeof LINK_MINUTES;

export const hashLinkSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Adds a mail to each of several users in the open transaction of `em`, which is the viewer's or that of the sign-in: they
 * are sent if and only if the transaction commits. A waiting mail of the same template is replaced. With a link, the
 * earlier link of its purpose ends. Two statements for any number of users.
 */
export async function queueMails(
  app: App,
  em: EntityManager,
  recipientIds: readonly number[],
  template: MailTemplate,
): Promise<void> {
  if (recipientIds.length === 0) return;
  const purpose = MAIL_TEMPLATES[template].link;
  const ends = purpose && new Date(app.now().getTime() + LINK_MINUTES[purpose] * 60_000).toISOString();
  const mails = recipientIds.map((recipient) => {
    if (!purpose) return { recipient };
    const secret = randomBytes(32).toString('base64url');
    const hash = hashLinkSecret(secret).toString('hex');
    return { recipient, link: randomUUID(), hash, cipher: encryptColumn(app.config.encryptionKey, secret) };
  });
  const queued = await em.execute<{ id: number }[]>(
    `select queue_mail(m.recipient, ?, ?, m.link, decode(m.hash, 'hex'), m.cipher, ?::timestamptz) as id
       from jsonb_to_recordset(?::jsonb) as m (recipient int, link uuid, hash text, cipher text)`,
    [template, purpose, ends, JSON.stringify(mails)],
  );
  await app.queue.enqueueAll(
    em,
    'send-mail',
    queued.map(({ id }) => ({ data: { mailId: id }, key: String(id) })),
  );
}

/** Adds a mail to one user, as `queueMails`. */
export const queueMail = (app: App, em: EntityManager, recipientId: number, template: MailTemplate): Promise<void> =>
  queueMails(app, em, [recipientId], template);
