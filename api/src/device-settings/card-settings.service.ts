import type { Context } from '../shared/context.ts';
import type { SettingValue } from './settings-catalog.rules.ts';
import { reported, type Held } from './settings-delivery-states.ts';
import { addEarlier, announceStatus, writeSteps, type Collected } from './settings-record.service.ts';

type Row = Held & { collectedAt: string | null };

const CURRENT = `select id, status as state, values, is_edit as "isEdit", collected_at as "collectedAt", null as answer from settings_records
      where history_id = ? and status in ('current', 'defaults')`;

const isSince = (current: Row | undefined, at: Date): boolean =>
  Boolean(current?.collectedAt && new Date(current.collectedAt) >= at);

/** Whether the device of an assignment has reported no settings since: those of a card would be the current ones. */
export async function isNewestOfCard(ctx: Context, historyId: number, at: Date): Promise<boolean> {
  const [current] = await ctx.em.execute<Row[]>(CURRENT, [historyId]);
  return !isSince(current, at);
}

/**
 * Records settings that a card had: current when the device has reported none since, otherwise past. A pending change
 * stays pending, because the card was written before its device could answer.
 */
export async function collectFromCard(
  ctx: Context,
  collected: Required<Collected>,
  values: Record<string, SettingValue>,
): Promise<void> {
  const { assignment, at } = collected;
  await ctx.em.execute('select pg_advisory_xact_lock(3, ?)', [assignment.id]);
  const [current] = await ctx.em.execute<Row[]>(`${CURRENT} for update`, [assignment.id]);
  if (isSince(current, at)) return void (await addEarlier(ctx, values, collected));
  const recordId = await writeSteps(ctx, reported(current ? [current] : [], values), collected);
  announceStatus(ctx, { patientId: assignment.patientId, historyId: assignment.id, recordId: recordId ?? 0 });
}
