import { displayDate } from '../device-history/device-form.ts';
import type { Context } from '../shared/context.ts';
import { addDays, daysBetween } from '../shared/dates.ts';
import type { Refusal } from '../shared/errors.ts';
import type { MessageKey, MessageValues } from '../shared/messages.ts';
import { crowded, MAX_DAYS } from '../usage-dates/usage-dates.rules.ts';
import type { CardReading } from './cards/card-reading.types.ts';
import { rangeUntil, isWithin } from './cards/card-dates.ts';
import { cardOf, writtenNights, type UploadPlan } from './uploads-plan.ts';

/** The nights of a card that are of no patient. */
export interface Unassigned {
  nights: number;
  from: string;
  to: string;
}

/** Returns the nights of a plan that are of no patient, by the dates that count; null for none. */
export function unassignedIn({ nights }: UploadPlan): Unassigned | null {
  const dates = nights
    .flatMap(({ isAssigned, date, outcome }) => (isAssigned || outcome === 'voided' ? [] : [date]))
    .sort();
  return dates.length === 0 ? null : { nights: dates.length, from: dates[0]!, to: dates.at(-1)! };
}

/** Returns the first and the last night of a card, by its own dates; null without nights. */
export function datesOfCard(reading: Pick<CardReading, 'nights' | 'settings' | 'misdated'>) {
  const { nights } = cardOf(reading);
  return nights.length === 0 ? null : { from: nights[0]!.night, to: nights.at(-1)!.night };
}

/**
 * Returns the days that would make the newest night of a card that of the evening before it was received, in the zone of
 * the organization: what a user who moves them is proposed. Null for a card without nights.
 */
export const proposedDays = (lastNight: string | null, receivedOn: string): number | null =>
  lastNight === null ? null : daysBetween(lastNight, addDays(receivedOn, -1));

const SHIFT = 'shiftDays';
const at = (message: MessageKey, values?: MessageValues, code: string = message): Refusal => ({
  field: SHIFT,
  code,
  message,
  values,
});

/**
 * Returns why a plan cannot be written with its dates; none when it can. A new night has a date from 2008 to today, at
 * most 20 years from the recorded one, and a move puts at most two nights of a card on a date. `today`: in the zone of
 * the organization.
 */
export async function refusedDates(
  { em }: Context,
  plan: UploadPlan,
  reading: Pick<CardReading, 'misdated'>,
  today: string,
): Promise<Refusal[]> {
  const { machine, shiftDays } = plan;
  if (shiftDays === 0) return reading.misdated ? [at('uploads.reason.wrong_dates')] : [];
  if (Math.abs(shiftDays) > MAX_DAYS) return [at('uploads.too_far', { max: MAX_DAYS }, 'usage_date.too_far')];
  const dates = writtenNights(plan).flatMap(({ outcome, date }) => (outcome === 'added' ? [date] : []));
  const range = rangeUntil(today);
  const wrong = dates.find((date) => !isWithin(range, Date.parse(date) / 86_400_000));
  if (wrong !== undefined) return [at('uploads.outside', { date: displayDate(wrong) }, 'date.future')];
  const stored = await em.execute<{ date: string }[]>(
    `select usage_date::text as date from usage_nights where machine_id = ? and source = 'sd' and usage_date = any (?::date[])`,
    [machine.id, `{${dates}}`],
  );
  const [full] = crowded([...stored.map(({ date }) => date), ...dates]);
  return full ? [at('usage_dates.taken', { count: full[1], date: displayDate(full[0]) }, 'usage_date.taken')] : [];
}
