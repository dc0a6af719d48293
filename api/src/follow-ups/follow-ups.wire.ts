import type { Context } from '../shared/context.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { failureOf, iCodePeriodsOf, nightsToCall, otherReasonsOf, patientOfFollowUp } from './follow-ups-fields.ts';
import type { FollowUpRow } from './follow-ups.reads.ts';

const nameOf = ({ lastName, firstName }: Patient): string => `${lastName}, ${firstName}`;

/** Returns a follow-up as REST answers it. */
export async function followUpRowToRest(ctx: Context, row: FollowUpRow) {
  const patient = await patientOfFollowUp(ctx, row);
  const nights = await nightsToCall(ctx, row);
  const { assigneeId, assigneeName, version } = row;
  return {
    id: `${row.patientId}-${row.reason}`,
    patient: { id: patient.id, name: nameOf(patient), phone: patient.phone },
    reason: row.reason,
    since: row.sinceDay,
    until: row.until,
    nights_needed: nights?.needed ?? null,
    nights_left: nights?.left ?? null,
    icode_periods: iCodePeriodsOf(ctx, row),
    failure: await failureOf(ctx, row),
    other_reasons: await otherReasonsOf(ctx, row),
    state: row.state,
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName },
    hidden_until: row.state === 'open' ? null : row.hiddenUntil,
    outcome: row.outcome,
    note: row.note,
    decided: row.decidedAt,
    decided_by: row.decidedBy,
    version,
  };
}

const named = (ctx: Context, what: 'reason' | 'state' | 'outcome', value: string | null) =>
  value && translate(ctx.locale, `follow_up.${what}.${value}` as MessageKey);

/** The columns of the file, with their titles. */
export const FILE_COLUMNS: [title: MessageKey, value: (ctx: Context, row: FollowUpRow) => unknown][] = [
  ['follow_up.csv.patient', async (ctx, row) => nameOf(await patientOfFollowUp(ctx, row))],
  ['follow_up.csv.reason', (ctx, { reason }) => named(ctx, 'reason', reason)],
  ['follow_up.csv.since', (_ctx, { sinceDay }) => sinceDay],
  ['follow_up.csv.until', (_ctx, { until }) => until],
  ['follow_up.csv.nights_needed', async (ctx, row) => (await nightsToCall(ctx, row))?.needed],
  ['follow_up.csv.nights_left', async (ctx, row) => (await nightsToCall(ctx, row))?.left],
  ['follow_up.csv.icode_periods', (ctx, row) => iCodePeriodsOf(ctx, row)?.join(', ')],
  ['follow_up.csv.failure', failureOf],
  ['follow_up.csv.state', (ctx, { state }) => named(ctx, 'state', state)],
  ['follow_up.csv.assignee', (_ctx, { assigneeName }) => assigneeName],
  ['follow_up.csv.hidden_until', (_ctx, { state, hiddenUntil }) => (state === 'open' ? null : hiddenUntil)],
  ['follow_up.csv.outcome', (ctx, { outcome }) => named(ctx, 'outcome', outcome)],
  ['follow_up.csv.note', (_ctx, { note }) => note],
  ['follow_up.csv.decided', (_ctx, { decidedAt }) => decidedAt],
  ['follow_up.csv.decided_by', (_ctx, { decidedBy }) => decidedBy],
];
