import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { SuppressedEmail } from './suppressed-email.entity.ts';
import { suppressedEmailsList } from './suppressed-emails.list.ts';
import { canListSuppressedEmails, canRemoveSuppressedEmail } from './suppressed-emails.policy.ts';

/** Returns a page of the suppressed addresses. Refuses unknown columns, conditions, sizes and cursors. */
export async function listSuppressedEmails(ctx: Context, args: ListArgs): Promise<ConnectionShape<SuppressedEmail>> {
  authorize(canListSuppressedEmails(ctx.viewer));
  return connection(ctx, suppressedEmailsList, args);
}

/** Allows mail to an address again and returns the address. Mails that were not sent to it stay unsent. */
export async function removeSuppressedEmail(ctx: Context, id: string): Promise<string> {
  authorize(canRemoveSuppressedEmail(ctx.viewer));
  const suppressed = await findVisible(ctx, SuppressedEmail, { id: rowId('SuppressedEmail', id) });
  ctx.note({ suppressedEmail: suppressed.id });
  await ctx.em.nativeDelete(SuppressedEmail, { id: suppressed.id });
  return suppressed.email;
}
