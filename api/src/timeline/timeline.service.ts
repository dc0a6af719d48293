import { machinesById } from '../machines/machines.service.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { openJson, sealCursor } from '../shared/sealed-cursor.ts';
import { countFacts, readFacts, type FactFilter, type FactRow } from './timeline.reads.ts';
import { MAX_FACT_PAGE } from './timeline.rules.ts';
import { PatientFact, type TimelineArgs } from './timeline.types.ts';

const cursorOf = ({ app }: Context, { recordedAt, id }: Pick<FactRow, 'recordedAt' | 'id'>): string =>
  sealCursor(app.config, JSON.stringify([recordedAt.toISOString(), id]));

const ID = /^[a-z_]+:[0-9A-Za-z.-]+$/;

/** Returns the fact that a cursor names; refuses any other text. */
function factAt({ app }: Context, field: string, cursor: string): { recordedAt: string; id: string } {
  const named = openJson(app.config, cursor);
  const [recordedAt, id] = Array.isArray(named) ? (named as unknown[]) : [];
  if (typeof recordedAt !== 'string' || typeof id !== 'string' || !ID.test(id) || !isInstant(recordedAt))
    throw refusalOf(field, 'list.cursor');
  return { recordedAt, id };
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** What chooses the facts of a list. */
export type Chosen = Pick<TimelineArgs, 'kinds' | 'from' | 'to'>;

const filterOf = (ctx: Context, { kinds, from, to }: Chosen): FactFilter => ({
  kinds: kinds ?? null,
  from: from ?? null,
  to: to ?? null,
  timezone: ctx.timezone,
});

/**
 * Returns a page of what was recorded about the therapy of a patient, newest first. Throws NotFound for a patient that
 * the viewer may not see; refuses a size and a cursor that are not valid.
 */
export async function listFacts(
  ctx: Context,
  patientId: number,
  { first, after, ...chosen }: TimelineArgs,
): Promise<ConnectionShape<PatientFact>> {
  const patient = await findPatient(ctx, patientId);
  if (first < 1 || first > MAX_FACT_PAGE) throw refusalOf('first', 'list.limit', { max: MAX_FACT_PAGE });
  const filter = filterOf(ctx, chosen);
  const place = { limit: first + 1, after: after == null ? null : factAt(ctx, 'after', after) };
  const rows = await readFacts(ctx, patient.id, filter, place);
  const edges = rows
    .slice(0, first)
    .map((row) => ({ cursor: cursorOf(ctx, row), node: new PatientFact(patient.id, row) }));
  const count = async (of: FactFilter) => ({ rows: await countFacts(ctx, patient.id, of), isCapped: false });
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    counts: { matching: () => count(filter), all: () => count(filterOf(ctx, {})) },
  };
}

/** Returns every fact that `listFacts` pages through, newest first. */
export async function everyFact(ctx: Context, patientId: number, chosen: Chosen): Promise<FactRow[]> {
  const patient = await findPatient(ctx, patientId);
  return readFacts(ctx, patient.id, filterOf(ctx, chosen), { limit: null });
}

/** A page of facts for REST, and the counts of its footer. `cursor`: of the last row when more rows follow. */
export interface FactsPage {
  rows: FactRow[];
  cursor: string | null;
  matching: number;
  all: number;
}

/** Returns a page as `listFacts`, by page number or behind a cursor. */
export async function factsPage(
  ctx: Context,
  patientId: number,
  chosen: Chosen,
  { limit, after, skipped }: { limit: number; after: string | null; skipped: number },
): Promise<FactsPage> {
  const patient = await findPatient(ctx, patientId);
  const filter = filterOf(ctx, chosen);
  const place = after === null ? { skipped } : { after: factAt(ctx, 'next', after) };
  const rows = await readFacts(ctx, patient.id, filter, { limit: limit + 1, ...place });
  const shown = rows.slice(0, limit);
  return {
    rows: shown,
    cursor: rows.length > shown.length ? cursorOf(ctx, shown.at(-1)!) : null,
    matching: await countFacts(ctx, patient.id, filter),
    all: await countFacts(ctx, patient.id, filterOf(ctx, {})),
  };
}

/** Returns the serial number of the device of a fact; null without one, and when the viewer may not see the device. */
export const serialOfFact = async (ctx: Context, { machineId }: FactRow): Promise<string | null> =>
  machineId === null ? null : ((await ctx.loader(machinesById).load(machineId))?.serial ?? null);
