/**
 * A second computation of results under the default rule, written apart from the portal: it looks at every window of every
 * day, and reads what was stored at each moment in place of versions.
 */

const PERIOD = 90;
const WINDOW = 30;
const WANTED = 21;
const DAY = 86_400_000;
const RANK = { qr: 1, sd: 2, wireless: 3 };

/** A night of the patient as the table has it, in the order of date, recorded date and id. */
export interface StoredNight {
  machine: number;
  date: string;
  recorded: string;
  minutes: number;
  source: keyof typeof RANK;
  state: number;
}
/** What was stored from a time on. */
export interface Moment {
  at: string;
  start: string | null;
  nights: StoredNight[];
}

const at = (first: string, index: number) => new Date(Date.parse(first) + index * DAY).toISOString().slice(0, 10);
const indexOf = (first: string, date: string) => Math.round((Date.parse(date) - Date.parse(first)) / DAY);
const calendars = new Map<string, Intl.DateTimeFormat>();
/** The calendar date of a time in a zone. */
export function dateOf(time: string, timeZone: string): string {
  const made = calendars.get(timeZone);
  const calendar =
    made ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (!made) calendars.set(timeZone, calendar);
  return calendar.format(new Date(time));
}

/** Whether a valid night of the machine and the date counts in place of this one: of a higher source, or longer. */
function isOverruled(one: StoredNight, all: readonly StoredNight[]): boolean {
  return all.some((other) => {
    if (other === one || other.machine !== one.machine || other.date !== one.date || other.state !== 1) return false;
    if (other.source !== one.source) return RANK[other.source] > RANK[one.source];
    if (one.state !== 1) return false;
    if (other.minutes !== one.minutes) return other.minutes > one.minutes;
    if ((other.recorded === other.date) !== (one.recorded === one.date)) return other.recorded === other.date;
    return other.recorded < one.recorded;
  });
}
const outcomeOf = (night: StoredNight, all: readonly StoredNight[]) =>
  night.state !== 1 ? 'INVALID' : isOverruled(night, all) ? 'OVERRULED' : 'COUNTED';

/** The minutes of each day of the period that count, without nights after a date; undefined without any. */
function minutesOf(first: string, nights: readonly StoredNight[], last: string): (number | undefined)[] {
  const days = new Array<number | undefined>(PERIOD).fill(undefined);
  for (const night of nights) {
    const index = indexOf(first, night.date);
    if (index < 0 || index >= PERIOD || night.date > last || outcomeOf(night, nights) !== 'COUNTED') continue;
    days[index] = (days[index] ?? 0) + night.minutes;
  }
  return days;
}

const isWorn = (minutes: number | undefined) => minutes !== undefined && minutes >= 240 && minutes <= 1440;
const isExpected = (minutes: number | undefined, index: number, today: number) =>
  minutes === undefined && index + 2 >= today;
/** The days that are good among `length` ones from a day on. */
function countOf(good: readonly boolean[], from: number): number {
  let days = 0;
  for (let index = from; index < from + WINDOW; index += 1) if (good[index]) days += 1;
  return days;
}
/** The days on which a window holds enough good ones for the first and the last time. */
function full(good: readonly boolean[]): { first?: number; last?: number } {
  const found: number[] = [];
  for (let day = 0; day < PERIOD; day += 1) {
    let days = 0;
    for (let index = Math.max(0, day - WINDOW + 1); index <= day; index += 1) if (good[index]) days += 1;
    if (good[day] && days >= WANTED) found.push(day);
  }
  return { first: found[0], last: found.at(-1) };
}
/** The most nights that a window can still have; Infinity when the rule is met. */
function mostOf(days: readonly (number | undefined)[], today: number): number {
  const worn = days.map(isWorn);
  if (full(worn).first !== undefined) return Infinity;
  const hoped = days.map((minutes, index) => worn[index]! || isExpected(minutes, index, today));
  return Math.max(...Array.from({ length: PERIOD - WINDOW + 1 }, (_, from) => countOf(hoped, from)));
}

/** The first day of the run of days up to today on which no window could have more than `most`; else the first one that will be. */
function sinceOf(first: string, moments: readonly Moment[], asOf: string, zone: string, most: number): string | null {
  const today = indexOf(first, asOf);
  const known = moments.map((moment) => ({ date: dateOf(moment.at, zone), nights: moment.nights }));
  const knownOn = (day: number) => known.findLast(({ date }) => date <= at(first, day))?.nights ?? [];
  const holds = (on: number, day: number) =>
    mostOf(minutesOf(first, knownOn(on), at(first, Math.min(day, today))), day) <= most;
  if (holds(today, today)) {
    let day = today;
    while (day > 0 && holds(day - 1, day - 1)) day -= 1;
    return at(first, day);
  }
  for (let day = today + 1; day < today + 200; day += 1) if (holds(today, day)) return at(first, Math.max(0, day));
  return null;
}

/** The answer as of a date in a zone from what was stored at each moment up to then, in the names of the API. */
export function byHand(moments: readonly Moment[], asOf: string, zone: string) {
  const { start, nights } = moments.at(-1)!;
  const none = {
    windowStart: null,
    windowEnd: null,
    metOn: null,
    compliantDays: 0,
    nightsNeeded: null,
    earliestDate: null,
    latestDate: null,
  };
  if (start === null)
    return {
      state: 'NO_THERAPY_START',
      therapyStart: null,
      ...none,
      atRiskOn: null,
      cannotBeMetOn: null,
      correctedNights: 0,
      missingNights: 0,
      ledger: [],
    };
  const today = indexOf(start, asOf);
  const days = minutesOf(start, nights, asOf);
  const worn = days.map(isWorn);
  const hoped = days.map((minutes, index) => worn[index]! || isExpected(minutes, index, today));
  const met = full(worn).first;
  const reached = met ?? full(hoped).first;
  const last = met ?? full(hoped).last;
  let from = 0;
  if (reached !== undefined) from = Math.max(0, reached - WINDOW + 1);
  else
    for (let other = 1; other + WINDOW <= PERIOD; other += 1)
      if (countOf(worn, other) > countOf(worn, from)) from = other;
  const compliantDays = countOf(worn, from);
  const dateOrNull = (index: number | undefined) => (index === undefined ? null : at(start, index));
  const closes = Math.max(PERIOD, days.lastIndexOf(undefined) + 3);
  const atRiskOn = met === undefined ? sinceOf(start, moments, asOf, zone, WANTED) : null;
  const cannotBeMetOn = met === undefined ? sinceOf(start, moments, asOf, zone, WANTED - 1) : null;
  const most = mostOf(days, today);
  const state =
    met !== undefined
      ? 'MET'
      : today >= closes
        ? 'NOT_MET'
        : most < WANTED
          ? 'CANNOT_BE_MET'
          : most === WANTED
            ? 'AT_RISK'
            : 'IN_PROGRESS';
  const ledger = days.slice(0, Math.max(0, today + 1)).map((minutes, index) => {
    const own = nights.filter(({ date }) => date === at(start, index));
    const counted = own.filter((night) => outcomeOf(night, nights) === 'COUNTED');
    return {
      date: at(start, index),
      day: index + 1,
      minutes: minutes ?? null,
      source: counted[0]?.source.toUpperCase() ?? null,
      state:
        minutes === undefined
          ? isExpected(minutes, index, today)
            ? 'EXPECTED'
            : 'MISSING'
          : minutes > 1440
            ? 'FAULT'
            : minutes >= 240
              ? 'COMPLIANT'
              : minutes === 0
                ? 'UNUSED'
                : 'SHORT',
      corrected: counted.some(({ date, recorded }) => date !== recorded),
      reports: own.map((night) => ({
        source: night.source.toUpperCase(),
        minutes: night.minutes,
        recorded: night.recorded,
        corrected: night.recorded !== night.date,
        outcome: outcomeOf(night, nights),
      })),
    };
  });
  return {
    state,
    therapyStart: start,
    windowStart: at(start, from),
    windowEnd: at(start, from + WINDOW - 1),
    metOn: dateOrNull(met),
    compliantDays,
    nightsNeeded: met !== undefined ? 0 : reached === undefined ? null : WANTED - compliantDays,
    earliestDate: dateOrNull(reached),
    latestDate: dateOrNull(last),
    atRiskOn,
    cannotBeMetOn,
    correctedNights: ledger.filter(({ corrected }) => corrected).length,
    missingNights: ledger.filter(({ state: night }) => night === 'MISSING').length,
    ledger: ledger.toReversed(),
  };
}
