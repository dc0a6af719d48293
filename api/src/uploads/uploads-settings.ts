import { collectFromCard, isNewestOfCard } from '../device-settings/card-settings.service.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import type { CardReading } from './cards/card-reading.types.ts';
import type { Match } from './uploads-match.ts';
import type { OpenUpload } from './open-upload.ts';

/** The newest settings of a card, and the assignment of their night. */
export interface PlannedSettings {
  assignment: { id: number; orgId: number; patientId: number };
  night: string;
  at: Date;
  values: Record<string, string | number | boolean>;
  /** Whether the device has reported none since, so that they become the current ones. */
  isCurrent: boolean;
}

// A card has the night of its settings and no time: they are those of its end, noon in the zone of the organization.
const ASSIGNMENT = `select id, org_id as "orgId", patient_id as "patientId", (?::date + 1 + time '12:00') at time zone ? as ends
    from device_history where machine_id = ? and start_date <= ? and coalesce(? < end_date, true)`;

/**
 * Returns the newest settings of a card, for the assignment of their night; null without a mode, or of a night without an
 * assignment that the sender sees. `shiftDays`: their night counts this many days after the recorded one.
 */
export async function planSettings(
  ctx: Context,
  { createdAt, timezone }: Pick<OpenUpload, 'createdAt' | 'timezone'>,
  { settings, nights }: Pick<CardReading, 'nights' | 'settings'>,
  { machine, historyIds }: Match,
  shiftDays: number,
): Promise<PlannedSettings | null> {
  const newest = settings.at(-1);
  const recorded = newest?.night ?? nights.at(-1)?.night;
  if (!newest || !recorded || newest.values.mode === undefined) return null;
  const night = addDays(recorded, shiftDays);
  const [found] = await ctx.em.execute<(PlannedSettings['assignment'] & { ends: string })[]>(ASSIGNMENT, [
    night,
    timezone,
    machine.id,
    night,
    night,
  ]);
  if (!found || !historyIds.includes(found.id)) return null;
  const { ends: noon, ...assignment } = found;
  const ends = new Date(noon);
  // A device whose clock is ahead says nothing about the time after the card arrived.
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
