import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { AuditFull, Forbidden, MissingScope, ReauthenticationRequired } from '../shared/errors.ts';
import type { ShownReading } from '../shared/read-log.ts';
import { matrix } from './matrix.ts';
import type { Permission } from './permissions.ts';
import { addShown, sessionOf } from './reading.ts';
import type { OperationScope } from './scopes.ts';
import { holderOf } from '../sign-in/two-factor-state.ts';
import type { Viewer } from './viewer.ts';

/** The sessions for which an operation of the second factor is made. */
const STAGES = { verify: ['verify'], enroll: ['enroll', 'full'] } as const;

/** Seconds for which a given password counts (requirement A-11). */
const FRESH_SECONDS = 10 * 60;

/**
 * Checks an operation against the matrix; throws Unauthenticated or Forbidden. The transport records the denial. Throws
 * AuditFull when the audit log takes no more reads, and ReauthenticationRequired when the operation asks for a fresh
 * password. `acts`: false for a request that only checks its input, for which no password is asked.
 */
export function authorizeOperation(ctx: Context, operation: string, { acts = true } = {}): void {
  const { permission, scope, audit, fresh } = matrix[operation]!;
  if (audit === 'read' && ctx.app.readLog.isFull) throw new AuditFull();
  assertScope(ctx, scope);
  if (permission === 'public') return;
  if (permission === 'device') {
    if (ctx.principal.kind !== 'device') throw new Forbidden();
    return;
  }
  const ofSecondFactor = permission === 'verify' || permission === 'enroll';
  const { viewer } = ofSecondFactor ? holderOf(ctx, ...STAGES[permission]) : ctx;
  if (permission !== 'session' && !ofSecondFactor && !holds(viewer, permission)) throw new Forbidden();
  if (acts && fresh === true && !isFresh(ctx)) throw new ReauthenticationRequired();
}

/** Asks for the password as the matrix says of an act; for a REST path of several (`fresh: 'by-act'`). */
export function assertFresh(ctx: Context, act: `Mutation.${string}`): void {
  if (matrix[act]!.fresh && !isFresh(ctx)) throw new ReauthenticationRequired();
}

/**
 * Whether the viewer may call an operation, if its object rule permits. A field whose type has a reading operation follows
 * that one, wherever it is reached from.
 */
export function mayCall(ctx: Context, operation: string): boolean {
  const { permission, scope } = matrix[operation]!;
  if (permission === 'device' || permission === 'verify' || permission === 'enroll') return false;
  if (!isInScope(ctx, scope)) return false;
  return permission === 'public' || permission === 'session' || holds(ctx.viewer, permission);
}

const holds = (viewer: Viewer, permission: Permission | readonly Permission[]): boolean =>
  (typeof permission === 'string' ? [permission] : permission).some((name) => viewer.can(name));

/** Whether the session's password was given within the last ten minutes. A token has none to give. */
const isFresh = ({ request }: Context): boolean =>
  !request.sessionTimes || request.sessionTimes.secondsSincePassword <= FRESH_SECONDS;

/** Throws MissingScope when the request has a token whose scopes do not include the operation (scopes.ts). */
function assertScope(ctx: Context, scope: OperationScope): void {
  if (!isInScope(ctx, scope)) throw new MissingScope(typeof scope === 'string' ? [] : scope);
}

function isInScope({ signedIn }: Context, scope: OperationScope): boolean {
  const own = signedIn?.facts.token?.scopes;
  return !own || scope === 'any' || (scope !== 'none' && scope.some((name) => own.includes(name)));
}

/** Returns who acts in an audit line, and by which request. */
const lineOf = (ctx: Context, { orgId, userId }: { orgId: number; userId: number }) => ({
  org_id: orgId,
  actor_user_id: userId,
  ip: ctx.request.ip,
  request_id: ctx.request.id,
  session: sessionOf(ctx),
});

/** Writes one audit line for a denied operation, in its own transaction, so that it persists. */
export async function recordDenial(ctx: Context, operation: string): Promise<void> {
  await ctx.asAuth('write', (em) =>
    write(em)
      .insertInto('audit_log')
      .values({ ...lineOf(ctx, ctx.viewer), actor_type: ctx.viewer.actor, operation, outcome: 'denied' })
      .execute(),
  );
}

/**
 * Returns the writer of the audit lines of a file. Write one before the file is sent: without the line there is no file.
 * It takes the place of the line of reading.
 */
export function exportLines(ctx: Context, operation: string): (properties: Record<string, unknown>) => Promise<void> {
  const patients = [...(ctx.takeShown() ?? [])];
  return async (properties) => {
    await ctx.asAuth('write', (em) =>
      write(em)
        .insertInto('audit_log')
        .values({
          ...lineOf(ctx, ctx.viewer),
          actor_type: ctx.viewer.actor,
          operation,
          outcome: 'exported',
          patient_ids: patients,
          properties: JSON.stringify(properties),
        })
        .execute(),
    );
    ctx.readings.clear();
  };
}

/** Writes one audit line for a completed operation, in the same transaction: neither exists without the other. */
export async function recordDone(
  ctx: Context,
  reading: ShownReading | undefined,
  properties: Record<string, unknown> = {},
): Promise<void> {
  if (!reading || matrix[reading.operation]!.audit !== 'write') return;
  addShown(ctx, reading);
  for (const id of reading.patients) reading.recorded.add(id);
  await write(ctx.em)
    .insertInto('audit_log')
    .values({
      ...lineOf(ctx, reading),
      operation: reading.operation,
      outcome: 'done',
      patient_ids: [...reading.recorded],
      properties: JSON.stringify({ ...properties, ...ctx.noted }),
    })
    .execute();
}

/** Writes the audit line of what a job has read for its user, in the transaction that keeps what it has read. */
export async function recordJobRead(
  ctx: Context,
  operation: `Job.${string}`,
  patients: readonly number[],
  properties: Record<string, unknown>,
): Promise<void> {
  await write(ctx.em)
    .insertInto('audit_log')
    .values({
      ...lineOf(ctx, ctx.viewer),
      operation,
      outcome: 'done',
      patient_ids: [...patients],
      properties: JSON.stringify(properties),
    })
    .execute();
}
