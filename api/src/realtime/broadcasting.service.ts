import { sql } from 'kysely';
import { recordDenial } from '../auth/authorize.ts';
import { canJoinOrgMessages } from '../org-messages/org-messages.policy.ts';
import { livingSessions } from '../sign-in/session-read.ts';
import { withPrincipal } from '../db/principal.ts';
import { NOW, write } from '../db/write.ts';
import type { App, Context } from '../shared/context.ts';
import { signChannel, signUser } from './pusher-signature.ts';

const SOCKET_ID = /^\d{1,19}\.\d{1,19}$/;
const MAX_SOCKETS = 50;
/** Sockets are closed after a day (pusher-connections.ts); an older row was left by a killed node. */
const LEFT_AFTER = '2 days';

/** The owner of a socket: the user and the session that first authorized a channel for it. */
export interface SocketOwner {
  orgId: number;
  userId: number;
  sessionHash: Buffer;
}

/**
 * Makes the viewer's session the owner of a socket; returns false when another user owns it or the request has no
 * session. Committed at once, apart from the request's transaction, because another node may hold the socket and read
 * the row a moment later.
 */
async function own(ctx: Context, socketId: string): Promise<boolean> {
  const { sessionHash } = ctx.request;
  const { orgId, userId } = ctx.viewer;
  if (!sessionHash || !SOCKET_ID.test(socketId)) return false;
  return ctx.asAuth('write', async (em) => {
    await write(em)
      .deleteFrom('socket_owners')
      .where('created_at', '<', sql<string>`now() - ${LEFT_AFTER}::interval`)
      .execute();
    const owned = await write(em)
      .insertInto('socket_owners')
      .values({ socket_id: socketId, org_id: orgId, user_id: userId, session_hash: sessionHash })
      .onConflict((conflict) =>
        conflict
          .column('socket_id')
          .doUpdateSet({ session_hash: sessionHash, created_at: NOW })
          .where('socket_owners.user_id', '=', userId),
      )
      .executeTakeFirst();
    const beyond = sql<string>`(
      select socket_id from socket_owners where session_hash = ${sessionHash} order by created_at desc offset ${MAX_SOCKETS})`;
    await write(em)
      .deleteFrom('socket_owners')
      .where('session_hash', '=', sessionHash)
      .where('socket_id', 'in', beyond)
      .execute();
    return owned.numInsertedOrUpdatedRows === 1n;
  });
}

/**
 * Returns the signature with which the viewer's socket may join a channel; null, with an audit line, when it may not.
 */
export async function authorizeChannel(
  ctx: Context,
  operation: string,
  socketId: string,
  channel: string,
): Promise<{ auth: string } | null> {
  const { realtime } = ctx.app.config;
  const allowed = realtime !== null && canJoinOrgMessages(ctx.viewer, channel) && (await own(ctx, socketId));
  if (allowed) return { auth: signChannel(realtime, socketId, channel) };
  await recordDenial(ctx, operation);
  return null;
}

/**
 * Returns the signature with which the viewer signs in on a socket; null, with an audit line, when the socket is not
 * theirs.
 */
export async function authorizeUser(
  ctx: Context,
  operation: string,
  socketId: string,
): Promise<{ auth: string; user_data: string } | null> {
  const { realtime } = ctx.app.config;
  if (realtime && (await own(ctx, socketId))) {
    // The id is a string, because clients silently drop any other sign-in.
    const userData = JSON.stringify({ id: String(ctx.viewer.userId) });
    return { auth: signUser(realtime, socketId, userData), user_data: userData };
  }
  await recordDenial(ctx, operation);
  return null;
}

/** Returns the owner of a socket while their session is alive; null for a socket without an owner. */
export async function socketOwnerOf(app: App, socketId: string): Promise<SocketOwner | null> {
  const rows = await withPrincipal(app.db, { kind: 'auth' }, 'read', (em) =>
    em.execute<SocketOwner[]>(
      'select org_id as "orgId", user_id as "userId", session_hash as "sessionHash" from socket_owners where socket_id = ?',
      [socketId],
    ),
  );
  const owner = rows[0];
  if (!owner) return null;
  const [session] = await livingSessions(app, [owner.sessionHash]);
  return session?.userId === owner.userId ? owner : null;
}

/** Deletes the owners of closed sockets, whose ids and signatures are useless now. */
export async function forgetSockets(app: App, socketIds: string[]): Promise<void> {
  if (socketIds.length === 0) return;
  await withPrincipal(app.db, { kind: 'auth' }, 'write', (em) =>
    write(em)
      .deleteFrom('socket_owners')
      .where('socket_id', '=', sql<string>`any (${socketIds}::text[])`)
      .execute(),
  );
}
