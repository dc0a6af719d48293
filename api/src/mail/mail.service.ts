import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailTemplate } from './mail-templates.ts';

/**
 * Adds a mail to a user in the open transaction of `em`, which is the viewer's or that of the sign-in: it is sent if and
 * only if the transaction commits. A waiting mail of the same template is replaced. With a link, the earlier link of its
 * purpose ends; the new one has no secret before the mail is sent (decisions/101).
 */
export const queueMail = (em: EntityManager, recipientId: number, template: MailTemplate): Promise<void> =>
  queueMails(em, [recipientId], template);

/** The same to several users, each with a link of their own. */
export async function queueMails(
  em: EntityManager,
  recipientIds: readonly number[],
  template: MailTemplate,
): Promise<void> {
  await em.execute('select queue_mail(id::int, ?) from jsonb_array_elements_text(?::jsonb) as id', [
    template,
    JSON.stringify(recipientIds),
  ]);
}
