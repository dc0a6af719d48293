import type { Context } from '../shared/context.ts';
import { compareSources } from './night-source.rules.ts';
import { VALID, VOIDED } from './night-states.ts';
import { UsageNight } from './usage-night.entity.ts';

const keyOf = ({ machineId, usageDate }: Pick<UsageNight, 'machineId' | 'usageDate'>) => `${machineId} ${usageDate}`;

const NIGHTS = `select n.id from usage_nights n
  join unnest(?::int[], ?::date[]) wanted (machine_id, usage_date) using (machine_id, usage_date) where n.state <> ${VOIDED}`;

/**
 * Returns the nights of each machine and date, of every patient, voided ones left out. For `ctx.loader`. Their ids are
 * read first: a condition on pairs makes entities of rows (docs/read-engine.md).
 */
async function nightsOfDates({ em }: Context, keys: readonly string[]): Promise<UsageNight[][]> {
  const pairs = keys.map((key) => key.split(' ') as [string, string]);
  const ids = await em.execute<{ id: string }[]>(
    NIGHTS,
    [0, 1].map((nth) => `{${pairs.map((pair) => pair[nth]).join()}}`),
  );
  const found = ids.length > 0 ? await em.find(UsageNight, { id: { $in: ids.map(({ id }) => id) } }) : [];
  const byKey = Map.groupBy(found, keyOf);
  return keys.map((key) => byKey.get(key) ?? []);
}

/**
 * Returns what every source reported of a night: the nights of its patient, device and date, by the order in which sources
 * count, the longest first. Voided ones are left out. Calls for many nights are batched.
 */
export async function readingsOf(ctx: Context, night: UsageNight): Promise<UsageNight[]> {
  const all = await ctx.loader(nightsOfDates).load(keyOf(night));
  return all
    .filter(({ patientId }) => patientId === night.patientId)
    .sort((a, b) => compareSources(a.source, b.source) || b.minutes - a.minutes || Number(a.id) - Number(b.id));
}

/**
 * Returns whether the valid readings of a night have different minutes in two sources. Of two of one source, one of which
 * was moved, the longer one is compared: it would count (decisions/117).
 */
export function sourcesDiffer(readings: readonly UsageNight[]): boolean {
  const bySource = Map.groupBy(
    readings.filter(({ state }) => state === VALID),
    ({ source }) => source,
  );
  const longest = [...bySource.values()].map((own) => Math.max(...own.map(({ minutes }) => minutes)));
  return new Set(longest).size > 1;
}

/** SQL of `sourcesDiffer` of a night that counts, for its table's alias: it is the longest of its source. */
export const differSql = (night: string): string =>
  `exists (select from usage_nights r where r.patient_id = ${night}.patient_id and r.machine_id = ${night}.machine_id
     and r.usage_date = ${night}.usage_date and r.state = ${VALID} and r.source <> ${night}.source
     group by r.source having max(r.minutes) <> ${night}.minutes)`;
