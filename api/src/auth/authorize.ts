import type { Context } from '../shared/context.ts';
import { Forbidden } from '../shared/errors.ts';
import { matrix } from './matrix.ts';

/** Checks an operation against the matrix; throws Unauthenticated or Forbidden. The transport records the denial. */
export function authorizeOperation(ctx: Context, operation: string): void {
  const { permission } = matrix[operation]!;
  if (permission === 'public') return;
  if (permission === 'device') {
    if (ctx.principal.kind !== 'device') throw new Forbidden();
    return;
  }
  const { viewer } = ctx;
  if (permission === 'session') return;
  const wanted = typeof permission === 'string' ? [permission] : permission;
  if (wanted.some((name) => viewer.can(name))) return;
  throw new Forbidden();
}

/** Writes one audit line for a denied operation, in its own transaction, so that it persists. */
export async function recordDenial(ctx: Context, operation: string): Promise<void> {
  await ctx.asAuth('write', (em) =>
    em.execute(
      `insert into audit_log (org_id, actor_user_id, operation, outcome, ip, request_id) values (?, ?, ?, 'denied', ?, ?)`,
      [ctx.viewer.orgId, ctx.viewer.userId, operation, ctx.request.ip, ctx.request.id],
    ),
  );
}

/** Writes one audit line for a completed operation, in the same transaction: neither exists without the other. */
export async function recordDone(
  ctx: Context,
  operation: string,
  properties: Record<string, unknown> = {},
): Promise<void> {
  if (matrix[operation]?.audit !== 'write' || !ctx.signedIn) return;
  await ctx.em.execute(
    `insert into audit_log (org_id, actor_user_id, operation, outcome, properties, ip, request_id) values (?, ?, ?, 'done', ?, ?, ?)`,
    [
      ctx.viewer.orgId,
      ctx.viewer.userId,
      operation,
      JSON.stringify({ ...properties, ...ctx.noted }),
      ctx.request.ip,
      ctx.request.id,
    ],
  );
}

/**
 * Support staff sees every organization, so each of its reads of patient data writes an audit line. `properties`: the
 * objects read, by ids and never by names.
 */
export async function recordSupportRead(
  ctx: Context,
  operation: string,
  properties: Record<string, unknown> = {},
): Promise<void> {
  if (matrix[operation]?.audit !== 'read' || !ctx.viewer.isSupport) return;
  await ctx.asAuth('write', (em) =>
    em.execute(
      `insert into audit_log (org_id, actor_user_id, operation, outcome, properties, ip, request_id) values (?, ?, ?, 'read', ?, ?, ?)`,
      [ctx.viewer.orgId, ctx.viewer.userId, operation, JSON.stringify(properties), ctx.request.ip, ctx.request.id],
    ),
  );
}
