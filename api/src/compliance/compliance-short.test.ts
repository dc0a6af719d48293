import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../shared/dates.ts';
import type { ReportedNight } from './compliance-ledger.ts';
import { CMS_PAP } from './compliance-rule.ts';
import { assess } from './compliance-verdict.ts';

const START = '2026-01-01';
const day = (index: number) => addDays(START, index);
const night = (index: number, minutes = 300): ReportedNight => ({
  date: day(index),
  recorded: day(index),
  minutes,
  source: 'wireless',
  overruled: false,
  state: 1,
});
const nights = (first: number, last: number, minutes = 300) =>
  Array.from({ length: last - first + 1 }, (_, index) => night(first + index, minutes));

/** The nights without data that may still be used on a day, and have their data arrive: the two before it too. */
const remaining = (given: readonly ReportedNight[], today: number): number[] =>
  Array.from({ length: 90 }, (_, index) => index).filter(
    (index) => index >= today - 2 && !given.some(({ date }) => date === day(index)),
  );

/** Whether the rule is met when these nights are used too: counted window by window. */
function isMetWith(given: readonly ReportedNight[], used: readonly number[]): boolean {
  for (let first = 0; first + 30 <= 90; first += 1) {
    let good = 0;
    for (let index = first; index < first + 30; index += 1)
      if (used.includes(index) || given.some(({ date, minutes }) => date === day(index) && minutes >= 240)) good += 1;
    if (good >= 21) return true;
  }
  return false;
}

const isPossible = (given: readonly ReportedNight[], today: number): boolean =>
  isMetWith(given, remaining(given, today));

/** How many of the remaining nights may be missed, the next ones first; -1: the rule is out of reach. */
function spared(given: readonly ReportedNight[], today: number): number {
  const left = remaining(given, today);
  let missed = -1;
  while (missed < left.length && isMetWith(given, left.slice(missed + 1))) missed += 1;
  return missed;
}

/** Whether the list has a follow-up on a day, from the stored dates. */
const isDue = (given: readonly ReportedNight[], computed: number, today: number): boolean => {
  const { metOn, shortOn, cannotBeMetOn, closesOn } = assess(CMS_PAP, START, given, day(computed));
  return metOn === null && shortOn! <= day(today) && day(today) < cannotBeMetOn! && day(today) < closesOn;
};

describe('a patient is called when at most three of the nights that are left may be missed', () => {
  test.each([
    ['four may be missed', 67, true, 4, false],
    ['three may be missed', 68, true, 3, true],
    ['none may be missed', 71, true, 0, true],
    ['the rule is out of reach', 72, false, -1, false],
  ])('%s', (_title, today, possible, left, due) => {
    const unused = nights(0, today - 3, 0); // the two nights before today may still arrive
    expect([isPossible(unused, today), spared(unused, today), isDue(unused, today, today)]).toEqual([
      possible,
      left,
      due,
    ]);
  });

  test('counted by nights, and not by days: the last night has arrived', () => {
    expect(isDue(nights(0, 64, 0), 65, 65)).toBe(false);
    expect(isDue(nights(0, 65, 0), 66, 66)).toBe(true);
  });

  test('and the rule is not met: with its last night it is none', () => {
    const before = [...nights(0, 60, 0), ...nights(61, 80)];
    expect(isDue(before, 81, 81)).toBe(false);
    expect(isDue([...nights(0, 68, 0), ...nights(69, 88)], 89, 89)).toBe(true);
    expect(isDue([...nights(0, 68, 0), ...nights(69, 89)], 90, 90)).toBe(false);
  });

  test('on the first and the last day of the period', () => {
    expect(isDue([], 0, 0)).toBe(false);
    expect(isDue([...nights(0, 68, 0), ...nights(69, 88)], 89, 91)).toBe(true);
    expect(isDue([...nights(0, 68, 0), ...nights(69, 88)], 89, 92)).toBe(false);
  });
});

const story = fc.record({
  minutes: fc.array(fc.constantFrom(300, 300, 100, null), { minLength: 90, maxLength: 90 }),
  bad: fc.integer({ min: 0, max: 80 }),
  today: fc.integer({ min: 0, max: 92 }),
  later: fc.integer({ min: 0, max: 8 }),
});

test('for every story, the stored dates answer on each later day as counting the nights of that day does', () => {
  fc.assert(
    fc.property(story, ({ minutes, bad, today, later }) => {
      const given = minutes.flatMap((used, index) =>
        index >= today ? [] : index < bad ? [night(index, 0)] : used === null ? [] : [night(index, used)],
      );
      const met = given.length > 0 && assess(CMS_PAP, START, given, day(today)).metOn !== null;
      const on = today + later;
      expect(isDue(given, today, on)).toBe(!met && isPossible(given, on) && spared(given, on) <= 3);
    }),
    { numRuns: 100 },
  );
});
