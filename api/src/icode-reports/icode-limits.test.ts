import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../shared/dates.ts';
import { iCodeFiguresOf } from './icode-figures.ts';
import { misfitOf, type CodeFigures, type Misfit } from './icode-limits.ts';
import { decodeIc1, encodeIc1, IC1_PERIODS } from './ic1.codec.ts';

const figures = (icodePeriod: number, compliantDays: number, best30: number, minutes: number): CodeFigures => ({
  icodePeriod,
  compliantDays,
  best30,
  minutes,
});

describe('the figures of one code fit each other', () => {
  test.each<[string, CodeFigures, Misfit | null]>([
    // 25 nights of 240 minutes are 6,000 in 90 days, 66.7 a day; 65 may be up to 67.5.
    ['25 compliant nights in 90 days of 0:05', figures(90, 25, 25, 5), 'minutes'],
    ['25 compliant nights in 90 days of 1:00', figures(90, 25, 25, 60), 'minutes'],
    ['25 compliant nights in 90 days of 1:05', figures(90, 25, 25, 65), null],
    // 5 nights of 24 hours and 25 of 3:59 are 13,175 minutes in 30 days, 439.2 a day; 440 may be as few as 437.5.
    ['5 compliant nights in 30 days of 7:20', figures(30, 5, 5, 440), null],
    ['5 compliant nights in 30 days of 7:25', figures(30, 5, 5, 445), 'minutes'],
    ['one night of 3:59, shown as 4:00', figures(1, 0, 0, 240), null],
    ['one night of 4:05 that is not compliant', figures(1, 0, 0, 245), 'minutes'],
    ['one compliant night of 4:00', figures(1, 1, 0, 240), null],
    ['one compliant night of 3:55', figures(1, 1, 0, 235), 'minutes'],
    ['24 hours on every day', figures(365, 365, 30, 1440), null],
    ['more than 24 hours on every day', figures(365, 365, 30, 1445), 'minutes'],
    ['no use', figures(90, 0, 0, 0), null],
    ['as many compliant days as days', figures(7, 7, 0, 300), null],
    ['more compliant days than days', figures(7, 8, 0, 300), 'compliant_days'],
    ['a best 30 of all compliant days', figures(60, 20, 20, 200), null],
    ['a best 30 above the compliant days', figures(60, 20, 21, 200), 'best30'],
    ['60 days of which each 30 have 20', figures(60, 40, 20, 300), null],
    ['60 days with more than two best runs', figures(60, 41, 20, 300), 'best30'],
    // 90 and 90 and 2 days: six runs of 10 and the 2 days that begin the seventh.
    ['182 days of which each 30 have 10', figures(182, 62, 10, 300), null],
    ['182 days with more than that', figures(182, 63, 10, 300), 'best30'],
    ['the month itself', figures(30, 20, 20, 300), null],
    ['a best 30 of the month that is not its compliant days', figures(30, 20, 19, 300), 'best30'],
    ['a best 30 above 30', figures(60, 40, 31, 300), 'best30'],
    ['60 days whose code does not contain the best 30', figures(60, 40, 0, 300), null],
    ['a week whose code has its compliant days as best 30', figures(7, 5, 5, 300), null],
    ['a week whose code has another best 30', figures(7, 5, 4, 300), 'best30'],
  ])('%s', (_title, code, expected) => {
    expect(misfitOf(code)).toBe(expected);
  });
});

const READ = '2026-05-01';
/** What a device shows of these nights, newest first. Written apart: by counting. */
function shownOf(minutes: readonly number[]): CodeFigures {
  const compliant = minutes.map((used) => (used >= 240 ? 1 : 0) as number);
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const runs = minutes.flatMap((_, from) => (from + 30 > minutes.length ? [] : sum(compliant.slice(from, from + 30))));
  // Nearest step of 5, half a step up, in whole numbers: 2T / 10P rounded.
  const steps = Math.floor((2 * sum(minutes) + 5 * minutes.length) / (10 * minutes.length));
  return figures(minutes.length, sum(compliant), Math.max(0, ...runs), steps * 5);
}

test('a code of nights is never called impossible, as the codec shows it', () => {
  const night = fc.oneof(
    fc.constantFrom(0, 1, 2, 237, 238, 239, 240, 241, 1439, 1440),
    fc.integer({ min: 0, max: 1440 }),
  );
  const period = fc.constantFrom(...IC1_PERIODS);
  const sequence = period.chain((days) =>
    fc.oneof(
      fc.array(night, { minLength: days, maxLength: days }),
      // At the limits: all compliant nights alike, and all others.
      fc
        .tuple(fc.constantFrom(240, 1440), fc.constantFrom(0, 239), fc.integer({ min: 0, max: 30 }), fc.nat(days))
        .map(([long, short, best, most]) =>
          Array.from({ length: days }, (_, at) => (at % 30 < best && at < most ? long : short)),
        ),
    ),
  );
  fc.assert(
    fc.property(sequence, (minutes) => {
      const shown = shownOf(minutes);
      expect(misfitOf(shown)).toBe(null);
      const nights = minutes.map((used, age) => ({
        night: addDays(READ, -1 - age),
        minutes: used,
        ...{ pressure: null, p95: null, ahi: null, leak: null },
      }));
      const read = decodeIc1('A1', encodeIc1('A1', iCodeFiguresOf(nights, minutes.length, READ)));
      expect(read).toMatchObject({ ok: true, figures: { minutes: shown.minutes, best30: shown.best30 } });
    }),
  );
});

/** Every average that nights of this period and with so many compliant ones can have, by trying each sum of minutes. */
function averagesOf(days: number, compliant: number): Set<number> {
  const all = new Set<number>();
  for (let long = 240 * compliant; long <= 1440 * compliant; long += 1)
    for (const short of [0, 239 * (days - compliant)])
      all.add(Math.floor((2 * (long + short) + 5 * days) / (10 * days)) * 5);
  for (let short = 0; short <= 239 * (days - compliant); short += 1)
    for (const long of [240 * compliant, 1440 * compliant])
      all.add(Math.floor((2 * (long + short) + 5 * days) / (10 * days)) * 5);
  return all;
}

test.each([...IC1_PERIODS])('of %i days, an average is called impossible exactly when no nights have it', (days) => {
  const wrong: string[] = [];
  for (let compliant = 0; compliant <= days; compliant += days > 90 ? 61 : days > 30 ? 7 : 1) {
    const possible = averagesOf(days, compliant);
    for (let minutes = 0; minutes <= 1445; minutes += 5)
      if ((misfitOf(figures(days, compliant, 0, minutes)) === null) !== possible.has(minutes))
        wrong.push(`${compliant} of ${days}, ${minutes}`);
  }
  expect(wrong).toEqual([]);
});

test('of every period, each best 30 that is not called impossible is that of some nights', () => {
  const wrong: string[] = [];
  for (const days of IC1_PERIODS.filter((period) => period >= 30))
    for (let compliant = 0; compliant <= days; compliant += 1)
      for (let best = 1; best <= 30; best += 1) {
        if (misfitOf(figures(days, compliant, best, Math.min(1440, 5 * Math.round((compliant * 300) / days / 5)))))
          continue;
        // The first run has the best 30; the other compliant nights repeat it.
        let left = compliant;
        const nights = Array.from({ length: days }, (_, at) => (at % 30 < best && left-- > 0 ? 300 : 0));
        const shown = shownOf(nights);
        if (shown.compliantDays !== compliant || shown.best30 !== best) wrong.push(`${compliant} of ${days}, ${best}`);
      }
  expect(wrong).toEqual([]);
});

describe('with a short run in place of 30 days', () => {
  /** All nights of six days, as bits: the possible pairs of compliant days and best run of three. */
  const RUN_DAYS = 3;
  const possible = (days: number) => {
    const pairs = new Set<string>();
    for (let bits = 0; bits < 2 ** days; bits += 1) {
      const nights = Array.from({ length: days }, (_, at) => (bits >> at) & 1);
      const runs = nights
        .map((_, from) => nights.slice(from, from + RUN_DAYS))
        .filter((run) => run.length === RUN_DAYS);
      const best = Math.max(...runs.map((run) => run.reduce((sum, one) => sum + one, 0)));
      pairs.add(`${nights.reduce((sum, one) => sum + one, 0)} ${best}`);
    }
    return pairs;
  };

  test.each([3, 4, 5, 6, 9, 10, 12])('%i days: best run ≤ compliant days ≤ whole runs and the begun one', (days) => {
    const expected = possible(days);
    const derived = new Set<string>();
    for (let compliant = 0; compliant <= days; compliant += 1)
      for (let best = 0; best <= RUN_DAYS; best += 1)
        if (best <= compliant && compliant <= Math.floor(days / RUN_DAYS) * best + Math.min(days % RUN_DAYS, best))
          derived.add(`${compliant} ${best}`);
    expect(derived).toEqual(expected);
  });
});
