import { describe, expect, test } from '@jest/globals';
import { decodeIc1 } from '../icode-reports/ic1.codec.ts';
import {
  MODES_OF,
  settingsOf,
  type Mode,
  type ModelKind,
  type SettingValue,
} from '../device-settings/settings-catalog.rules.ts';
import { addDays, daysBetween, instant } from './calendar.ts';
import { demoCohort } from './cohort.ts';
import type { DemoCohort } from './cohort-machines.ts';
import { withLuhn } from './machines.ts';
import { isAdherent, meetsCms } from './nights.ts';
import { Random } from './random.ts';
import { COHORT, STORIES } from './stories.ts';

const TODAY = '2026-03-15';
const cohort = (number: number, today = TODAY, nightDays = 10_000): DemoCohort =>
  demoCohort(
    number,
    {
      patient: (number - 1) * COHORT.patients,
      machine: (number - 1) * COHORT.machines,
      history: (number - 1) * COHORT.histories,
    },
    { today, nightDays },
  );

test('the same cohort, ids and date give the same rows', () => {
  expect(cohort(3)).toEqual(cohort(3));
});

test('another cohort has other people, and another date moves the same people in time', () => {
  const names = ({ patients }: DemoCohort) => patients.map(({ last_name: last }) => last);
  expect(names(cohort(4))).not.toEqual(names(cohort(3)));
  expect(names(cohort(3, '2027-01-01'))).toEqual(names(cohort(3)));
});

test('a cohort is 20 patients, 26 machines and as many assignments as ids were reserved for', () => {
  expect(COHORT).toEqual({ patients: 20, machines: 26, histories: 24 });
  for (const number of [1, 2, 50_000]) {
    const { patients, machines, histories } = cohort(number);
    expect([patients.length, machines.length, histories.length]).toEqual([
      COHORT.patients,
      COHORT.machines,
      COHORT.histories,
    ]);
  }
});

test('older nights can be left out of a large set', () => {
  const kept = cohort(2, TODAY, 30).nights;
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.every(({ night }) => (night as string) >= addDays(TODAY, -30))).toBe(true);
});

test('every iCode decodes to the figures of its report', () => {
  for (const { serial, code, minutes, icode_period: period, compliant_days: days, ahi } of cohort(1).reports) {
    expect(decodeIc1(serial as string, code as string)).toMatchObject({
      ok: true,
      figures: { period, compliantDays: days, minutes, ahi },
    });
  }
});

test('serials have 11 characters, letter and digits in upper case, and no two machines of 100 cohorts share one', () => {
  const serials = Array.from({ length: 100 }, (_, index) =>
    cohort(index + 1, TODAY, 1).machines.map(({ serial }) => serial),
  ).flat();
  expect(serials.filter((serial) => !/^[A-Z][0-9]{10}$/.test(serial))).toEqual([]);
  expect(new Set(serials).size).toBe(100 * COHORT.machines);
});

test('an ICCID ends with the check digit of the published example', () => {
  expect(withLuhn('896588081210001114')).toBe('8965880812100011146');
});

test('746 of 1,000 patients are meant to meet the rule', () => {
  expect(Array.from({ length: 1000 }, (_, index) => isAdherent(index)).filter(Boolean)).toHaveLength(746);
});

describe('the rule: 240 minutes on 21 of any 30 consecutive days of the first 90', () => {
  const days = (good: number, before: number) => [
    ...Array<number>(before).fill(0),
    ...Array<number>(good).fill(240),
    ...Array<number>(120 - good - before).fill(0),
  ];
  test.each([
    ['21 days of 240 minutes', days(21, 0), true],
    ['20 days', days(20, 0), false],
    ['21 days of 239 minutes', days(21, 0).map((minutes) => Math.min(minutes, 239)), false],
    ['the last 21 days of the 90', days(21, 69), true],
    ['21 days of which one is day 91', days(21, 70), false],
    ['21 days spread over 31', [...days(20, 0).slice(0, 30), 240], false],
    ['21 days among nights without data', [...Array<null>(9).fill(null), ...Array<number>(21).fill(300)], true],
  ])('%s', (_, minutes, met) => {
    expect(meetsCms(minutes)).toBe(met);
  });
});

test('calendar dates and instants are plain text, independent of time zones', () => {
  expect(addDays('2026-02-27', 3)).toBe('2026-03-02');
  expect(addDays('2026-03-09', -2)).toBe('2026-03-07');
  expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
  expect(instant('2026-03-08', 86_399)).toBe('2026-03-08T23:59:59Z');
});

test('random values stay within their bounds', () => {
  const random = new Random(7);
  const drawn = Array.from({ length: 5000 }, () => random.int(3, 5));
  expect([...new Set(drawn)].sort()).toEqual([3, 4, 5]);
  expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('every setting is in the catalog for the device and its mode, within its range', () => {
  const allowed = (values: Record<string, SettingValue>) =>
    (Object.keys(MODES_OF) as ModelKind[]).some((kind) => {
      const known = settingsOf(kind, values.mode as Mode);
      return (
        known.length === Object.keys(values).length &&
        known.every(({ name, range, choices, initial }) => {
          const value = values[name];
          return (
            choices?.includes(value!) ||
            (range && typeof value === 'number'
              ? value >= range[0] && value <= range[1]
              : typeof value === typeof initial && !choices)
          );
        })
      );
    });
  const records = [1, 2, 3, 4, 5].flatMap((number) => cohort(number, TODAY, 1).settings);
  expect(records.filter(({ values }) => !allowed(values as Record<string, SettingValue>))).toEqual([]);
});

test('the stories contain every status of settings, every shape and every source of data', () => {
  expect(new Set(STORIES.flatMap(({ settings }) => settings))).toEqual(
    new Set(['current', 'past', 'pending', 'failed', 'void', 'defaults']),
  );
  expect(new Set(STORIES.map(({ model }) => model))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
