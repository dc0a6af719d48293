import type { Context } from '../shared/context.ts';
import type { ShownReading } from '../shared/read-log.ts';
import { matrix } from './matrix.ts';

/**
 * Begins to collect what an operation shows; undefined when it leaves no line. `key`: the name of the field in a GraphQL
 * response. Fields of one operation share a line. Each call of a service account is counted.
 */
export function beginReading(ctx: Context, operation: string, key = ''): ShownReading | undefined {
  if (!ctx.signedIn) return undefined;
  const { actor, userId, orgId } = ctx.signedIn;
  if (ctx.signedIn.facts.isService) ctx.app.useLog.note({ userId, operation });
  if (matrix[operation]!.audit === 'none') return undefined;
  const same = [...ctx.readings.values()].find((reading) => reading.operation === operation);
  const reading: ShownReading = same ?? {
    actor,
    operation,
    userId,
    orgId,
    patients: new Set(),
    recorded: new Set(),
    properties: ctx.request.isAhead ? { prefetch: true } : {},
    isStated: false,
    isAnswered: false,
  };
  ctx.readings.set(key, reading);
  return reading;
}

/** Adds the patients that services and adapters stated (`Context.shows`). */
export function addShown(ctx: Context, reading: ShownReading): void {
  const shown = ctx.takeShown();
  for (const id of shown ?? []) reading.patients.add(id);
  reading.isStated ||= shown !== undefined;
}

/**
 * Ends the operations of an answer and hands their lines to the log of reads. An operation that reads leaves a line when
 * it was answered, also without a patient; any operation leaves one for patients that no other line of it names.
 * A line of what the user has not opened yet says so (decisions/050).
 */
export function recordReads(ctx: Context): void {
  for (const reading of new Set(ctx.readings.values())) {
    const { actor, operation, userId, orgId, recorded } = reading;
    const properties = { ...reading.properties, ...(ctx.request.isAhead && { prefetch: true }) };
    const patients = [...reading.patients].filter((id) => !recorded.has(id));
    const isRead = matrix[operation]!.audit === 'read' && reading.isAnswered;
    if (!isRead && patients.length === 0) continue;
    const { ip, id: requestId } = ctx.request;
    ctx.app.readLog.add({
      actor,
      orgId,
      userId,
      operation,
      patients,
      properties,
      ip,
      requestId,
      session: sessionOf(ctx),
    });
  }
  ctx.readings.clear();
}

/** Returns the part of a session's hash that audit lines show: it distinguishes sessions and opens none. */
export const sessionName = (hash: Buffer): string => hash.toString('hex').slice(0, 16);

/** Returns the name of the request's session; null without one. */
export const sessionOf = ({ request }: Context): string | null =>
  request.sessionHash && sessionName(request.sessionHash);
