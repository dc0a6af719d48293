import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../shared/dates.ts';
import type { ReportedNight } from './compliance-ledger.ts';
import { CMS_PAP, nightsWanted, type ComplianceRule } from './compliance-rule.ts';
import { assess, stateOn } from './compliance-verdict.ts';

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);
const night = (number: number, minutes = 240, more: Partial<ReportedNight> = {}): ReportedNight => ({
  date: day(number),
  recorded: day(number),
  minutes,
  source: 'wireless',
  overruled: false,
  state: 1,
  ...more,
});
/** Nights of the days from `first` to `last`. */
const nights = (first: number, last: number, minutes = 240) =>
  Array.from({ length: last - first + 1 }, (_, index) => night(first + index, minutes));
const on = (today: number, ...given: (ReportedNight | ReportedNight[])[]) =>
  assess(CMS_PAP, START, given.flat(), day(today));

test('the default rule is the one of the LCD: 240 minutes on 21 of 30 consecutive days within the first 90', () => {
  expect(CMS_PAP).toMatchObject({ period: 90, window: 30, minutes: 240, percent: 70 });
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
      cannotBeMetOn: null,
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

  test('in a state other than 1 are kept and do not count', () => {
    expect(
      on(
        95,
        nights(1, 90).map((one) => ({ ...one, state: 2 })),
      ).state,
    ).toBe('not_met');
    expect(on(5, night(1, 300, { state: 0 })).ledger[0]).toMatchObject({ minutes: null, state: 'missing' });
  });

  test('count on their corrected date', () => {
    const corrected = night(1, 300, { date: day(3) });
    expect(on(3, corrected).ledger.map(({ minutes }) => minutes)).toEqual([null, null, 300]);
    expect(on(3, corrected)).toMatchObject({ compliantDays: 1 });
    expect(on(3, night(1, 300, { date: day(0) }))).toMatchObject({ compliantDays: 0 });
  });

  test('appear in the ledger with source, minutes and count; missing is not zero use', () => {
    const { ledger } = on(7, night(1), night(2, 239, { source: 'sd' }), night(3, 0, { source: 'qr' }), night(5, 2000));
    expect(ledger.map(({ reports: _reports, ...shown }) => shown)).toEqual([
      { date: day(1), day: 1, minutes: 240, source: 'wireless', state: 'compliant', corrected: false },
      { date: day(2), day: 2, minutes: 239, source: 'sd', state: 'short', corrected: false },
      { date: day(3), day: 3, minutes: 0, source: 'qr', state: 'unused', corrected: false },
      { date: day(4), day: 4, minutes: null, source: null, state: 'missing', corrected: false },
      { date: day(5), day: 5, minutes: 2000, source: 'wireless', state: 'fault', corrected: false },
      { date: day(6), day: 6, minutes: null, source: null, state: 'expected', corrected: false },
      { date: day(7), day: 7, minutes: null, source: null, state: 'expected', corrected: false },
    ]);
  });

  test('appear with everything that was reported for them, and why a report is not counted', () => {
    const [first, second, third] = on(
      3,
      night(1, 300),
      night(1, 290, { source: 'sd', overruled: true }),
      night(1, 50, { state: 3 }),
      night(5, 200, { date: day(2) }),
      night(6, 100, { date: day(2), overruled: true }),
      night(7, 100, { date: day(3), state: 0, overruled: true }),
    ).ledger;
    expect(first).toMatchObject({
      minutes: 300,
      state: 'compliant',
      corrected: false,
      reports: [
        { source: 'wireless', minutes: 300, recorded: day(1), corrected: false, outcome: 'counted' },
        { source: 'sd', minutes: 290, recorded: day(1), corrected: false, outcome: 'overruled' },
        { source: 'wireless', minutes: 50, recorded: day(1), corrected: false, outcome: 'invalid' },
      ],
    });
    expect(second).toMatchObject({
      minutes: 200,
      state: 'short',
      corrected: true,
      reports: [
        { recorded: day(5), corrected: true, outcome: 'counted' },
        { recorded: day(6), corrected: true, outcome: 'overruled' },
      ],
    });
    // A correction of what does not count is no correction of the result.
    expect(third).toMatchObject({ state: 'expected', corrected: false, reports: [{ outcome: 'invalid' }] });
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

describe('the last date on which the rule can be met', () => {
  test('is the last day of the period as long as its last window can be filled', () => {
    expect(on(1).latestDate).toBe(day(90));
    expect(on(70, nights(1, 69, 0)).latestDate).toBe(day(90));
    expect(on(71, nights(1, 70, 0)).latestDate).toBeNull();
  });

  test('is the last night that can be compliant, when the data of the last ones has arrived', () => {
    const known = [nights(61, 80), nights(81, 87, 0)];
    expect(on(90, ...known)).toMatchObject({ earliestDate: day(88), latestDate: day(90) });
    expect(on(90, ...known, night(90, 0))).toMatchObject({ earliestDate: day(88), latestDate: day(89) });
  });

  test('is the date on which the rule was met', () => {
    expect(on(40, nights(1, 39)).latestDate).toBe(day(21));
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
      latestDate: day(90),
    });
  });

  test('no longer, once the rule cannot be met, as long as the period is running', () => {
    expect(on(71, nights(1, 70, 0))).toMatchObject({ state: 'cannot_be_met', nightsNeeded: null, earliestDate: null });
  });

  test('not because of a night whose data is only late', () => {
    expect(on(71, nights(1, 68, 0))).toMatchObject({ state: 'in_progress' });
    expect(on(72, nights(1, 68, 0))).toMatchObject({ state: 'at_risk' });
    expect(on(73, nights(1, 68, 0))).toMatchObject({ state: 'cannot_be_met' });
  });
});

describe('the state on a day, from the stored dates', () => {
  const dates = { metOn: null, atRiskOn: day(60), cannotBeMetOn: day(70), closesOn: day(93) };
  test.each([
    [59, 'in_progress'],
    [60, 'at_risk'],
    [69, 'at_risk'],
    [70, 'cannot_be_met'],
    [92, 'cannot_be_met'],
    [93, 'not_met'],
  ])('day %i: %s', (today, state) => {
    expect(stateOn(dates, day(today))).toBe(state);
    expect(stateOn({ ...dates, metOn: day(30), atRiskOn: null, cannotBeMetOn: null }, day(today))).toBe('met');
  });

  test('a rule that became impossible to meet when its period was over is not met', () => {
    expect(stateOn({ ...dates, atRiskOn: day(150), cannotBeMetOn: day(150) }, day(151))).toBe('not_met');
  });
});

describe('not met', () => {
  test('when the period is over and the data of its last nights had two days to arrive', () => {
    expect(on(92, nights(1, 88, 0))).toMatchObject({ state: 'cannot_be_met', closesOn: day(93) });
    expect(on(93, nights(1, 88, 0))).toMatchObject({ state: 'not_met', nightsNeeded: null, earliestDate: null });
    expect(on(91, nights(1, 90, 0))).toMatchObject({ state: 'not_met', closesOn: day(91) });
    expect(on(90, nights(1, 90, 0)).state).toBe('cannot_be_met');
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

describe('a night of tomorrow', () => {
  const given = [...nights(1, 20), ...nights(21, 21)];

  test('neither meets the rule today nor is in the ledger; tomorrow it does and is', () => {
    const today = on(20, given);
    expect(today).toMatchObject({ state: 'in_progress', metOn: null, compliantDays: 20, nightsNeeded: 1 });
    expect(today.ledger.at(-1)).toMatchObject({ date: day(20) });
    expect(on(21, given)).toMatchObject({ state: 'met', metOn: day(21), compliantDays: 21, nightsNeeded: 0 });
  });

  test('with too little use leaves the patient all that today leaves', () => {
    // Of days 70 to 90 every night is needed, and the night of day 70 was short.
    const short = [...nights(1, 69, 0), ...nights(70, 70, 100)];
    expect(on(69, short)).toEqual({ ...on(69, nights(1, 69, 0)), stored: on(70, short).stored });
    expect(on(70, short).state).toBe('cannot_be_met');
  });

  test('is in the stored dates, which give the state of both days', () => {
    const { stored } = on(20, given);
    expect([stored.metOn, stateOn(stored, day(20)), stateOn(stored, day(21))]).toEqual([day(21), 'in_progress', 'met']);
    expect(on(21, given).stored).toEqual(stored);
  });

  test('that will meet the rule on its last day leaves it at risk until then', () => {
    const late = [...nights(1, 69, 0), ...nights(70, 90)];
    const { stored, state } = on(89, late);
    expect([state, stored]).toEqual([
      'at_risk',
      { metOn: day(90), shortOn: day(66), atRiskOn: day(69), cannotBeMetOn: null, closesOn: day(91) },
    ]);
    expect([stateOn(stored, day(89)), stateOn(stored, day(90))]).toEqual(['at_risk', 'met']);
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
  /** A night of a later day proves nothing yet. */
  const comeBy = (today: number, given: ReportedNight[]) => given.filter(({ date }) => date <= day(today));

  /** A direct reading of the LCD, without regard to speed. */
  function oracle(given: ReportedNight[], { period, window, minutes, percent }: ComplianceRule) {
    const good = new Set(given.filter((one) => !one.overruled && one.minutes >= minutes).map((one) => one.date));
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
          oracle(comeBy(today, given), CMS_PAP),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('the window lies within days 1 to 90 and contains the nights up to today', () => {
    fc.assert(
      fc.property(anyNights, anyToday, (given, today) => {
        const { windowStart, windowEnd, compliantDays, atRiskOn, cannotBeMetOn, closesOn } = on(today, given);
        expect(windowStart >= day(1) && windowEnd <= day(90) && addDays(windowStart, 29) === windowEnd).toBe(true);
        expect(compliantDays).toBe(
          comeBy(today, given).filter(
            (one) => !one.overruled && one.minutes >= 240 && one.date >= windowStart && one.date <= windowEnd,
          ).length,
        );
        expect(atRiskOn === null || (atRiskOn <= cannotBeMetOn! && cannotBeMetOn! <= closesOn)).toBe(true);
      }),
    );
  });

  test('one more compliant night never makes the result worse', () => {
    const rank = { met: 4, in_progress: 3, at_risk: 2, cannot_be_met: 1, not_met: 0, no_therapy_start: -1 };
    fc.assert(
      fc.property(anyNights, anyToday, fc.integer({ min: 1, max: 90 }), (given, today, number) => {
        const more = [...given.filter((one) => one.date !== day(number)), night(number, 400)];
        const [before, after] = [on(today, given), on(today, more)];
        if (before.state === 'met') expect(after.state).toBe('met');
        if (before.metOn !== null) expect(after.metOn! <= before.metOn).toBe(true);
        // A known night becomes compliant; a night that was only expected closes the period when its data arrives.
        if (given.some((one) => one.date === day(number) && !one.overruled))
          expect(rank[after.state]).toBeGreaterThanOrEqual(rank[before.state]);
      }),
    );
  });

  test('the stored dates give the state of every later day on which no data arrived', () => {
    fc.assert(
      fc.property(anyNights, anyToday, fc.integer({ min: 0, max: 60 }), (given, today, later) => {
        const { stored } = on(today, given);
        expect(stateOn(stored, day(today + later))).toBe(on(today + later, given).state);
      }),
    );
  });

  test('no completion of the nights meets the rule after the last date, and one meets it by then', () => {
    fc.assert(
      fc.property(
        anyNights,
        fc.integer({ min: 1, max: 90 }),
        fc.array(fc.boolean(), { minLength: 90, maxLength: 90 }),
        (given, today, worn) => {
          const known = given.filter((one) => one.date < day(today));
          const { latestDate } = on(today, known);
          const held = new Set(known.filter((one) => !one.overruled).map((one) => one.date));
          const open = worn.flatMap((_, index) =>
            index + 1 >= today - 2 && !held.has(day(index + 1)) ? [night(index + 1, 300)] : [],
          );
          const { metOn } = on(
            200,
            known,
            open.filter((_, index) => worn[index]),
          );
          if (metOn !== null) expect(metOn <= latestDate!).toBe(true);
          const hoped = on(
            200,
            known,
            open.filter((one) => latestDate !== null && one.date <= latestDate),
          ).metOn;
          expect(hoped === null ? null : hoped <= latestDate!).toBe(latestDate === null ? null : true);
        },
      ),
    );
  });

  test('the ledger shows each report once, and its counted minutes are those of the night', () => {
    const reports = fc
      .array(
        fc.record({
          number: fc.integer({ min: -3, max: 95 }),
          recorded: fc.integer({ min: -3, max: 95 }),
          minutes: fc.integer({ min: 0, max: 1440 }),
          source: fc.constantFrom('wireless' as const, 'sd' as const, 'qr' as const),
          overruled: fc.boolean(),
          state: fc.constantFrom(0, 1, 1, 1, 2),
        }),
        { maxLength: 150 },
      )
      .map((list) =>
        list.map(({ number, recorded, minutes, ...more }) =>
          night(number, minutes, { ...more, recorded: day(recorded) }),
        ),
      );
    fc.assert(
      fc.property(reports, (given) => {
        const { ledger } = on(90, given);
        expect(ledger.map(({ date }) => date)).toEqual(Array.from({ length: 90 }, (_, index) => day(index + 1)));
        for (const entry of ledger) {
          const own = given.filter(({ date }) => date === entry.date);
          const counted = own.filter(({ overruled, state }) => state === 1 && !overruled);
          expect(entry.reports).toHaveLength(own.length);
          expect(entry.minutes).toBe(
            counted.length === 0 ? null : counted.reduce((sum, { minutes }) => sum + minutes, 0),
          );
          expect(entry.corrected).toBe(counted.some(({ date, recorded }) => date !== recorded));
        }
      }),
    );
  });

  test('use on every night from now on meets the rule on the earliest date, and not before', () => {
    fc.assert(
      fc.property(anyNights, fc.integer({ min: 1, max: 90 }), (given, today) => {
        const known = given.filter((one) => one.date < day(today));
        const { earliestDate, state } = on(today, known);
        const held = new Set(known.filter((one) => !one.overruled).map((one) => one.date));
        const worn = Array.from({ length: 90 }, (_, index) => index + 1)
          .filter((number) => number >= today - 2 && !held.has(day(number)))
          .map((number) => night(number, 300));
        const hoped = on(200, known, worn);
        if (state !== 'met') expect(hoped.metOn).toBe(earliestDate);
      }),
    );
  });
});

describe('every other rule is only other data', () => {
  test('half of 60 days', () => {
    const payer: ComplianceRule = {
      ...CMS_PAP,
      id: 'p',
      name: 'Payer',
      period: 120,
      window: 60,
      minutes: 180,
      percent: 50,
    };
    expect(assess(payer, START, nights(41, 70, 180), day(130))).toMatchObject({
      state: 'met',
      metOn: day(70),
      windowStart: day(11),
      windowEnd: day(70),
    });
  });

  test('a period that begins later counts from its first day, and the ledger keeps the days of therapy', () => {
    const later: ComplianceRule = { ...CMS_PAP, id: 'l', name: 'Later', firstDay: 181, period: 185 };
    expect(assess(later, START, nights(160, 200), day(365))).toMatchObject({ metOn: null, compliantDays: 20 });
    const { ledger, ...met } = assess(later, START, nights(160, 201), day(365));
    expect(met).toMatchObject({ metOn: day(201), windowStart: day(181), windowEnd: day(210) });
    expect(ledger.at(0)).toMatchObject({ date: day(181), day: 181 });
    expect(ledger.at(-1)).toMatchObject({ date: day(365), day: 365 });
    expect(assess(later, START, nights(345, 366), day(400))).toMatchObject({ metOn: day(365) });
    expect(assess(later, START, nights(346, 380), day(400))).toMatchObject({ state: 'not_met' });
  });
});
