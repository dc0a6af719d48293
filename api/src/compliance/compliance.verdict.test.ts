import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../shared/dates.ts';
import { CMS_PAP, nightsWanted, type ComplianceRule } from './compliance.rule.ts';
import { assess, stateOn, type ReportedNight } from './compliance.verdict.ts';

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);
const night = (number: number, minutes = 240, more: Partial<ReportedNight> = {}): ReportedNight => ({
  night: day(number),
  minutes,
  source: 'wireless',
  overruled: false,
  ...more,
});
/** Nights of the days from `first` to `last`. */
const nights = (first: number, last: number, minutes = 240) =>
  Array.from({ length: last - first + 1 }, (_, index) => night(first + index, minutes));
const on = (today: number, ...given: (ReportedNight | ReportedNight[])[]) =>
  assess(CMS_PAP, START, given.flat(), day(today));

test('the default rule is the one of the LCD: 240 minutes on 21 of 30 consecutive days within the first 90', () => {
  expect(CMS_PAP).toEqual({ name: 'CMS PAP', version: 1, period: 90, window: 30, minutes: 240, percent: 70 });
  expect(nightsWanted(CMS_PAP)).toBe(21);
  // Another payer's share may end within a night: that night is needed as a whole.
  expect(nightsWanted({ ...CMS_PAP, percent: 71 })).toBe(22);
  expect(nightsWanted({ ...CMS_PAP, window: 7 })).toBe(5);
  expect(nightsWanted({ ...CMS_PAP, percent: 100 })).toBe(30);
});

describe('met', () => {
  test('on day 21 at the earliest, in the window of the first 30 days', () => {
    expect(on(22, nights(1, 21))).toMatchObject({
      state: 'met',
      metOn: day(21),
      windowStart: day(1),
      windowEnd: day(30),
      compliantDays: 21,
      nightsNeeded: 0,
      earliestDate: day(21),
      atRiskOn: null,
    });
  });

  test('not with 20 nights, nor with 21 that no 30-day window contains', () => {
    expect(on(25, nights(1, 20)).state).toBe('in_progress');
    expect(on(40, nights(1, 20), night(31)).state).toBe('in_progress');
    expect(on(40, nights(1, 20), night(30)).metOn).toBe(day(30));
  });

  test('in any 30-day window up to day 90', () => {
    expect(on(91, nights(70, 90))).toMatchObject({
      state: 'met',
      metOn: day(90),
      windowStart: day(61),
      windowEnd: day(90),
    });
    expect(on(95, nights(71, 91)).state).toBe('not_met');
  });

  test('for good: later nights do not change it', () => {
    expect(on(300, nights(1, 21), nights(22, 90, 0))).toMatchObject({ state: 'met', metOn: day(21) });
  });

  test.each([
    [239, 'not_met'],
    [240, 'met'],
    [1440, 'met'],
    [1441, 'not_met'],
  ])('%i minutes a night: %s; more than 24 hours is a fault', (minutes, state) => {
    expect(on(100, nights(1, 90, minutes)).state).toBe(state);
  });
});

describe('nights', () => {
  test('from a source of lower priority do not count', () => {
    expect(
      on(
        95,
        nights(1, 90).map((one) => ({ ...one, overruled: true })),
      ).state,
    ).toBe('not_met');
    expect(on(2, night(1, 300, { overruled: true, source: 'sd' }), night(1, 100)).ledger[0]).toMatchObject({
      minutes: 100,
      source: 'wireless',
      state: 'short',
    });
  });

  test('of two machines in one night add up', () => {
    expect(on(2, night(1, 120), night(1, 120)).ledger[0]).toMatchObject({ minutes: 240, state: 'compliant' });
  });

  test('outside the period do not count', () => {
    expect(on(100, night(0, 600), nights(91, 130)).compliantDays).toBe(0);
  });

  test('appear in the ledger with source, minutes and count; missing is not zero use', () => {
    const { ledger } = on(7, night(1), night(2, 239, { source: 'sd' }), night(3, 0, { source: 'qr' }), night(5, 2000));
    expect(ledger).toEqual([
      { date: day(1), day: 1, minutes: 240, source: 'wireless', state: 'compliant' },
      { date: day(2), day: 2, minutes: 239, source: 'sd', state: 'short' },
      { date: day(3), day: 3, minutes: 0, source: 'qr', state: 'unused' },
      { date: day(4), day: 4, minutes: null, source: null, state: 'missing' },
      { date: day(5), day: 5, minutes: 2000, source: 'wireless', state: 'fault' },
      { date: day(6), day: 6, minutes: null, source: null, state: 'expected' },
      { date: day(7), day: 7, minutes: null, source: null, state: 'expected' },
    ]);
  });

  test('of the whole period appear in the ledger once it is over, and none before therapy starts', () => {
    expect(on(200, nights(1, 90)).ledger).toHaveLength(90);
    expect(on(-10)).toMatchObject({ state: 'in_progress', ledger: [], nightsNeeded: 21, earliestDate: day(21) });
  });
});

describe('what is still needed', () => {
  test('counts from tonight: the first date on which the rule can be met, and the nights until then', () => {
    expect(on(1)).toMatchObject({
      state: 'in_progress',
      nightsNeeded: 21,
      earliestDate: day(21),
      windowStart: day(1),
      compliantDays: 0,
    });
    // Ten nights used and five unused, and today is day 16: eleven more are needed, from day 16.
    expect(on(16, nights(1, 10), nights(11, 15, 0))).toMatchObject({
      nightsNeeded: 11,
      earliestDate: day(26),
      windowStart: day(1),
    });
  });

  test('excludes nights that no open window contains', () => {
    expect(on(41, nights(1, 10), nights(11, 40, 30))).toMatchObject({
      nightsNeeded: 21,
      earliestDate: day(61),
      windowStart: day(32),
      windowEnd: day(61),
    });
  });

  test('includes the nights of the last two days, whose data may still arrive', () => {
    expect(on(21, nights(1, 18), [])).toMatchObject({ nightsNeeded: 3, earliestDate: day(21), state: 'in_progress' });
    expect(on(22, nights(1, 18), [])).toMatchObject({ nightsNeeded: 3, earliestDate: day(22) });
  });
});

describe('at risk', () => {
  // No use in the first 60 days: nine nights of the last window, days 61 to 90, may be missed.
  test('once every remaining night is needed', () => {
    const before = on(69, nights(1, 68, 0));
    expect(before).toMatchObject({ state: 'in_progress', nightsNeeded: 21, earliestDate: day(89), atRiskOn: day(72) });
    expect(on(70, nights(1, 69, 0))).toMatchObject({
      state: 'at_risk',
      nightsNeeded: 21,
      earliestDate: day(90),
      atRiskOn: day(1),
    });
  });

  test('even when the rule can no longer be met, as long as the period is running', () => {
    expect(on(71, nights(1, 70, 0))).toMatchObject({ state: 'at_risk', nightsNeeded: null, earliestDate: null });
  });

  test('not because of a night whose data is only late', () => {
    expect(on(71, nights(1, 68, 0))).toMatchObject({ state: 'in_progress' });
    expect(on(72, nights(1, 68, 0))).toMatchObject({ state: 'at_risk' });
  });
});

describe('not met', () => {
  test('when the period is over and the data of its last nights had two days to arrive', () => {
    expect(on(92, nights(1, 88, 0))).toMatchObject({ state: 'at_risk', closesOn: day(93) });
    expect(on(93, nights(1, 88, 0))).toMatchObject({ state: 'not_met', nightsNeeded: null, earliestDate: null });
    expect(on(91, nights(1, 90, 0))).toMatchObject({ state: 'not_met', closesOn: day(91) });
    expect(on(90, nights(1, 90, 0)).state).toBe('at_risk');
  });

  test('shows the best window, the earliest of equal ones', () => {
    expect(on(120, nights(40, 55), nights(1, 3))).toMatchObject({
      state: 'not_met',
      compliantDays: 16,
      windowStart: day(26),
      windowEnd: day(55),
    });
  });
});

describe('for any nights', () => {
  const reported = fc
    .array(
      fc.record({
        number: fc.integer({ min: -5, max: 100 }),
        minutes: fc.oneof(fc.integer({ min: 0, max: 239 }), fc.integer({ min: 240, max: 1440 })),
        overruled: fc.boolean(),
      }),
      { maxLength: 120 },
    )
    .map((list) => [
      ...new Map(
        list.map(({ number, minutes, overruled }) => [number, night(number, minutes, { overruled })]),
      ).values(),
    ]);
  const wellUsed = fc
    .array(fc.constantFrom(null, 0, 100, 300, 300, 300), { minLength: 90, maxLength: 90 })
    .map((minutes) => minutes.flatMap((used, index) => (used === null ? [] : [night(index + 1, used)])));
  const anyNights = fc.oneof(reported, wellUsed);
  const anyToday = fc.integer({ min: -5, max: 130 });

  /** A direct reading of the LCD, without regard to speed. */
  function oracle(given: ReportedNight[], { period, window, minutes, percent }: ComplianceRule) {
    const good = new Set(given.filter((one) => !one.overruled && one.minutes >= minutes).map((one) => one.night));
    for (let last = 1; last <= period; last += 1) {
      for (let first = 1; first + window - 1 <= period; first += 1) {
        if (last < first || last > first + window - 1) continue;
        let days = 0;
        for (let number = first; number <= last; number += 1) days += Number(good.has(day(number)));
        if (days * 100 >= percent * window) return { metOn: day(last), windowStart: day(first) };
      }
    }
    return null;
  }

  test('the rule is met exactly when, and where, trying every window finds it', () => {
    fc.assert(
      fc.property(anyNights, anyToday, (given, today) => {
        const verdict = on(today, given);
        expect(verdict.metOn === null ? null : { metOn: verdict.metOn, windowStart: verdict.windowStart }).toEqual(
          oracle(given, CMS_PAP),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('the window lies within days 1 to 90 and contains the reported nights', () => {
    fc.assert(
      fc.property(anyNights, anyToday, (given, today) => {
        const { windowStart, windowEnd, compliantDays, atRiskOn, closesOn } = on(today, given);
        expect(windowStart >= day(1) && windowEnd <= day(90) && addDays(windowStart, 29) === windowEnd).toBe(true);
        expect(compliantDays).toBe(
          given.filter(
            (one) => !one.overruled && one.minutes >= 240 && one.night >= windowStart && one.night <= windowEnd,
          ).length,
        );
        expect(atRiskOn === null || atRiskOn <= closesOn).toBe(true);
      }),
    );
  });

  test('one more compliant night never makes the result worse', () => {
    const rank = { met: 3, in_progress: 2, at_risk: 1, not_met: 0, no_therapy_start: -1 };
    fc.assert(
      fc.property(anyNights, anyToday, fc.integer({ min: 1, max: 90 }), (given, today, number) => {
        const more = [...given.filter((one) => one.night !== day(number)), night(number, 400)];
        const [before, after] = [on(today, given), on(today, more)];
        if (before.state === 'met') expect(after.state).toBe('met');
        if (before.metOn !== null) expect(after.metOn! <= before.metOn).toBe(true);
        // A known night becomes compliant; a night that was only expected closes the period when its data arrives.
        if (given.some((one) => one.night === day(number) && !one.overruled))
          expect(rank[after.state]).toBeGreaterThanOrEqual(rank[before.state]);
      }),
    );
  });

  test('the stored dates give the state of every later day on which no data arrived', () => {
    fc.assert(
      fc.property(anyNights, anyToday, fc.integer({ min: 0, max: 60 }), (given, today, later) => {
        const stored = on(today, given);
        expect(stateOn(stored, day(today + later))).toBe(on(today + later, given).state);
      }),
    );
  });

  test('use on every night from now on meets the rule on the earliest date, and not before', () => {
    fc.assert(
      fc.property(anyNights, fc.integer({ min: 1, max: 90 }), (given, today) => {
        const known = given.filter((one) => one.night < day(today));
        const { earliestDate, state } = on(today, known);
        const held = new Set(known.filter((one) => !one.overruled).map((one) => one.night));
        const worn = Array.from({ length: 90 }, (_, index) => index + 1)
          .filter((number) => number >= today - 2 && !held.has(day(number)))
          .map((number) => night(number, 300));
        const hoped = on(200, known, worn);
        if (state !== 'met') expect(hoped.metOn).toBe(earliestDate);
      }),
    );
  });
});

test("another payer's rule is only other data: half of 60 days", () => {
  const payer: ComplianceRule = { name: 'Payer', version: 1, period: 120, window: 60, minutes: 180, percent: 50 };
  expect(assess(payer, START, nights(41, 70, 180), day(130))).toMatchObject({
    state: 'met',
    metOn: day(70),
    windowStart: day(11),
    windowEnd: day(70),
  });
});
