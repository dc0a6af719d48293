import { collectFromCard, isNewestOfCard } from '../device-settings/card-settings.service.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import type { CardReading } from './cards/card-reading.ts';
import type { Match } from './uploads.match.ts';
import type { OpenUpload } from './uploads.reading.ts';

/** The newest settings of a card, and the assignment of their night. */
export interface PlannedSettings {
  assignment: { id: number; orgId: number; patientId: number };
  night: string;
  at: Date;
  values: Record<string, string | number | boolean>;
  /** Whether the device has reported none since, so that they become the current ones. */
  isCurrent: boolean;
}

/**
 * Returns the newest settings of a card, for the assignment of their night; null without a mode, or of a night without an
 * assignment that the sender sees.
 */
export async function planSettings(
  ctx: Context,
  { createdAt }: Pick<OpenUpload, 'createdAt'>,
  { settings, nights }: Pick<CardReading, 'nights' | 'settings'>,
  { machine, historyIds }: Match,
): Promise<PlannedSettings | null> {
  const newest = settings.at(-1);
  const night = newest?.night ?? nights.at(-1)?.night;
  if (!newest || !night || newest.values.mode === undefined) return null;
  const [assignment] = await ctx.em.execute<PlannedSettings['assignment'][]>(
    `select id, org_id as "orgId", patient_id as "patientId" from device_history where machine_id = ? and start_date <= ? and coalesce(? < end_date, true)`,
    [machine.id, night, night],
  );
  if (!assignment || !historyIds.includes(assignment.id)) return null;
  // A night ends at noon. A device whose clock is ahead says nothing about the time after the card arrived.
  const ends = new Date(`${addDays(night, 1)}T12:00:00Z`);
  const at = ends < createdAt ? ends : createdAt;
  const values = newest.values as PlannedSettings['values'];
  return { assignment, night, at, values, isCurrent: await isNewestOfCard(ctx, assignment.id, at) };
}

/** Records the settings of a plan as collected via SD card. */
export async function addSettings(ctx: Context, settings: PlannedSettings | null): Promise<void> {
  if (!settings) return;
  const { assignment, at, values } = settings;
  await collectFromCard(ctx, { assignment, at, source: 'sd card' }, values);
}
