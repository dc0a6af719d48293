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
 * Adds a mail to a user in the open transaction of `em`, which is the viewer's or that of the sign-in: it is sent if and
 * only if the transaction commits. A waiting mail of the same template is replaced. With a link, the earlier link of its
 * purpose ends.
 */
export const queueMail = (app: App, em: EntityManager, recipientId: number, template: MailTemplate): Promise<void> =>
  queueMails(app, em, [recipientId], template);

/** The same to several users, each with a link of their own. */
export async function queueMails(
  app: App,
  em: EntityManager,
  recipientIds: readonly number[],
  template: MailTemplate,
): Promise<void> {
  const purpose = MAIL_TEMPLATES[template].link;
  const ends = purpose && new Date(app.now().getTime() + LINK_MINUTES[purpose] * 60_000).toISOString();
  const recipients = recipientIds.map((id) => ({ id, ...(purpose && newLink(app)) }));
  const queued = await em.execute<{ id: number }[]>(
    `select queue_mail(r.id, ?, ?, r.link, decode(r.hash, 'hex'), r.cipher, ?::timestamptz) as id
       from jsonb_to_recordset(?::jsonb) as r (id int, link uuid, hash text, cipher text)`,
    [template, purpose, ends, JSON.stringify(recipients)],
  );
  await app.queue.enqueueAll(
    em,
    'send-mail',
    queued.map(({ id }) => ({ data: { mailId: id }, key: String(id) })),
  );
}

/** A new link: what is stored of it, and its secret for the mail alone. */
function newLink({ config }: App): { link: string; hash: string; cipher: string } {
  const secret = randomBytes(32).toString('base64url');
  return {
    link: randomUUID(),
    hash: hashLinkSecret(secret).toString('hex'),
    cipher: encryptColumn(config.encryptionKey, secret),
  };
}
