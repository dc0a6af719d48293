import { machinesById } from '../machines/machines.service.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { validate } from '../shared/validate.ts';
import { VALID, VOIDED } from './night-states.ts';
import { UsageNight } from './usage-night.entity.ts';
import { usageRangeRules, type UsageRange } from './usage-range.ts';

export type NightProperty = Exclude<keyof UsageNight, 'patientShown'>;
/** Undefined: all of them. */
type Properties = readonly NightProperty[] | undefined;

/** The nights of a patient in a range, with some of their properties, as a key of a loader. */
const keyOf = (patientId: number, { from, to }: UsageRange, properties: Properties) =>
  `${patientId} ${from} ${to} ${properties?.join() ?? ''}`;

/** Returns the properties that all of these keys ask for, and the patient's, in one order. */
function propertiesOf(keys: readonly string[]): Properties {
  const all = keys.map((key) => key.split(' ')[3]!);
  return all.includes('') ? undefined : ([...new Set(['patientId', ...all.join().split(',')])].sort() as Properties);
}

/**
 * Returns the nights of each patient in a range, in the order of the keys. All patients of one range are read in one
 * statement. For `ctx.loader`.
 */
async function nightsOfPatients({ em }: Context, keys: readonly string[]): Promise<UsageNight[][]> {
  const wanted = keys.map((key) => key.split(' ') as [string, string, string, string]);
  const found = new Map<string, UsageNight[]>();
  const fields = propertiesOf(keys);
  for (const [range, ofRange] of Map.groupBy(wanted, ([, from, to]) => `${from} ${to}`)) {
    const [from, to] = range.split(' ') as [string, string];
    const nights = (await em.find(
      UsageNight,
      {
        patientId: { $in: [...new Set(ofRange.map(([id]) => Number(id)))] },
        usageDate: { $gte: from, $lte: to },
        state: { $ne: VOIDED },
      },
      { orderBy: { usageDate: 'asc', id: 'asc' }, ...(fields && { fields }) },
    )) as UsageNight[];
    for (const [id, own] of Map.groupBy(nights, ({ patientId }) => patientId)) found.set(`${id} ${range}`, own);
  }
  return wanted.map(([id, from, to]) => found.get(`${id} ${from} ${to}`) ?? []);
}

/**
 * Returns the nights of a patient between two dates, both included, oldest first: every source, overruled ones too, and
 * none that is voided. Refuses a range of more than 1,100 days. Calls for many patients are batched. `properties`: those
 * that are read; any other throws.
 */
export async function nightsOfPatient(
  ctx: Context,
  patientId: number,
  range: UsageRange,
  properties?: Properties,
): Promise<UsageNight[]> {
  const clean = await validate(usageRangeRules, range);
  return ctx.loader(nightsOfPatients).load(keyOf(patientId, clean, properties));
}

/** Returns the nights of `nightsOf` of a patient; throws NotFound for one that the viewer may not see. */
export async function listNights(ctx: Context, patientId: number, range: UsageRange): Promise<UsageNight[]> {
  await findPatient(ctx, patientId);
  return nightsOfPatient(ctx, patientId, range);
}

/**
 * Returns the minutes of the newest night of each patient (`Patient.lastReport`), of all rows that count; null without a
 * night, and for one of which no row counts. For `ctx.loader`.
 */
export async function minutesOfLastNights({ em }: Context, patientIds: readonly number[]): Promise<(number | null)[]> {
  const nights = await em.execute<{ id: number; minutes: number }[]>(
    `select p.id, sum(n.minutes)::int as minutes from patients p
       join usage_nights n on n.patient_id = p.id and n.usage_date = p.last_report and n.state = ${VALID} and not n.overruled
      where p.id in (${patientIds.map(() => '?').join(', ')}) group by p.id`,
    [...patientIds],
  );
  const minutes = new Map(nights.map((night) => [night.id, night.minutes]));
  return patientIds.map((id) => minutes.get(id) ?? null);
}

/** Returns how many of these nights count by a corrected date. Overruled nights do not count. */
export const correctedOf = (nights: readonly UsageNight[]): number =>
  nights.filter(({ effective, corrected }) => effective && corrected).length;

/** Returns the serial number of the device that recorded a night; null when the viewer may not see the device. */
export const serialOfNight = async (ctx: Context, { machineId }: UsageNight): Promise<string | null> =>
  (await ctx.loader(machinesById).load(machineId))?.serial ?? null;

/**
 * Waits until no other transaction writes or moves nights of a device, and keeps others waiting until this one ends
 * (`lock_nights`).
 */
export const lockNights = (ctx: Context, machineId: number): Promise<unknown> =>
  ctx.em.execute('select pg_advisory_xact_lock(7, ?)', [machineId]);
