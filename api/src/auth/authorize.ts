import type { Context } from '../shared/context.ts';
import { Forbidden } from '../shared/errors.ts';
import { matrix } from './matrix.ts';

/** Lets an operation of the matrix pass, or throws Unauthenticated or Forbidden; the edge records the denial. */
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

/** One line in the audit log for a refused action; its own transaction, so that it stays. */
export async function recordDenial(ctx: Context, operation: string): Promise<void> {
  await ctx.asAuth('write', (em) =>
    em.execute(
      `insert into audit_log (org_id, actor_user_id, operation, outcome, ip, request_id) values (?, ?, ?, 'denied', ?, ?)`,
      [ctx.viewer.orgId, ctx.viewer.userId, operation, ctx.request.ip, ctx.request.id],
    ),
  );
}

/** One line in the audit log for what was done, in the transaction that does it: no line, no deed. */
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

/** Support staff sees every organisation; each look at patient data leaves a line. `properties`: what was looked at, by ids and never by names. */
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
