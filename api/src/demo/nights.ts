import type { NightSource } from '../usage/night-source.rules.ts';
import { addDays, daysBetween } from './calendar.ts';
import { clamp, oneDecimal, type Random } from './random.ts';
import type { Sources } from './stories.ts';

/** One day of therapy as the device recorded it. `null` minutes: no source delivered the night. */
export interface TherapyNight {
  date: string;
  minutes: number | null;
  ahi: number | null;
  pressure: number | null;
  p95: number | null;
  leak: number | null;
}

const THRESHOLD = 240;
const WINDOW = 30;
const NEEDED = 21;
const TRIAL = 90;

/**
 * Whether any 30 consecutive days of the first 90 include 21 days of 240 minutes or more (LCD L33718). Days without
 * data count as days.
 */
export function meetsCms(minutes: readonly (number | null)[]): boolean {
  const days = minutes.slice(0, TRIAL).map((used) => Number((used ?? 0) >= THRESHOLD));
  let inWindow = 0;
  return days.some((day, last) => {
    inWindow += day - (days[last - WINDOW] ?? 0);
    return last + 1 >= WINDOW && inWindow >= NEEDED;
  });
}

/**
 * Figures of 2.6 million patients (PMC6589354): 746 of 1,000 patients meet the rule. Spread evenly over the patients'
 * numbers, so that small sets match too.
 */
export const isAdherent = (patientNumber: number): boolean =>
  Math.floor((patientNumber + 1) * 0.746) > Math.floor(patientNumber * 0.746);

interface Habit {
  /** Share of days on which the device is used. */
  used: number;
  minutes: number;
  spread: number;
}

// With these habits the average over all days is 5.54 h a night, as in the same source.
const habitOf = (random: Random, adherent: boolean): Habit =>
  adherent
    ? { used: 1 - 0.2 * random.next() * random.next(), minutes: clamp(random.normal(414, 62), 300, 580), spread: 85 }
    : {
        used: clamp(random.normal(0.68, 0.18), 0.2, 0.95),
        minutes: clamp(random.normal(228, 55), 100, 330),
        spread: 85,
      };

function minutesOf(random: Random, habit: Habit, days: number): (number | null)[] {
  return Array.from({ length: days }, () => {
    if (random.chance(0.006)) return null; // the night never arrived
    if (random.chance(habit.used)) return Math.round(clamp(random.normal(habit.minutes, habit.spread), 3, 1440));
    return random.chance(0.6) ? 0 : null; // switched on but not used, or not switched on
  });
}

/**
 * Returns the nights from `start` to `last` of a patient who meets the rule or not, as given; a running trial is not
 * checked.
 */
export function therapyNights(random: Random, start: string, last: string, adherent: boolean): TherapyNight[] {
  const days = daysBetween(start, last) + 1;
  let habit = habitOf(random, adherent);
  let minutes = minutesOf(random, habit, days);
  while (days >= TRIAL && meetsCms(minutes) !== adherent) {
    // Varies the habit slightly at each attempt, so that the loop ends.
    habit = {
      ...habit,
      used: clamp(habit.used + (adherent ? 0.02 : -0.04), 0.1, 1),
      minutes: clamp(habit.minutes + (adherent ? 12 : -12), 60, 500),
    };
    minutes = minutesOf(random, habit, days);
  }
  return withFigures(random, start, minutes);
}

/** Days of a running trial that are over. */
export const TRIAL_DAYS = 80;

/**
 * Returns the nights of the first 80 days of a trial that has not met the rule: short ones for two months, then enough
 * long ones that the rule can still be met, when at most `spare` of the remaining nights are missed.
 */
export function runningTrial(random: Random, start: string, spare: number): TherapyNight[] {
  const isLast = (day: number) => day >= TRIAL - WINDOW;
  const short = WINDOW - NEEDED - spare;
  const minutes = Array.from({ length: TRIAL_DAYS }, (_, day) =>
    // Seven has no divisor in common with the number of days, so the short nights are spread over them.
    isLast(day) && (day * 7) % (TRIAL_DAYS - TRIAL + WINDOW) >= short
      ? random.int(THRESHOLD + 8, 470)
      : random.int(40, THRESHOLD - 7),
  );
  return withFigures(random, start, minutes);
}

function withFigures(random: Random, start: string, minutes: readonly (number | null)[]): TherapyNight[] {
  const events = clamp(random.normal(4.3, 3.3), 0.3, 19);
  const pressure = clamp(random.normal(9, 2), 4.5, 17);
  const leak = clamp(random.normal(9, 7), 0, 40);
  return minutes.map((used, index) => {
    const date = addDays(start, index);
    if (!used) return { date, minutes: used, ahi: null, pressure: null, p95: null, leak: null };
    const mean = oneDecimal(clamp(random.normal(pressure, 0.6), 4, 20));
    return {
      date,
      minutes: used,
      ahi: oneDecimal(clamp(random.normal(events, 1.2), 0, 80)),
      pressure: mean,
      p95: oneDecimal(clamp(mean + 1 + 1.5 * random.next(), mean, 25)),
      leak: oneDecimal(clamp(random.normal(leak, 3), 0, 90)),
    };
  });
}

/** A night as one source reported it. */
export interface SourcedNight extends TherapyNight {
  minutes: number;
  source: NightSource;
  overruled: boolean;
}

/** The module lost its connection in one night of seven of a card: the card has more of it, and is overruled all the same. */
const SHORTER = 7;
const MISSED_MINUTES = 25;

/**
 * Returns the nights as the sources delivered them. Where two sources have a night, the lower one is overruled
 * (wireless, then card, then code). The module of a `wireless+sd` device failed for a while, and the card filled the
 * gap.
 */
export function sourced(nights: readonly TherapyNight[], sources: Sources): SourcedNight[] {
  const held = nights.filter((night): night is TherapyNight & { minutes: number } => night.minutes !== null);
  const as =
    (source: SourcedNight['source'], overruled: boolean) =>
    (night: TherapyNight & { minutes: number }): SourcedNight => ({ ...night, source, overruled });
  switch (sources) {
    case 'none':
      return [];
    case 'wireless':
    case 'sd':
    case 'qr':
      return held.map(as(sources, false));
    case 'wireless+sd': {
      const card = held.slice(-60, -10);
      const outage = new Set(held.slice(-45, -35).map(({ date }) => date));
      return [
        ...held.filter(({ date }) => !outage.has(date)).map(as('wireless', false)),
        ...card.map((night, nth) =>
          outage.has(night.date)
            ? as('sd', false)(night)
            : as(
                'sd',
                true,
              )({ ...night, minutes: night.minutes + (night.minutes > 0 && nth % SHORTER === 0 ? MISSED_MINUTES : 0) }),
        ),
      ];
    }
    case 'sd+qr':
      return [
        ...held.slice(0, -12).map(as('sd', false)),
        ...held.slice(-30, -12).map(as('qr', true)),
        ...held.slice(-12).map(as('qr', false)),
      ];
  }
}

/**
 * Returns the last night for which data can have arrived: yesterday's, the one before an outage, or that of the last
 * visit with card or code.
 */
export function lastNight(random: Random, sources: Sources, silent: number, end: string | null, today: string): string {
  if (end) return addDays(end, -1);
  const back = sources === 'wireless' || sources === 'wireless+sd' ? 1 + silent : random.int(4, 20);
  return addDays(today, -back);
}
