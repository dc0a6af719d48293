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
export async function queueMail(
  app: App,
  em: EntityManager,
  recipientId: number,
  template: MailTemplate,
): Promise<void> {
  const purpose = MAIL_TEMPLATES[template].link;
  const secret = randomBytes(32).toString('base64url');
  const ends = purpose && new Date(app.now().getTime() + LINK_MINUTES[purpose] * 60_000).toISOString();
  const [queued] = await em.execute<{ id: number }[]>(
    'select queue_mail(?, ?, ?, ?::uuid, ?::bytea, ?, ?::timestamptz) as id',
    [
      recipientId,
      template,
      purpose,
      purpose && randomUUID(),
      purpose && hashLinkSecret(secret),
      purpose && encryptColumn(app.config.encryptionKey, secret),
      ends,
    ],
  );
  await app.queue.enqueue(em, 'send-mail', { mailId: queued!.id }, { key: String(queued!.id) });
}
