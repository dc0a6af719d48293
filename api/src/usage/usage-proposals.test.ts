import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keptNights } from '../gateway/gateway-clock.ts';
import { addDays } from '../shared/dates.ts';
import { proposeDates, type ClockContact, type SentNight } from './usage-proposals.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const START = '2026-03-01';
const day = (number: number) => addDays(START, number);
/** A contact at 18:00 UTC of a day, when the night of that day has begun and the one before is over. */
const contact = (number: number, driftSeconds: number): ClockContact => ({
  at: new Date(`${day(number)}T18:00:00Z`),
  driftSeconds,
});

/** What the gateway keeps of the nights of some days: recorded by one clock, sent by another at a contact. */
const sent = (numbers: number[], recordedBy: number, { at, driftSeconds }: ClockContact): SentNight[] =>
  numbers.map((number) => {
    const deviceDate = addDays(day(number), -Math.round(recordedBy / DAY));
    const sentOnce = { night: deviceDate, storedOn: null, taken: false };
    const night = keptNights([sentOnce], driftSeconds * 1000, at.toISOString().slice(0, 10))[0]!;
    return { night, usageDate: night, deviceDate, arrivedAt: at, driftSeconds };
  });
const proposed = (contacts: ClockContact[], nights: SentNight[]) =>
  proposeDates(contacts, nights).map(({ from, to, days, nights: count }) => [from, to, days, count]);

describe('a clock that changed between two contacts', () => {
  test('was three days behind and set right: its nights would move by three days', () => {
    const [before, after] = [contact(0, 3 * DAY), contact(8, 0)];
    const nights = sent([1, 2, 3, 4], 3 * DAY, after);
    expect(nights.map(({ night }) => night)).toEqual([day(-2), day(-1), day(0), day(1)]);
    expect(proposed([after, before], nights)).toEqual([[day(-2), day(1), 3, 4]]);
  });

  test('was right and went ahead: its earlier nights would move back', () => {
    const [before, after] = [contact(0, 0), contact(8, -2 * DAY)];
    expect(proposed([before, after], sent([1, 2, 3], 0, after))).toEqual([[day(-1), day(1), 2, 3]]);
  });

  test.each([
    ['less than 12 hours', 12 * HOUR - 1, []],
    ['12 hours', 12 * HOUR, [[day(1), day(1), 1, 1]]],
  ])('by %s makes a proposal or not', (_title, drift, expected) => {
    const [before, after] = [contact(0, drift), contact(4, 0)];
    const [night] = sent([2], DAY, after);
    expect(proposed([before, after], [night!])).toEqual(expected);
  });

  test('concerns no night that was sent before the change, and none of another drift', () => {
    const [first, before, after, later] = [contact(0, 3 * DAY), contact(4, 3 * DAY), contact(8, 0), contact(9, -DAY)];
    expect(proposed([first, before, after], sent([1, 2], 3 * DAY, before))).toEqual([]);
    expect(proposed([before, after], sent([5], 3 * DAY, later))).toEqual([]);
  });

  test('concerns no night whose right date is before the last contact with the old clock, or after the first with the new one', () => {
    const [before, after] = [contact(4, 3 * DAY), contact(8, 0)];
    expect(proposed([before, after], sent([3], 3 * DAY, after))).toEqual([]);
    expect(proposed([before, after], sent([4], 3 * DAY, after))).toEqual([[day(1), day(1), 3, 1]]);
    expect(proposed([before, after], sent([6], 0, after))).toEqual([]);
  });

  test('concerns no night whose right date has another night, and none that is corrected', () => {
    const [before, after] = [contact(0, 3 * DAY), contact(8, 0)];
    const [wrong] = sent([2], 3 * DAY, after);
    const [taken] = sent([2], 0, contact(3, 3 * DAY));
    expect(proposed([before, after], [wrong!])).toHaveLength(1);
    expect(proposed([before, after], [wrong!, { ...taken!, night: day(2), usageDate: day(2) }])).toEqual([]);
    expect(proposed([before, after], [{ ...wrong!, usageDate: day(2) }])).toEqual([]);
  });

  test('concerns no night of the new clock, though its date without the change would be free', () => {
    const [before, after, later] = [contact(0, -3 * DAY), contact(6, 0), contact(8, 0)];
    const nights = [...sent([1, 2], -3 * DAY, after), ...sent([6, 7], 0, later)];
    expect(proposed([before, after, later], nights)).toEqual([[day(4), day(5), -3, 2]]);
  });

  test('leaves out a night among them that would not move: the range of a proposal has no other night', () => {
    const [before, after] = [contact(0, 3 * DAY), contact(8, 0)];
    const wrong = sent([1, 2, 3, 4], 3 * DAY, after);
    // A night of the right date, which arrived before, lies between the wrong ones and is corrected.
    const other = { ...sent([5], 0, contact(6, 3 * DAY))[0]!, night: day(20), usageDate: day(-1) };
    expect(proposed([before, after], [wrong[0]!, wrong[2]!, wrong[3]!, other])).toEqual([
      [day(-2), day(-2), 3, 1],
      [day(0), day(1), 3, 2],
    ]);
    // A night that shares its date cannot be chosen by a range.
    expect(proposed([before, after], [...wrong, other])).toEqual([
      [day(-2), day(-2), 3, 1],
      [day(0), day(1), 3, 2],
    ]);
  });

  test('concerns no night that kept its own date', () => {
    const [before, after] = [contact(0, 0), contact(8, 2000 * DAY)];
    const nights = sent([1, 2], 0, after);
    expect(nights.map(({ night }) => night)).toEqual([day(1), day(2)]);
    expect(proposed([before, after], nights)).toEqual([]);
  });
});

test('a clock that never changes by half a day makes no proposal, however wrong it is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9000, max: 9000 }),
      fc.array(fc.integer({ min: -5 * HOUR, max: 5 * HOUR }), { minLength: 2, maxLength: 9 }),
      (days, jitter) => {
        const contacts = jitter.map((seconds, index) => contact(index * 3, days * DAY + seconds));
        const nights = contacts.slice(1).flatMap((at, index) => sent([index * 3 + 1, index * 3 + 2], days * DAY, at));
        expect(proposeDates(contacts, nights)).toEqual([]);
      },
    ),
  );
});

test('who follows the proposals of a clock that changed once gets the right dates of all nights of the old clock', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: 2, max: 20 }),
      (old, now, gap) => {
        fc.pre(old !== now);
        const [before, after] = [contact(0, old * DAY), contact(gap, now * DAY)];
        const numbers = Array.from({ length: gap - 1 }, (_, index) => index + 1);
        const nights = sent(numbers, old * DAY, after);
        const proposals = proposeDates([before, after], nights);
        const right = nights.map(({ night }) => {
          const proposal = proposals.find(({ from, to }) => from <= night && night <= to);
          return proposal ? addDays(night, proposal.days) : night;
        });
        // A night that would be in the future keeps its own date; two of them on one date are one row, which no proposal parts.
        fc.pre(
          new Set(nights.map(({ night }) => night)).size === nights.length &&
            !nights.some(({ deviceDate, night }) => deviceDate === night && now !== 0),
        );
        expect(right).toEqual(numbers.map(day));
      },
    ),
  );
});
