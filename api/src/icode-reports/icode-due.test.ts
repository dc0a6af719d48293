import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CMS_PAP } from '../compliance/compliance-rule.ts';
import { addDays } from '../shared/dates.ts';
import { planCalls } from './icode-calls.ts';
import { withoutContradictions } from './icode-contradictions.ts';
import { callDaysOf, type CalledDevice, type CodeOfDevice } from './icode-due.ts';

const START = '2026-01-01';
const day = (days: number) => addDays(START, days);
const DEVICE: CalledDevice = { serial: 'A', startDate: START, endDate: null, nights: [] };
let ids = 0;
const code = (
  collected: number,
  icodePeriod: number,
  compliantDays: number,
  best30 = 0,
  serial = 'A',
): CodeOfDevice => ({
  id: (ids += 1),
  serial,
  collected: day(collected),
  icodePeriod,
  compliantDays,
  best30,
  minutes: compliantDays * 10,
});
const days = (
  codes: readonly CodeOfDevice[],
  more: { devices?: CalledDevice[]; lastWireless?: string | null; isMet?: boolean } = {},
) =>
  callDaysOf({
    rule: CMS_PAP,
    therapyStart: START,
    isMet: false,
    lastWireless: null,
    devices: [DEVICE],
    codes,
    ...more,
  });

describe('the days on which codes are to be read', () => {
  test('begin with the first window and end with the period, on whose last day a longer code is read', () => {
    expect(days([])).toEqual({ on: day(30), until: day(90), longest: 90 });
  });

  test('begin on the first day on which enough nights are possible', () => {
    expect(days([code(30, 30, 15)])).toEqual({ on: day(36), until: day(90), longest: 90 });
  });

  test('begin eight days after the last night that arrived wireless, which the week before ends', () => {
    expect(days([], { lastWireless: day(22) })).toMatchObject({ on: day(30) });
    expect(days([], { lastWireless: day(23) })).toMatchObject({ on: day(31) });
    expect(days([], { lastWireless: day(82) })).toMatchObject({ on: day(90) });
    expect(days([], { lastWireless: day(83) })).toBeNull();
  });

  test('are none when the rule is met or proven, without a device, and without a therapy start', () => {
    expect(days([], { isMet: true })).toBeNull();
    expect(days([code(30, 30, 21)])).toBeNull();
    expect(days([], { devices: [{ ...DEVICE, endDate: day(40) }] })).toBeNull();
    expect(days([], { devices: [] })).toBeNull();
    const none = { rule: CMS_PAP, therapyStart: null, isMet: false, lastWireless: null, devices: [DEVICE], codes: [] };
    expect(callDaysOf(none)).toBeNull();
  });

  test('are none when a code of a former device proves the rule, unless it was read after the patient gave it back', () => {
    const devices = [
      { ...DEVICE, serial: 'B', startDate: day(40) },
      { ...DEVICE, endDate: day(40) },
    ];
    expect(days([code(40, 30, 21)], { devices })).toBeNull();
    expect(days([code(41, 30, 21)], { devices })).toEqual({ on: day(70), until: day(90), longest: null });
  });

  test('do not end with a code that the recorded nights contradict', () => {
    const nights = (minutes: number) => Array.from({ length: 20 }, (_, nth) => ({ night: day(nth), minutes }));
    const after = (minutes: number) => days([code(30, 30, 21)], { devices: [{ ...DEVICE, nights: nights(minutes) }] });
    // 20 short nights leave ten of the 30.
    expect(after(60)).toMatchObject({ on: day(30) });
    expect(after(300)).toBeNull();
  });

  test('name a longer code only when one lies within the nights of the device', () => {
    expect(days([], { devices: [{ ...DEVICE, startDate: day(30) }] })).toMatchObject({ longest: 60 });
    expect(days([], { devices: [{ ...DEVICE, startDate: day(31) }] })).toMatchObject({ longest: null });
  });
});

const anyCode = fc
  .record({
    collected: fc.integer({ min: -5, max: 100 }),
    icodePeriod: fc.constantFrom(1, 7, 30, 60, 90),
    compliantDays: fc.integer({ min: 0, max: 90 }),
    best30: fc.integer({ min: 0, max: 30 }),
    serial: fc.constantFrom('A', 'B'),
  })
  .map(({ collected, icodePeriod, compliantDays, best30, serial }) =>
    code(
      collected,
      icodePeriod,
      Math.min(compliantDays, icodePeriod),
      icodePeriod > 30 ? Math.min(best30, compliantDays) : 0,
      serial,
    ),
  );

/** Whether a call is due on a day, from the plan of that day and the nights of the week before it. */
function dueOn(
  today: string,
  devices: readonly CalledDevice[],
  codes: readonly CodeOfDevice[],
  wireless: readonly string[],
) {
  const plans = devices.map(({ serial, startDate, endDate }) => {
    const read = withoutContradictions(codes.filter((one) => one.serial === serial));
    const own = read.filter(({ collected }) => endDate === null || collected <= endDate);
    return { ...planCalls(CMS_PAP, START, own, today, startDate), isActive: endDate === null };
  });
  if (plans.some(({ state }) => state === 'caught')) return null;
  const [first] = plans.find(({ isActive }) => isActive)?.calls ?? [];
  if (!first || first.on > today) return null;
  const arrived = wireless.some((night) => night <= today && night >= addDays(today, -7));
  return arrived ? null : first.periods;
}

test('whatever codes and nights there are, the stored days answer as the plan of each later day does', () => {
  fc.assert(
    fc.property(
      fc.array(anyCode, { maxLength: 5 }),
      fc.array(fc.integer({ min: 0, max: 89 }), { maxLength: 4 }),
      fc.integer({ min: -10, max: 70 }),
      fc.option(fc.integer({ min: 1, max: 80 })),
      fc.integer({ min: 0, max: 120 }),
      (codes, nights, since, gaveBack, later) => {
        const devices: CalledDevice[] = [
          { ...DEVICE, startDate: day(since) },
          ...(gaveBack === null ? [] : [{ ...DEVICE, serial: 'B', startDate: day(-20), endDate: day(gaveBack) }]),
        ];
        const wireless = nights.map(day);
        // The result is stored after the last night that it knows.
        const stored = days(codes, { devices, lastWireless: wireless.toSorted().at(-1) ?? null });
        const computed = nights.length === 0 ? 0 : Math.max(...nights);
        const today = day(computed + later);
        const isDue = stored !== null && stored.on <= today && today <= stored.until;
        const periods = !isDue ? null : today === stored.until && stored.longest !== null ? [30, stored.longest] : [30];
        expect(periods).toEqual(dueOn(today, devices, codes, wireless));
      },
    ),
    { numRuns: 3000 },
  );
});
