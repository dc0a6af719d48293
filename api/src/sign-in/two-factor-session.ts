import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW, write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { sessionCookies } from '../auth/cookies.ts';
import { sessionName } from '../auth/reading.ts';
import { passwordHashOf, rememberDevice } from './known-device.ts';
import { limitSessionsIn } from './session-end.ts';
import { mailNewDevice } from './new-device-mail.ts';
import { findSession, hashSessionId } from './session-read.ts';
import type { Holder } from './two-factor-state.ts';
import type { SessionStage } from '../auth/viewer.ts';

/** Returns a new id of a session. */
export const newSessionId = (): string => randomBytes(32).toString('base64url');

/** Writes one audit line of the second factor, of a user who may not be signed in yet. In a transaction of asAuth. */
export async function recordFactor(
  ctx: Context,
  em: EntityManager,
  { viewer, sessionHash }: Holder,
  line: { operation: string; outcome: 'done' | 'denied'; properties?: Record<string, unknown> },
): Promise<void> {
  await write(em)
    .insertInto('audit_log')
    .values({
      org_id: viewer.orgId,
      actor_user_id: viewer.userId,
      operation: line.operation,
      outcome: line.outcome,
      properties: JSON.stringify(line.properties ?? {}),
      ip: ctx.request.ip,
      request_id: ctx.request.id,
      session: sessionName(sessionHash),
    })
    .execute();
}

/**
 * Replaces a session by one of another stage with a new id (requirement S-1), in a transaction of asAuth. Returns false
 * when the session has ended, or another request has replaced it.
 */
export async function replaceSession(
  ctx: Context,
  em: EntityManager,
  { viewer, sessionHash }: Holder,
  stage: SessionStage,
  id: string,
): Promise<boolean> {
  const replaced = await em.execute<unknown[]>(
    `with ended as (delete from sessions where id_hash = ? returning password_given_at)
     insert into sessions (id_hash, org_id, user_id, stage, ip, user_agent, password_given_at)
     select ?, ?, ?, ?, ?, ?, password_given_at from ended returning 1`,
    [
      sessionHash,
      hashSessionId(id),
      viewer.orgId,
      viewer.userId,
      stage,
      ctx.request.ip,
      ctx.request.userAgent.slice(0, 255),
    ],
  );
  if (replaced.length === 0) return false;
  if (stage === 'full') {
    await write(em).updateTable('users').set({ last_successful_login: NOW }).where('id', '=', viewer.userId).execute();
    await limitSessionsIn(em, viewer.userId, stage);
    await mailNewDevice(ctx, em, viewer.userId, hashSessionId(id));
  }
  return true;
}

/** Gives the browser the new session, after the commit. */
export async function enterSession(ctx: Context, id: string): Promise<void> {
  for (const cookie of sessionCookies(ctx.app.config, id)) ctx.request.setCookie(cookie);
  ctx.request.sessionHash = hashSessionId(id);
  const session = await findSession(ctx.app, ctx.request.sessionHash);
  const isFull = session?.stage === 'full';
  const passwordHash = isFull ? await passwordHashOf(ctx, session.viewer.userId) : null;
  if (passwordHash) rememberDevice(ctx, passwordHash);
  ctx.signedIn = isFull ? session.viewer : null;
  ctx.request.pending = session && !isFull ? { stage: session.stage, viewer: session.viewer } : null;
}
