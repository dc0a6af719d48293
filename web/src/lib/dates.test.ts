import { describe, expect, test } from '@jest/globals';
import { firstWeekday, formatDate, formatInstant, formatZonedInstant, parseDate, today, zoneName } from './dates.ts';
import { isoDate } from './isoDate.ts';

describe('a calendar date', () => {
  test('is shown as MM/DD/YYYY, the same in every time zone', () => {
    expect(formatDate('2026-03-08')).toBe('03/08/2026');
    expect(formatDate('2026-03-08 23:59:59')).toBe('03/08/2026');
    expect(formatDate(null)).toBe('');
  });

  test.each([
    ['03/08/2026', '2026-03-08'],
    ['02/29/2024', '2024-02-29'],
    ['02/29/2026', null],
    ['13/45/2026', null],
    ['3/8/2026', null],
    ['', null],
  ])('%p is read as %p', (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  test.each([
    ['2026-03-08', '2026-03-08'],
    ['2024-02-29', '2024-02-29'],
    ['2026-02-29', null],
    ['2026-3-8', null],
    ['2026-03-08 12:00', null],
    ['', null],
    [null, null],
  ])('of an address, %p, is %p', (text, date) => {
    expect(isoDate(text)).toBe(date);
  });
});

describe('an instant', () => {
  test('is shown in the time zone of the organization, by default New York', () => {
    expect(formatInstant('2026-03-08T06:30:00Z')).toBe('03/08/2026 01:30:00');
    expect(formatInstant('2026-03-08T06:30:00Z', 'America/Los_Angeles')).toBe('03/07/2026 22:30:00');
    expect(formatInstant('2026-01-01T05:00:00Z')).toBe('01/01/2026 00:00:00');
    expect(formatInstant('not a time')).toBe('');
  });

  test('in the repeated hour is distinguished by the zone', () => {
    expect(formatInstant('2026-11-01T05:30:00Z')).toBe(formatInstant('2026-11-01T06:30:00Z'));
    expect([zoneName('2026-11-01T05:30:00Z'), zoneName('2026-11-01T06:30:00Z')]).toEqual(['EDT', 'EST']);
  });

  test('of a session carries its zone, also outside the United States; none stays empty', () => {
    expect(formatZonedInstant('2026-11-01T05:30:00Z')).toBe('11/01/2026 01:30:00 EDT');
    expect(formatZonedInstant('2026-11-01T06:30:00Z')).toBe('11/01/2026 01:30:00 EST');
    expect(formatZonedInstant('2026-11-01T06:30:00Z', 'Europe/Madrid')).toBe('11/01/2026 07:30:00 GMT+1');
    expect([formatZonedInstant(null), formatZonedInstant('not a time')]).toEqual(['', '']);
  });

  test("determines today's date in that zone", () => {
    expect(today('America/New_York', new Date('2026-05-02T03:00:00Z'))).toBe('2026-05-01');
    expect(today('Pacific/Auckland', new Date('2026-05-02T13:00:00Z'))).toBe('2026-05-03');
  });
});

test('the week starts on Sunday in English and on Monday in Spanish', () => {
  expect([firstWeekday('en'), firstWeekday('es')]).toEqual([0, 1]);
});
