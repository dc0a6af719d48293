import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { proposeDates, type DateProposal } from './usage-proposals.ts';

/** Days back for which a clock is examined: more than a trial and its evaluations. */
const DAYS = 400;

interface ContactRow {
  machine_id: number;
  at: string;
  drift: string;
}

interface NightRow {
  machine_id: number;
  night: string;
  usage_date: string;
  device_date: string | null;
  arrived_at: string;
  drift: string | null;
}

/**
 * Returns the date corrections that the clock of each machine suggests, in the order of the ids, from its contacts and
 * nights of the last 400 days that the viewer may see. For `ctx.loader`.
 */
export async function proposalsOfMachines(ctx: Context, machineIds: readonly number[]): Promise<DateProposal[][]> {
  const since = addDays(ctx.today, -DAYS);
  const ids = machineIds.map(() => '?').join(', ');
  const contacts = await ctx.em.execute<ContactRow[]>(
    `select machine_id, start_time as at, clock_drift_seconds as drift from connections
      where machine_id in (${ids}) and start_time >= ?::date and clock_drift_seconds is not null`,
    [...machineIds, since],
  );
  const nights = await ctx.em.execute<NightRow[]>(
    `select machine_id, night::text, usage_date::text, device_date::text, arrived_at, drift_seconds as drift from usage_nights
      where machine_id in (${ids}) and usage_date >= ?::date and source = 'wireless'`,
    [...machineIds, since],
  );
  const nightsOf = Map.groupBy(nights, ({ machine_id: id }) => id);
  const contactsOf = Map.groupBy(
    [
      ...contacts,
      ...nights.flatMap(({ machine_id, arrived_at: at, drift }) => (drift === null ? [] : { machine_id, at, drift })),
    ],
    ({ machine_id: id }) => id,
  );
  return machineIds.map((id) =>
    proposeDates(
      (contactsOf.get(id) ?? []).map(({ at, drift }) => ({ at: new Date(at), driftSeconds: Number(drift) })),
      (nightsOf.get(id) ?? []).map((row) => ({
        night: row.night,
        usageDate: row.usage_date,
        deviceDate: row.device_date,
        arrivedAt: new Date(row.arrived_at),
        driftSeconds: row.drift === null ? null : Number(row.drift),
      })),
    ),
  );
}
