import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalText, differencesOf, recompute } from '../../verifier/airlog-verify.mjs';
import type { ReportedNight } from '../compliance/compliance-ledger.ts';
import { CMS_PAP, complianceRules, type ComplianceRule } from '../compliance/compliance-rule.ts';
import { Compliance } from '../compliance/compliance.types.ts';
import { assess } from '../compliance/compliance-verdict.ts';
import { addDays } from '../shared/dates.ts';
import { canonicalJson } from './canonical-json.ts';
import { resultFiguresOf, type ReportFigures } from './compliance-figures.ts';

/** What a result says of its time, which no figure depends on. */
const PRESENT = { timezone: 'America/New_York', knownAt: null, isPresent: true };

const START = '2027-12-20'; // the periods cross the end of a year, a leap day and both changes of the clock

/** Returns the figures that the portal issues for these nights, as a payer receives them. */
function issued(rule: ComplianceRule, nights: readonly ReportedNight[], asOf: string): ReportFigures {
  const verdict = assess(rule, START, nights, asOf);
  return JSON.parse(
    JSON.stringify(
      resultFiguresOf(new Compliance({ patientId: 1, therapyStart: START, rule, asOf, ...PRESENT, verdict })),
    ),
  ) as ReportFigures;
}

/** How well a patient uses the device: minutes of a night. */
const HABITS = {
  wears: [240, 240, 300, 300, 420, 480, 600, 1440],
  'wears on most nights': [0, 239, 240, 300, 300, 300, 420, 480],
  'wears on some nights': [0, 60, 239, 240, 300, 300, 1441, 2000],
  'does not wear': [0, 0, 0, 30, 120, 238, 239, 1441],
} as const;
const ORDINARY = { state: 1, overruled: false, moved: 0, late: 0, reports: 1 };
/** What else can be true of a night: for 13 of 64. */
const EVENTS: Partial<typeof ORDINARY>[] = [
  { reports: 0 },
  { reports: 0 },
  { reports: 2 },
  { reports: 3 },
  { state: 0 },
  { state: 2, reports: 2 },
  { overruled: true },
  { moved: -1 },
  { moved: 2 },
  { moved: 40 },
  { late: 1 },
  { late: 3, reports: 2 },
  { late: 30 },
];
const SOURCES = ['wireless', 'wireless', 'sd', 'qr'] as const;

/** Returns what had been reported of a night by day `today` (both from 1): by up to three devices, of any source. */
function reported(habit: keyof typeof HABITS, random: number, day: number, today: number): ReportedNight[] {
  const { reports, moved, late, ...more } = { ...ORDINARY, ...EVENTS[(random >> 3) & 63] };
  if (day + late > today) return [];
  return Array.from({ length: reports }, (_, index) => ({
    ...(index === 0 ? more : { state: 1, overruled: false }),
    minutes: HABITS[habit][(random + 3 * index) & 7]!,
    source: SOURCES[((random >> 9) + index) & 3]!,
    date: addDays(START, day - 1),
    recorded: addDays(START, day - 1 + (index === 0 ? moved : 0)),
  }));
}

/** A patient: phases of days with one habit each, the day of the report, and what had been reported by then. */
const patient = ({ firstDay, period }: ComplianceRule) =>
  fc
    .record({
      today: fc.integer({ min: firstDay - 4, max: firstDay + period + 10 }),
      phases: fc.array(
        fc.record({
          habit: fc.constantFrom(...(Object.keys(HABITS) as (keyof typeof HABITS)[])),
          days: fc.integer({ min: 1, max: period }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      randoms: fc.uint16Array({ minLength: period + 10, maxLength: period + 10 }),
    })
    .map(({ today, phases, randoms }) => {
      const habits = phases.flatMap(({ habit, days }) => Array.from({ length: days }, () => habit));
      // Some nights are before the period, some after it.
      const nights = [...randoms].flatMap((random, index) =>
        reported(habits[index % habits.length]!, random, firstDay - 5 + index, today),
      );
      return { nights, asOf: addDays(START, today - 1) };
    });

test.each(complianceRules.map((rule) => [rule.name, rule] as const))(
  'what follows from the nights of a report of %s is what the portal says',
  (_name, rule) => {
    const states = new Set<unknown>();
    const check = (nights: readonly ReportedNight[], asOf: string) => {
      const figures = issued(rule, nights, asOf);
      expect(differencesOf(figures)).toEqual([]);
      states.add(recompute(figures).state);
    };
    fc.assert(
      fc.property(patient(rule), ({ nights, asOf }) => check(nights, asOf)),
      { numRuns: 1000 },
    );
    // Each day of a patient who has not used the device yet, whose data arrives at once or two days late.
    const { firstDay, period } = rule;
    for (let today = firstDay; today <= firstDay + period + 5; today += 1)
      for (const late of [0, 2]) check(nights(firstDay, today - late, 0), day(today));
    expect([...states].sort()).toEqual(['at_risk', 'cannot_be_met', 'in_progress', 'met', 'not_met']);
  },
);

const night = (number: number, minutes: number): ReportedNight => ({
  date: addDays(START, number - 1),
  recorded: addDays(START, number - 1),
  minutes,
  source: 'wireless',
  overruled: false,
  state: 1,
});
const nights = (first: number, last: number, minutes: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => night(first + index, minutes));
const day = (number: number) => addDays(START, number - 1);
const computed = (on: number, ...given: ReportedNight[][]) => recompute(issued(CMS_PAP, given.flat(), day(on)));

test('the rule of the LCD: 21 of 30 days within the first 90, with the days of the document', () => {
  expect(computed(22, nights(1, 21, 240))).toMatchObject({ state: 'met', met_on: day(21), window_end: day(30) });
  expect(computed(22, nights(1, 21, 239))).toMatchObject({ state: 'in_progress', met_on: null });
  expect(computed(22, nights(1, 21, 1441))).toMatchObject({ state: 'in_progress', met_on: null });
  expect(computed(95, nights(70, 90, 240))).toMatchObject({ state: 'met', met_on: day(90), window_start: day(61) });
  expect(computed(95, nights(71, 91, 240))).toMatchObject({ state: 'not_met', compliant_days: 20 });
});

test('at risk is when every remaining night is needed, and after the next one the rule can no longer be met', () => {
  expect(computed(69, nights(1, 68, 0))).toMatchObject({ state: 'in_progress', nights_needed: 21 });
  expect(computed(70, nights(1, 69, 0))).toMatchObject({ state: 'at_risk', nights_needed: 21, earliest_date: day(90) });
  expect(computed(71, nights(1, 70, 0))).toMatchObject({ state: 'cannot_be_met', nights_needed: null });
  expect(computed(92, nights(1, 88, 0))).toMatchObject({ state: 'cannot_be_met', closes_on: day(93) });
  expect(computed(93, nights(1, 88, 0))).toMatchObject({ state: 'not_met' });
});

test('a figure or a night that was changed is listed with what follows from the nights', () => {
  const figures = issued(CMS_PAP, [...nights(1, 20, 300), night(22, 200)], day(24));
  expect(differencesOf(figures)).toEqual([]);
  expect(differencesOf({ ...figures, state: 'met', met_on: day(21) })).toEqual([
    { figure: 'state', reported: 'met', computed: 'in_progress' },
    { figure: 'met_on', reported: day(21), computed: null },
  ]);
  figures.nights[21]!.reports[0]!.minutes = 240;
  expect(differencesOf(figures).map(({ figure }) => figure)).toEqual([
    'state',
    'compliant_days',
    'nights_needed',
    'met_on',
    'earliest_date',
    'latest_date',
    `nights ${day(22)}: minutes`,
    `nights ${day(22)}: state`,
  ]);
});

test('a night that was left out, added, or given another date is listed', () => {
  const figures = issued(CMS_PAP, nights(1, 10, 300), day(12));
  const names = (changed: object[]) => differencesOf({ ...figures, nights: changed }).map(({ figure }) => figure);
  expect(names(figures.nights.slice(0, -1))).toEqual(['nights']);
  expect(names([...figures.nights, { ...figures.nights[0]!, date: day(13) }])).toContain('nights');
  expect(names(figures.nights.with(3, { ...figures.nights[3]!, date: day(5) }))).toContain(`nights ${day(4)}: date`);
});

test('the canonical text is that of RFC 8785, of the portal and of the verifier', () => {
  // Section 3.2.3 of the RFC: the names sort by their UTF-16 code units.
  const names = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew',
    '1': 'One',
    '\ud83d\ude00': 'Smile',
    '\u0080': 'Control',
    '\u00f6': 'Latin',
  };
  const sorted =
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin","\u20ac":"Euro Sign","\ud83d\ude00":"Smile","\ufb33":"Hebrew"}';
  // Section 3.2.2: its sample of literals, numbers and a text.
  const sample = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  };
  const text =
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}';
  for (const canonical of [canonicalJson, canonicalText as typeof canonicalJson]) {
    expect(canonical(names)).toBe(sorted);
    expect(canonical(sample)).toBe(text);
  }
  expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
  expect(() => canonicalJson('\ud800')).toThrow(TypeError);
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value = JSON.parse(json);
      const canonical = canonicalJson(value);
      expect(canonicalText(value)).toBe(canonical);
      expect(JSON.parse(canonical)).toEqual(value);
    }),
  );
});
