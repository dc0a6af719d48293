import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../shared/dates.ts';
import type { KnownNight, PatientNight } from './compliance-nights.ts';
import { CMS_PAP, type ComplianceRule } from './compliance-rule.ts';
import { assess, needsHistory, stateOn } from './compliance-verdict.ts';

const START = '2026-01-01';
/** The date of a day of the period, from 0. */
const date = (day: number) => addDays(START, day);

/** What the portal knew of a night from the end of a day on; `at`: the day by which it counts. */
interface Version {
  known: number;
  at: number;
  minutes: number;
  state: number;
}
interface Story {
  machine: number;
  source: PatientNight['source'];
  versions: Version[];
}

// ---- A second computation, day by day and window by window

const RANK = { qr: 1, sd: 2, wireless: 3 };

interface Reported extends Omit<Version, 'known'> {
  machine: number;
  source: PatientNight['source'];
  /** The day that the device recorded. */
  recorded: number;
}

/** What was known at the end of a day. */
const knownAt = (stories: readonly Story[], day: number): Reported[] =>
  stories.flatMap(({ machine, source, versions }) => {
    const version = versions.findLast(({ known }) => known <= day);
    return version ? [{ machine, source, recorded: versions[0]!.at, ...version }] : [];
  });

/** Whether another valid night of the machine and the day counts in place of this one: of a higher source, or longer. */
function isOverruled(one: Reported, all: readonly Reported[]): boolean {
  const same = all.filter(({ machine, at, state }) => machine === one.machine && at === one.at && state === 1);
  if (same.some(({ source }) => RANK[source] > RANK[one.source])) return true;
  const rivals = same.filter((other) => other !== one && other.source === one.source && one.state === 1);
  return rivals.some((other) => {
    if (other.minutes !== one.minutes) return other.minutes > one.minutes;
    const [isMoved, isOtherMoved] = [one.recorded !== one.at, other.recorded !== other.at];
    if (isMoved !== isOtherMoved) return isMoved;
    return other.recorded === one.recorded ? all.indexOf(other) < all.indexOf(one) : other.recorded < one.recorded;
  });
}

/** The minutes of each day of the period that count at the end of a day; undefined without a report that counts. */
function minutesAt(stories: readonly Story[], day: number, period: number): (number | undefined)[] {
  const all = knownAt(stories, day);
  return Array.from({ length: period }, (_, index) => {
    const counted = all.filter((one) => one.at === index && one.state === 1 && !isOverruled(one, all));
    return counted.length === 0 ? undefined : counted.reduce((sum, { minutes }) => sum + minutes, 0);
  });
}

type Standing = 'met' | 'spare' | 'every night' | 'too few';

/** What can still become of the rule on a day, by trying every window. Nights of later days are not there yet. */
function standing(rule: ComplianceRule, minutes: readonly (number | undefined)[], day: number): Standing {
  const wanted = Math.ceil((rule.window * rule.percent) / 100);
  let most = 0;
  for (let start = 0; start + rule.window <= rule.period; start += 1) {
    let [worn, open] = [0, 0];
    for (let index = start; index < start + rule.window; index += 1) {
      const used = index > day ? undefined : minutes[index];
      if (used === undefined) open += index + 2 >= day ? 1 : 0;
      else if (used >= rule.minutes && used <= 1440) worn += 1;
    }
    if (worn >= wanted) return 'met';
    most = Math.max(most, worn + open);
  }
  return most > wanted ? 'spare' : most === wanted ? 'every night' : 'too few';
}

/** The first day of the run of days up to today that `holds`; else the first day after today that will be with what is known of the days up to `last`. */
function firstOfRun(
  rule: ComplianceRule,
  stories: readonly Story[],
  today: number,
  holds: readonly Standing[],
  last = today,
) {
  const known = (day: number) =>
    minutesAt(stories, day, rule.period).map((minutes, index) => (index > last ? undefined : minutes));
  const at = (on: number, day: number) => holds.includes(standing(rule, known(on), day));
  if (at(today, today)) {
    let first = today;
    while (first > 0 && at(first - 1, first - 1)) first -= 1;
    return date(first);
  }
  for (let day = today + 1; day < today + 300; day += 1) if (at(today, day)) return date(Math.max(day, 0));
  return null;
}

// ---- What the function is given

const nightOf = ({ machine, source, recorded, at, minutes, state }: Reported): PatientNight => ({
  patientId: 1,
  machineId: machine,
  date: date(at),
  recorded: date(recorded),
  minutes,
  source,
  overruled: false,
  state,
});

const given = (stories: readonly Story[], today: number) => {
  const all = knownAt(stories, today);
  return all.map((one) => ({ ...nightOf(one), overruled: isOverruled(one, all) }));
};

/** Every version known by the end of a day; the one that is known then goes on. */
const historyOf = (stories: readonly Story[], today: number): KnownNight[] =>
  stories.flatMap(({ machine, source, versions }) =>
    versions
      .filter(({ known }) => known <= today)
      .map((version, index, all) => ({
        ...nightOf({ machine, source, recorded: versions[0]!.at, ...version }),
        since: date(version.known),
        until: all[index + 1] ? date(all[index + 1]!.known) : null,
      })),
  );

const resultOn = (rule: ComplianceRule, stories: readonly Story[], today: number) =>
  assess(rule, START, given(stories, today), date(today), historyOf(stories, today));

/** One night that arrives on the morning after it, or later. */
const night = (at: number, minutes: number, known = at + 1): Story => ({
  machine: 1,
  source: 'wireless',
  versions: [{ known, at, minutes, state: 1 }],
});
const nights = (from: number, to: number, minutes: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => night(from + index, minutes));

// ---- Generated patients

/** Few nights, short windows: every constellation is near. */
const SMALL: ComplianceRule = { ...CMS_PAP, id: 's', name: 'Small', period: 12, window: 5, percent: 60 };
/** Three nights of nine: three can be missed, and then three more. */
const EASY: ComplianceRule = { ...SMALL, id: 'e', name: 'Easy', window: 9, percent: 33 };

const versionsFor = (period: number) =>
  fc
    .record({
      at: fc.integer({ min: -1, max: period }),
      delay: fc.oneof(fc.constant(1), fc.integer({ min: 0, max: period })),
      changes: fc.array(
        fc.record({
          after: fc.integer({ min: 0, max: 8 }),
          to: fc.option(fc.integer({ min: -1, max: period }), { freq: 3 }),
          minutes: fc.constantFrom(0, 100, 120, 239, 240, 300, 1500),
          state: fc.constantFrom(0, 1, 1, 1),
        }),
        { maxLength: 3 },
      ),
      minutes: fc.constantFrom(0, 120, 239, 240, 300, 300, 1500),
    })
    .map(({ at, delay, changes, minutes }) => {
      const versions: Version[] = [{ known: Math.max(at, 0) + delay, at, minutes, state: 1 }];
      for (const { after, to, ...change } of changes) {
        const last = versions.at(-1)!;
        versions.push({ known: last.known + after, at: to ?? last.at, ...change });
      }
      return versions;
    });
const storyFor = (period: number) =>
  fc.record({
    machine: fc.constantFrom(1, 1, 1, 2),
    source: fc.constantFrom('wireless' as const, 'wireless' as const, 'sd' as const, 'qr' as const),
    versions: versionsFor(period),
  });

describe('at risk and can no longer be met, since the first day of the run up to today, by what was known on each day', () => {
  const check = (rule: ComplianceRule) => (stories: readonly Story[], today: number) => {
    const { metOn, atRiskOn, cannotBeMetOn } = resultOn(rule, stories, today);
    if (metOn !== null) return expect([atRiskOn, cannotBeMetOn]).toEqual([null, null]);
    expect({ atRiskOn, cannotBeMetOn }).toEqual({
      atRiskOn: firstOfRun(rule, stories, today, ['every night', 'too few']),
      cannotBeMetOn: firstOfRun(rule, stories, today, ['too few']),
    });
  };

  test('in a short period, for nights that arrive late, grow, are corrected and overruled', () => {
    fc.assert(fc.property(fc.array(storyFor(12), { maxLength: 25 }), fc.integer({ min: -2, max: 24 }), check(SMALL)), {
      numRuns: 6000,
    });
  });

  test('in the default period, for nights of a patient who is near the rule', () => {
    const worn = fc
      .array(fc.constantFrom(null, 0, 100, 300, 300, 300), { minLength: 90, maxLength: 90 })
      .map((minutes) => minutes.flatMap((used, at) => (used === null ? [] : [night(at, used)])));
    const stories = fc.tuple(worn, fc.array(storyFor(90), { maxLength: 30 })).map((both) => both.flat());
    fc.assert(fc.property(stories, fc.integer({ min: 20, max: 130 }), check(CMS_PAP)), { numRuns: 150 });
  });

  test('and every day says of itself what the results of later days say of it', () => {
    const stories = fc.array(storyFor(12), { maxLength: 25 });
    fc.assert(
      fc.property(stories, fc.integer({ min: 0, max: 24 }), fc.nat(10), (reported, today, earlier) => {
        const [now, then] = [resultOn(SMALL, reported, today), resultOn(SMALL, reported, today - earlier)];
        const isWithin = (since: string | null) => since !== null && since <= date(today - earlier);
        if (isWithin(now.atRiskOn)) expect(['at_risk', 'cannot_be_met', 'not_met']).toContain(then.state);
        if (isWithin(now.cannotBeMetOn)) expect(['cannot_be_met', 'not_met']).toContain(then.state);
      }),
      { numRuns: 2000 },
    );
  });

  test('and what is stored of it says the state of every later day, until more arrives', () => {
    fc.assert(
      fc.property(fc.array(storyFor(12), { maxLength: 25 }), fc.integer({ min: -2, max: 14 }), (stories, today) => {
        const on = (day: number) => assess(SMALL, START, given(stories, today), date(day), historyOf(stories, today));
        const { stored } = on(today);
        for (let day = today; day < today + 20; day += 1)
          expect([day, stateOn(stored, date(day))]).toEqual([day, on(day).state]);
        // A date that is at risk before the rule is met is of the days before.
        expect(stored.metOn === null || stored.atRiskOn === null || stored.atRiskOn < stored.metOn).toBe(true);
        expect(stored.metOn === null || stored.cannotBeMetOn === null).toBe(true);
        const later = on(today + 3).stored;
        if (stored.metOn === null) expect(later).toEqual(stored);
        else expect([later.metOn, later.closesOn]).toEqual([stored.metOn, stored.closesOn]);
      }),
      { numRuns: 500 },
    );
  });

  test('a result needs the history exactly when it could differ without it', () => {
    fc.assert(
      fc.property(fc.array(storyFor(12), { maxLength: 25 }), fc.integer({ min: -2, max: 24 }), (stories, today) => {
        const without = assess(EASY, START, given(stories, today), date(today));
        if (!needsHistory(without, date(today)))
          expect(resultOn(EASY, stories, today)).toMatchObject({
            shortOn: without.shortOn,
            atRiskOn: without.atRiskOn,
            cannotBeMetOn: without.cannotBeMetOn,
          });
      }),
      { numRuns: 2000 },
    );
  });
});

// Of the days 7 to 11, the last window, the rule wants three.
describe('in a short period', () => {
  /** A night that is known on its own day. */
  const prompt = (at: number, minutes = 300): Story => night(at, minutes, at);
  const unused = nights(0, 6, 0);

  test('a day on which the rule was met is in no run, though it was at risk on the days before', () => {
    const taken: Story = {
      ...prompt(9),
      versions: [...prompt(9).versions, { known: 12, at: 9, minutes: 300, state: 0 }],
    };
    const stories = [...unused, prompt(7, 0), prompt(8, 0), taken, prompt(10), prompt(11)];
    expect(resultOn(SMALL, stories, 10)).toMatchObject({ state: 'at_risk', atRiskOn: date(8) });
    expect(resultOn(SMALL, stories, 11)).toMatchObject({ state: 'met', metOn: date(11), atRiskOn: null });
    expect(resultOn(SMALL, stories, 12)).toMatchObject({ atRiskOn: date(12), cannotBeMetOn: date(12) });
  });

  test('a day that needs every night and has them is met, and not at risk', () => {
    // Days 7 and 8 are open until day 10, and the nights that follow arrived already.
    const stories = [...unused, night(9, 300, 5), night(10, 300, 5), night(11, 300, 5)];
    expect(resultOn(SMALL, stories, 6).stored).toMatchObject({ metOn: date(11), atRiskOn: null, cannotBeMetOn: null });
  });
});

test('of two nights of one date it is the longer that was known, also when it was moved there', () => {
  const moved: Story = {
    machine: 1,
    source: 'wireless',
    versions: [
      { known: 5, at: 4, minutes: 300, state: 1 },
      { known: 7, at: 5, minutes: 300, state: 1 },
    ],
  };
  const stories = [...nights(0, 3, 0), night(5, 100), moved, ...nights(6, 11, 0)];
  const { ledger } = resultOn(SMALL, stories, 8);
  expect(ledger[5]).toMatchObject({ minutes: 300 });
  // Day 4 is worn until day 7 takes the night, and day 5 from then on: three of the days 4 to 8 are within reach throughout.
  expect(resultOn(SMALL, stories, 7)).toMatchObject({
    atRiskOn: firstOfRun(SMALL, stories, 7, ['every night', 'too few']),
  });
});

describe('under the default rule', () => {
  test('a result that is short of nights since today needs the history: a night that arrived today was missing before', () => {
    // With the night of day 61, 24 nights are in reach at the end of day 67, and 25 of day 66; without it 24 were.
    const unused = [62, 63, 64, 65, 66, 67].map((day) => night(day, 0, day));
    const stories = [...nights(0, 59, 0), night(60, 300), night(61, 300, 67), ...unused];
    const without = assess(CMS_PAP, START, given(stories, 67), date(67));
    expect(without.shortOn).toBe(date(67));
    expect(needsHistory(without, date(67))).toBe(true);
    expect(resultOn(CMS_PAP, stories, 67).shortOn).toBe(date(66));
  });

  // No use in the first 69 days (0 to 68): the windows that hold 21 more nights end on day 89.
  test('the day on which exactly as many nights are left as are needed is at risk since that day', () => {
    // Day 69 has not arrived: 21 nights are left, from day 69 to day 89.
    expect(resultOn(CMS_PAP, nights(0, 68, 0), 69)).toMatchObject({
      state: 'at_risk',
      nightsNeeded: 21,
      atRiskOn: date(69),
      cannotBeMetOn: date(72),
    });
    expect(resultOn(CMS_PAP, nights(0, 67, 0), 68)).toMatchObject({ state: 'in_progress', atRiskOn: date(71) });
  });

  test('one night fewer can no longer be met since that day, and was at risk the day before', () => {
    expect(resultOn(CMS_PAP, nights(0, 69, 0), 70)).toMatchObject({
      state: 'cannot_be_met',
      nightsNeeded: null,
      earliestDate: null,
      latestDate: null,
      atRiskOn: date(69),
      cannotBeMetOn: date(70),
    });
  });

  test('a night without data is expected for two days, and then missing', () => {
    // Days 68 and after are open until they are more than two days back.
    const stories = nights(0, 67, 0);
    expect(resultOn(CMS_PAP, stories, 70)).toMatchObject({ state: 'in_progress', atRiskOn: date(71) });
    expect(resultOn(CMS_PAP, stories, 71)).toMatchObject({ state: 'at_risk', atRiskOn: date(71) });
    expect(resultOn(CMS_PAP, stories, 72)).toMatchObject({
      state: 'cannot_be_met',
      atRiskOn: date(71),
      cannotBeMetOn: date(72),
    });
  });

  test('a night that arrives late ends the run, and the next run has its own first day', () => {
    const late = night(68, 300, 80);
    const stories = [...nights(0, 67, 0), late, ...nights(69, 79, 300)];
    // Until day 79, day 68 is missing: 21 of the days 69 to 89 are needed.
    expect(resultOn(CMS_PAP, stories, 79)).toMatchObject({ state: 'at_risk', atRiskOn: date(71) });
    expect(resultOn(CMS_PAP, stories, 80)).toMatchObject({ state: 'in_progress', atRiskOn: date(83) });
    expect(resultOn(CMS_PAP, [...stories, night(80, 0)], 81)).toMatchObject({ state: 'at_risk', atRiskOn: date(81) });
  });

  test('a correction that takes a night from a met period makes it not met, since the day of the correction', () => {
    const moved: Story = {
      machine: 1,
      source: 'wireless',
      versions: [
        { known: 21, at: 20, minutes: 300, state: 1 },
        { known: 150, at: -1, minutes: 300, state: 1 },
      ],
    };
    const stories = [...nights(0, 19, 300), ...nights(21, 89, 0), moved];
    expect(resultOn(CMS_PAP, stories, 149)).toMatchObject({ state: 'met', atRiskOn: null, cannotBeMetOn: null });
    expect(resultOn(CMS_PAP, stories, 150)).toMatchObject({
      state: 'not_met',
      atRiskOn: date(150),
      cannotBeMetOn: date(150),
      closesOn: date(90),
    });
  });
});
