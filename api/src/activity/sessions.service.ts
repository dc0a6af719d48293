import { write } from '../db/write.ts';
import { endSessionsOf } from '../sign-in/session-end.ts';
import { ABSOLUTE_HOURS, ALIVE } from '../sign-in/session-read.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { shownAddress } from '../shared/network.ts';
import type { User } from '../users/user.entity.ts';
import { findAccount } from '../users/users.service.ts';
import { findLoggedUser } from './activity.service.ts';
import { canEndSessions } from './activity.policy.ts';
import type { UserSession } from './sessions.types.ts';

const LIVING = `
  select l.id, l.ip, l.user_agent as "userAgent", l.login_at as "loginAt", s.last_seen_at as "lastSeenAt", s.id_hash is not distinct from ? as "isCurrent"
    from sessions s join logins l on l.session_hash = s.id_hash join users u on u.id = s.user_id join organizations o on o.id = s.org_id
   where s.user_id = ? and ${ALIVE} order by s.last_seen_at desc, l.id desc limit 100`;

/** Returns the sessions in which a user is signed in, the last used first, at most 100. */
export async function sessionsOf(ctx: Context, userId: string): Promise<UserSession[]> {
  const user = await findLoggedUser(ctx, userId);
  const rows = await ctx.asAuth('read', (em) =>
    em.execute<(Omit<UserSession, 'loginAt' | 'lastSeenAt'> & { loginAt: string; lastSeenAt: string })[]>(LIVING, [
      ctx.request.sessionHash,
      user.id,
      ABSOLUTE_HOURS,
    ]),
  );
  // Statements without entities answer times as text.
  return rows.map((row) => ({
    ...row,
    ip: shownAddress(row.ip),
    loginAt: new Date(row.loginAt),
    lastSeenAt: new Date(row.lastSeenAt),
  }));
}

/**
 * Ends one session of a user at once and on every node; its sockets close within 5 seconds. Does nothing when the
 * session is already over. `sessionId`: the id of its sign-in.
 */
export async function endUserSession(ctx: Context, userId: string, sessionId: number): Promise<User> {
  const { user, account } = await findAccount(ctx, userId);
  authorize(canEndSessions(ctx.viewer, account));
  await ctx.asAuth('write', (em) =>
    write(em)
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .where('id_hash', '=', (eb) =>
        eb.selectFrom('logins').select('session_hash').where('id', '=', sessionId).where('user_id', '=', user.id),
      )
      .execute(),
  );
  ctx.note({ user: user.id, login: sessionId });
  return user;
}

/**
 * Ends all sessions of a user at once, but not the one of this request, and returns their number. Sign-ins that wait for
 * a second factor end too.
 */
export async function endUserSessions(ctx: Context, userId: string): Promise<{ user: User; ended: number }> {
  const { user, account } = await findAccount(ctx, userId);
  authorize(canEndSessions(ctx.viewer, account));
  const ended = await endSessionsOf(ctx, user.id, { keep: ctx.request.sessionHash });
  ctx.note({ user: user.id, sessions: ended });
  return { user, ended };
}
