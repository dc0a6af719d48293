import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../shared/dates.ts';
import { contradictionsWithNights, withoutContradictions, type ComparedCode } from './icode-contradictions.ts';
import { allowedBy, type RecordedNight } from './icode-recorded.ts';

const READ = '2026-05-08';
const FIRST = '2026-05-01';
const WEEK = { collected: READ, icodePeriod: 7 };
/** The nights of the week and the one after it. */
const nights = (...minutes: (number | null)[]): RecordedNight[] =>
  minutes.flatMap((used, day) => (used === null ? [] : [{ night: addDays(FIRST, day), minutes: used }]));
const code = (compliantDays: number, more: Partial<ComparedCode> = {}): ComparedCode => ({
  id: 1,
  ...WEEK,
  compliantDays,
  best30: 0,
  minutes: 250,
  ...more,
});

describe('the compliant nights that the recorded ones of a week allow', () => {
  test.each<[string, (number | null)[], number, number]>([
    ['no night is recorded', [], 0, 7],
    ['all are compliant', [300, 300, 300, 300, 300, 300, 300, 300], 7, 7],
    ['all are short', [100, 100, 100, 100, 100, 100, 100, 100], 0, 0],
    ['one is missing', [300, null, 300, 300, 100, 100, 100, 100], 3, 4],
    ['one has 242 minutes', [242, 0, 0, 0, 0, 0, 0, 0], 1, 1],
    ['one has 241 minutes', [241, 0, 0, 0, 0, 0, 0, 0], 0, 1],
    ['one has 239 minutes', [239, 0, 0, 0, 0, 0, 0, 0], 0, 1],
    ['one has 238 minutes', [238, 0, 0, 0, 0, 0, 0, 0], 0, 0],
    ['the last one is short, and no later one has arrived', [0, 0, 0, 0, 0, 0, 0], 0, 1],
    ['the last one is compliant, and no later one has arrived', [0, 0, 0, 0, 0, 0, 300], 1, 1],
  ])('when %s', (_when, minutes, least, most) => {
    expect(allowedBy(WEEK, nights(...minutes))).toEqual({ least, most });
  });

  test('are not certain on a date of which the module and the card say different things', () => {
    const both = [...nights(300, 100, 0, 0, 0, 0, 0, 0), ...nights(100, 110)];
    expect(allowedBy(WEEK, both)).toEqual({ least: 0, most: 1 });
  });

  test('are of its period alone: neither the night before it nor that of the evening of the reading', () => {
    const around = [-1, 7].map((day) => ({ night: addDays(FIRST, day), minutes: 300 }));
    expect(allowedBy(WEEK, around)).toEqual({ least: 0, most: 7 });
  });

  test('contain what a device shows that recorded the same nights, of which any part arrives in any order', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 480 }), { minLength: 1, maxLength: 90 });
    fc.assert(
      fc.property(
        minutes,
        fc.infiniteStream(fc.boolean()),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (used, arrives, part) => {
          const all = nights(...used);
          const collected = addDays(FIRST, used.length);
          const shown = used.filter((each) => each >= 240).length;
          // The newest night that has arrived may have only a part of its use.
          const some = all.filter(() => arrives.next().value as boolean);
          const known = some.map((night, index) =>
            index === some.length - 1
              ? { ...night, minutes: Math.floor(night.minutes * (part.next().value as number)) }
              : night,
          );
          const { least, most } = allowedBy({ collected, icodePeriod: used.length }, known);
          expect(least).toBeLessThanOrEqual(shown);
          expect(most).toBeGreaterThanOrEqual(shown);
        },
      ),
    );
  });
});

describe('a code', () => {
  const recorded = nights(300, 300, 100, 100, null, 100, 100, 100); // 2 or 3
  test.each([
    [1, true],
    [2, false],
    [3, false],
    [4, true],
  ])('of %i compliant days next to nights that allow 2 or 3: contradiction %p', (days, contradicts) => {
    expect(contradictionsWithNights([code(days)], recorded)).toEqual(
      contradicts ? [{ kind: 'recorded_nights', first: 1, second: 1, allowed: { least: 2, most: 3 } }] : [],
    );
    expect(withoutContradictions([code(days)], recorded)).toHaveLength(contradicts ? 0 : 1);
  });

  test('that contradicts itself is not compared with the nights', () => {
    expect(contradictionsWithNights([code(5, { minutes: 5 })], recorded)).toEqual([]);
  });
});
