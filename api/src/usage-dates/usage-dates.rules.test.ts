import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { afterMoves, type DatedNight } from '../compliance/compliance-moves.ts';
import { crowded, shifted, sourceOf, typedDays } from './usage-dates.rules.ts';

const date = fc
  .integer({ min: 0, max: 20_000 })
  .map((day) => new Date(Date.UTC(1990, 0, 1) + day * 86_400_000).toISOString().slice(0, 10));

describe('the source of a path or a form', () => {
  test.each([
    ['wireless', 'wireless'],
    ['Wireless', 'wireless'],
    ['qr', 'qr'],
    ['QR+', 'qr'],
    ['qr%2B', 'qr'],
    ['sd', 'sd'],
    ['SD', 'sd'],
    ['card', null],
    ['', null],
    [undefined, null],
    [['qr'], null],
  ])('%j is %j', (text, source) => {
    expect(sourceOf(text)).toBe(source);
  });
});

describe('a number of days', () => {
  test.each([
    ['1', 1],
    ['-1', -1],
    ['+3', 3],
    [' 12 ', 12],
    ['0', 0],
    ['100000', 100_000],
    ['1.5', null],
    ['NaN', null],
    ['', null],
    ['1e3', null],
    ['one', null],
    ['Infinity', null],
  ])('%j is %j', (text, days) => {
    expect(typedDays(text)).toBe(days);
  });
});

describe('a shifted date', () => {
  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-01', -1, '2026-10-31'],
    ['9999-12-31', 1, null],
    ['0001-01-01', -1, null],
    ['2026-01-01', 999_999_999, null],
  ])('%s and %i days is %s', (from, days, to) => {
    expect(shifted(from, days)).toBe(to);
  });

  test('comes back by the opposite shift, and keeps the distance between dates', () => {
    fc.assert(
      fc.property(date, date, fc.integer({ min: -4000, max: 4000 }), (one, other, days) => {
        const [a, b] = [shifted(one, days)!, shifted(other, days)!];
        expect(shifted(a, -days)).toBe(one);
        expect(Date.parse(a) - Date.parse(b)).toBe(Date.parse(one) - Date.parse(other));
      }),
    );
  });
});

describe('duplicates', () => {
  test('two rows may share a date, three may not', () => {
    expect(crowded(['2026-01-01', '2026-01-01', '2026-01-02'])).toEqual(new Map());
    expect(crowded(['2026-01-01', '2026-01-02', '2026-01-01', '2026-01-01'])).toEqual(new Map([['2026-01-01', 3]]));
  });

  test('a shift of all rows makes none and removes none', () => {
    fc.assert(
      fc.property(fc.array(date, { maxLength: 60 }), fc.integer({ min: -400, max: 400 }), (dates, days) => {
        const counts = (all: string[]) => [...crowded(all).values()];
        expect(counts(dates.map((one) => shifted(one, days)!))).toEqual(counts(dates));
      }),
    );
  });
});

describe('nights after moves', () => {
  const night = (id: string, on: string, change: Partial<DatedNight> = {}): DatedNight => ({
    id,
    patientId: 1,
    machineId: 7,
    date: on,
    recorded: on,
    minutes: 300,
    source: 'wireless',
    overruled: false,
    state: 1,
    ...change,
  });
  const move = (id: string, oldDate: string, newDate: string, patientId: number | null = 1) => ({
    id,
    oldDate,
    newDate,
    fromPatientId: 1,
    patientId,
  });

  test('a wireless night that arrives on a date overrules the QR+ night there, and frees the one that it leaves', () => {
    const nights = [
      night('1', '2026-01-01'),
      night('2', '2026-01-01', { source: 'qr', overruled: true }),
      night('3', '2026-01-02', { source: 'qr' }),
    ];
    const after = afterMoves(nights, [move('1', '2026-01-01', '2026-01-02')]);
    expect(after.map(({ date: on, overruled }) => [on, overruled])).toEqual([
      ['2026-01-02', false],
      ['2026-01-01', false],
      ['2026-01-02', true],
    ]);
  });

  test('a night that is not valid overrules none, and none of another machine', () => {
    const nights = [
      night('1', '2026-01-01', { state: 0 }),
      night('2', '2026-01-02', { source: 'sd' }),
      night('3', '2026-01-02', { machineId: 8, source: 'qr' }),
    ];
    const after = afterMoves(nights, [move('1', '2026-01-01', '2026-01-02', 2)]);
    expect(after.map(({ overruled, patientId }) => [overruled, patientId])).toEqual([
      [false, 2],
      [false, 1],
      [false, 1],
    ]);
  });

  test('a night of no patient overrules none of a patient, and does so when both get the same one', () => {
    const nights = [
      night('1', '2026-01-01', { source: 'qr' }),
      night('2', '2026-01-02', { source: 'sd', patientId: 0 }),
      night('3', '2026-01-02', { source: 'qr' }),
    ];
    const dated = afterMoves(nights, [move('1', '2026-01-01', '2026-01-02')]);
    // Of the two of one source the one that was recorded on the date counts.
    expect(dated.map(({ overruled }) => overruled)).toEqual([true, false, false]);
    const assigned = afterMoves(nights, [
      { ...move('2', '2026-01-02', '2026-01-02'), fromPatientId: null },
      move('3', '2026-01-02', '2026-01-02'),
    ]);
    expect(assigned.map(({ overruled }) => overruled)).toEqual([false, false, true]);
  });

  test('moves and their opposites leave the nights as they were', () => {
    fc.assert(
      fc.property(fc.uniqueArray(date, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (dates, days) => {
        const nights = dates.map((on, index) => night(String(index), on));
        const there = nights.map(({ id, date: on }) => move(id, on, shifted(on, days)!));
        const back = there.map(({ id, oldDate, newDate }) => move(id, newDate, oldDate));
        expect(afterMoves(afterMoves(nights, there), back)).toEqual(nights);
      }),
    );
  });
});
