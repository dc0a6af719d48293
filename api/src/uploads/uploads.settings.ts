import { collectFromCard } from '../device-settings/card-settings.service.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import type { CardReading } from './cards/card-reading.ts';
import type { Match } from './uploads.match.ts';
import type { OpenUpload } from './uploads.reading.ts';

/**
 * Records the newest settings of a card as collected via SD card, for the assignment of their night. Settings without a
 * mode, or of a night without an assignment that the sender sees, are left out.
 */
export async function addSettings(
  ctx: Context,
  upload: OpenUpload,
  { settings, nights }: CardReading,
  { machine, historyIds }: Match,
): Promise<void> {
  const newest = settings.at(-1);
  const night = newest?.night ?? nights.at(-1)?.night;
  if (!newest || !night || newest.values.mode === undefined) return;
  const [assignment] = await ctx.em.execute<{ id: number; orgId: number; patientId: number }[]>(
    `select id, org_id as "orgId", patient_id as "patientId" from device_history where machine_id = ? and start_date <= ? and coalesce(? < end_date, true)`,
    [machine.id, night, night],
  );
  if (!assignment || !historyIds.includes(assignment.id)) return;
  // A night ends at noon. A device whose clock is ahead says nothing about the time after the card arrived.
  const ends = new Date(`${addDays(night, 1)}T12:00:00Z`);
  const at = ends < upload.createdAt ? ends : upload.createdAt;
  await collectFromCard(
    ctx,
    { assignment, at, source: 'sd card' },
    newest.values as Record<string, string | number | boolean>,
  );
}
