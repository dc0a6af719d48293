import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CMS_PAP } from '../compliance/compliance-rule.ts';
import { addDays, daysBetween } from '../shared/dates.ts';
import { planCalls, type ReadCode } from './icode-calls.ts';
import { iCodeFiguresOf, type Night } from './icode-figures.ts';

const START = '2026-01-01';
/** The date on which a code covers days 1 to `days` of the therapy, among others. */
const day = (days: number) => addDays(START, days);
const code = (collected: string, icodePeriod: number, compliantDays: number, best30 = 0): ReadCode => ({
  collected,
  icodePeriod,
  compliantDays,
  best30,
});
const plan = (codes: ReadCode[], today: string) => planCalls(CMS_PAP, START, codes, today);
const daysOf = (codes: ReadCode[], today: string) =>
  plan(codes, today).calls.map(({ on, periods, reason }) => [daysBetween(START, on), periods, reason]);
const WHOLE = [90, [30, 90], 'whole_period'];

describe('the days to call', () => {
  test.each([
    ['a therapy that begins', [], 0, [[30, [30], 'first_window'], WHOLE]],
    ['the first window, on its day', [], 30, [[30, [30], 'first_window'], WHOLE]],
    ['a first window that no one read', [], 31, [[31, [30], 'overdue'], WHOLE]],
    [
      '15 compliant nights: 21 are possible after six more',
      [code(day(30), 30, 15)],
      30,
      [[36, [30], 'target_possible'], WHOLE],
    ],
    [
      '20 compliant nights: 21 are possible on the next day',
      [code(day(40), 30, 20)],
      40,
      [[41, [30], 'target_possible'], WHOLE],
    ],
    [
      'no use at all: 21 are possible after 21 days',
      [code(day(30), 30, 0)],
      31,
      [[51, [30], 'target_possible'], WHOLE],
    ],
    [
      'a code of the first weeks, which covers days before the therapy',
      [code(day(20), 30, 5)],
      20,
      [[36, [30], 'target_possible'], WHOLE],
    ],
    ['a day that falls on the last one', [code(day(85), 30, 16)], 85, [WHOLE]],
    ['the last day', [], 90, [WHOLE]],
    ['the day after it', [], 91, []],
    [
      '21 nights that no window of the period can hold',
      [code(day(30), 30, 0), code(day(51), 30, 0), code(day(72), 30, 0)],
      72,
      [],
    ],
    ['21 nights that only a window without a code can have held', [code(day(80), 30, 10)], 80, [WHOLE]],
    ['a code of the whole period without enough nights', [code(day(90), 90, 30, 20)], 90, []],
  ])('after %s', (_title, codes, today, calls) => {
    expect(daysOf(codes, day(today))).toEqual(calls);
  });

  test('name the nights that the code covers', () => {
    expect(plan([], day(0)).calls).toMatchObject([
      { on: '2026-01-31', firstNight: '2026-01-01', lastNight: '2026-01-30' },
      { on: '2026-04-01', firstNight: '2026-01-01', lastNight: '2026-03-31' },
    ]);
  });
});

describe('the rule is proven', () => {
  test.each([
    ['by 21 of 30', code(day(30), 30, 21), 'caught'],
    ['not by 20 of 30', code(day(30), 30, 20), 'planned'],
    ['not by 30 days that began before the therapy', code(day(29), 30, 29), 'planned'],
    ['on the last day', code(day(90), 30, 21), 'caught'],
    ['not by nights after the period', code(day(91), 30, 30), 'missed'],
    ['by the best 30 of 60 days', code(day(60), 60, 30, 21), 'caught'],
    ['not by 21 of 60 days', code(day(60), 60, 21, 20), 'planned'],
    ['not by a week', code(day(40), 7, 7), 'planned'],
  ])('%s', (_title, read, state) => {
    expect(plan([read], read.collected).state).toBe(state);
  });

  test('by the first code that proves it', () => {
    expect(plan([code(day(50), 30, 25), code(day(40), 30, 21)], day(60)).caught).toEqual({
      collected: day(40),
      firstNight: day(10),
      lastNight: day(39),
    });
  });
});

test('without a therapy start, and for a rule that codes do not count, there is no plan', () => {
  const nothing = { state: 'none', calls: [], caught: null };
  expect(planCalls(CMS_PAP, null, [], day(0))).toEqual(nothing);
  expect(planCalls({ ...CMS_PAP, minutes: 300 }, START, [], day(0))).toEqual(nothing);
  expect(planCalls({ ...CMS_PAP, window: 28 }, START, [], day(0))).toEqual(nothing);
});

describe('a device that the patient got during the therapy', () => {
  const since = (days: number, codes: ReadCode[], today: number) => {
    const { state, calls } = planCalls(CMS_PAP, START, codes, day(today), day(days));
    return [state, calls.map(({ on, periods, reason }) => [daysBetween(START, on), periods, reason])];
  };

  test.each([
    ['before the therapy: as without it', -20, [[30, [30], 'first_window'], WHOLE]],
    [
      'on day 20: a whole window from then on, and a code of the 60 days at the end',
      20,
      [
        [50, [30], 'first_window'],
        [90, [30, 60], 'whole_period'],
      ],
    ],
    [
      'on day 30: the 60 days at the end are all of them',
      30,
      [
        [60, [30], 'first_window'],
        [90, [30, 60], 'whole_period'],
      ],
    ],
    ['on day 31: no longer code lies within its nights', 31, [[61, [30], 'first_window']]],
    ['on day 60: one window is left', 60, [[90, [30], 'first_window']]],
  ])('%s', (_title, days, calls) => {
    expect(since(days, [], 0)).toEqual(['planned', calls]);
  });

  test('on day 61: no whole window is left', () => {
    expect(since(61, [], 61)).toEqual(['missed', []]);
  });

  test('is not proven by nights before it, which may be those of another patient', () => {
    expect(since(20, [code(day(49), 30, 30)], 49)[0]).toBe('planned');
    expect(since(20, [code(day(50), 30, 30)], 50)[0]).toBe('caught');
  });
});

/** Days of a therapy on which the device was used enough. */
const usage = fc.array(fc.boolean(), { minLength: 90, maxLength: 90 });
const nightsOf = (used: boolean[]): Night[] =>
  used.flatMap((good, index) =>
    good ? [{ night: day(index), minutes: 300, pressure: null, p95: null, ahi: null, leak: null }] : [],
  );
/** Written independently of the code: any 30 consecutive days with 21 good ones. */
const isMet = (used: boolean[]) =>
  used.some((_, start) => start <= 60 && used.slice(start, start + 30).filter(Boolean).length >= 21);
const readOn = (used: boolean[], on: string, periods: number[]): ReadCode[] =>
  periods.map((period) => {
    const { compliantDays, best30 } = iCodeFiguresOf(nightsOf(used), period, on);
    return code(on, period, compliantDays, best30);
  });

/** Calls on the first planned day again and again; `skips`: whether a call fails, one after another. */
function followed(used: boolean[], skips: boolean[] = []): { state: string; calls: number } {
  let codes: ReadCode[] = [];
  let today = START;
  for (let calls = 0; ; calls += 1) {
    const { state, calls: planned } = plan(codes, today);
    if (state !== 'planned') return { state, calls };
    const [next] = planned as [(typeof planned)[number]];
    // A call that fails is made on another day; the last one is not missed.
    const fails = skips[calls] === true && next.reason !== 'whole_period';
    if (!fails) codes = [...codes, ...readOn(used, next.on, next.periods)];
    today = fails ? addDays(next.on, 1) : next.on;
  }
}

describe('who calls on these days', () => {
  test('reads a window that meets the rule whenever there is one, and never one when there is none', () => {
    fc.assert(fc.property(usage, (used) => expect(followed(used).state).toBe(isMet(used) ? 'caught' : 'missed')));
  });

  test('reads the first window that meets the rule, with the codes of 30 days alone', () => {
    fc.assert(
      fc.property(usage, (used) => {
        const first = Array.from({ length: 61 }, (_, n) => n + 30).find(
          (end) => used.slice(end - 30, end).filter(Boolean).length >= 21,
        );
        let codes: ReadCode[] = [];
        let today = START;
        for (;;) {
          const { state, calls, caught } = plan(codes, today);
          if (state !== 'planned') {
            expect(caught?.collected).toBe(first === undefined ? undefined : day(first));
            return;
          }
          today = calls[0]!.on;
          codes = [...codes, ...readOn(used, today, [30])];
          if (today === day(90) && plan(codes, today).state === 'planned') {
            expect(first).toBeUndefined();
            return;
          }
        }
      }),
    );
  });

  test('proves the rule by the last call, whichever of the others fail', () => {
    fc.assert(
      fc.property(usage, fc.array(fc.boolean(), { maxLength: 40 }), (used, skips) =>
        expect(followed(used, skips).state).toBe(isMet(used) ? 'caught' : 'missed'),
      ),
    );
  });
});
