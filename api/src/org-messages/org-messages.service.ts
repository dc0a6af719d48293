import { hostname } from 'node:os';
import { asAuthOnce } from '../db/principal.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { App, Context } from '../shared/context.ts';
import { authorize, NotFound, refuse } from '../shared/errors.ts';
import { hasWord } from '../shared/list-text.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { User } from '../users/user.entity.ts';
import { OrgMessage } from './org-message.entity.ts';
import { cleanHtml, isBlank } from './org-messages-html.ts';
import { orgMessagesList } from './org-messages.list.ts';
import { canSendOrgMessage } from './org-messages.policy.ts';
import { orgMessageRules } from './org-messages.rules.ts';

const MAX_RECIPIENTS = 20;

/** A message to deliver to the sockets of one user. */
export interface OrgMessageRow {
  id: number;
  orgId: number;
  userId: number;
  html: string;
  hostname: string;
}

/** Runs every check of a message without writing; returns the active, visible recipient and the sanitized HTML. */
export async function checkOrgMessage(ctx: Context, raw: unknown): Promise<{ recipient: User; html: string }> {
  const { userId, message } = await validate(orgMessageRules, raw);
  const recipient = await findVisible(ctx, User, { id: rowId('User', userId) });
  authorize(canSendOrgMessage(ctx.viewer));
  const html = cleanHtml(message);
  if (!ctx.app.config.realtime)
    refuse([{ field: '', code: 'org_message.no_realtime', message: 'org_message.no_realtime' }]);
  if (!recipient.active) refuse([{ field: 'userId', code: 'org_message.inactive', message: 'org_message.inactive' }]);
  if (isBlank(html)) refuse([{ field: 'message', code: 'org_message.empty', message: 'org_message.empty' }]);
  return { recipient, html };
}

/**
 * Stores the message and notifies every node, which delivers it to the recipient's open sockets. Support staff only.
 */
export async function sendOrgMessage(ctx: Context, raw: unknown): Promise<{ message: OrgMessage; recipient: User }> {
  const { recipient, html } = await checkOrgMessage(ctx, raw);
  const { orgId, userId } = ctx.viewer;
  const message = ctx.em.create(OrgMessage, {
    orgId: recipient.organization.id,
    recipient,
    sentByOrgId: orgId,
    sender: userId,
    html,
    hostname: hostname(),
    createdAt: ctx.app.now(),
  });
  await ctx.em.flush();
  ctx.publish('org-message.sent', { messageId: message.id, userId: recipient.id });
  return { message, recipient };
}

/** Returns a page of the sent messages. Refuses unknown columns, conditions, sizes and cursors. */
export const listOrgMessages = (ctx: Context, args: ListArgs): Promise<ConnectionShape<OrgMessage>> =>
  connection(ctx, orgMessagesList, args);

/**
 * Returns at most 20 active users whose name, address or organization matches every search word, by name; none for an
 * empty search.
 */
export async function findRecipients({ em }: Context, search: string): Promise<User[]> {
  const words = search
    .slice(0, 255)
    .replaceAll('\0', '')
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  const fits = words.map((word) => hasWord(['firstName', 'lastName', 'email', 'organization.name'], word));
  return em.find(
    User,
    { $and: [...fits, { active: true, organization: { active: true } }] },
    { orderBy: { lastName: 'asc', firstName: 'asc', id: 'asc' }, limit: MAX_RECIPIENTS },
  );
}

/** Returns the message if it is addressed to the viewer; throws NotFound otherwise. */
export async function findOwnOrgMessage(ctx: Context, id: number): Promise<OrgMessage> {
  const message = await findVisible(ctx, OrgMessage, { id });
  if (message.recipient.id !== ctx.viewer.userId) throw new NotFound();
  return message;
}

/**
 * Returns those messages addressed to one of the users. The caller delivers them only to sockets whose sessions it has
 * found alive. One statement for any number.
 */
export function orgMessagesFor(app: App, messageIds: number[], userIds: number[]): Promise<OrgMessageRow[]> {
  const list = (ids: number[]) => `{${ids.join(',')}}`;
  return asAuthOnce(
    app.db,
    'select id, org_id as "orgId", user_id as "userId", html, hostname from org_messages_for(?, ?)',
    [list(messageIds), list(userIds)],
  );
}
