import { describe, expect, test } from '@jest/globals';
import { addressOf, missingPage, withPage, type VisitedList } from './visitedLists.ts';

const patients = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `/patients/${from + n}`);

/** Pages of five rows, opened at the second one. */
const list: VisitedList = {
  address: '/patients?q=a&sort=-birth_date&page=2',
  variables: { first: 5, page: 2, search: 'a', orderBy: null as never, where: null as never },
  firstPage: 2,
  paths: patients(6, 10),
  total: 13,
};

describe('the page that a step needs', () => {
  test.each([
    ['none in the middle of a page', list, 2, null],
    ['the one before, at the first row', list, 0, 1],
    ['the one after, at the last row', list, 4, 3],
    ['none before the first page', { ...list, firstPage: 1 }, 0, null],
    ['none after a page that is not full', { ...list, paths: patients(6, 9) }, 3, null],
    ['none after the last row of the list', { ...list, total: 10 }, 4, null],
    ['the one after, in a list whose rows are not all counted', { ...list, total: null }, 4, 3],
  ])('is %s', (_title, given, index, page) => {
    expect(missingPage(given, index)).toBe(page);
  });
});

test('a page joins the others on its side', () => {
  const after = withPage(list, 3, patients(11, 13));
  expect(after).toMatchObject({ firstPage: 2, paths: patients(6, 13) });
  expect(missingPage(after, 7)).toBeNull();
  const before = withPage(after, 1, patients(1, 5));
  expect(before).toMatchObject({ firstPage: 1, paths: patients(1, 13) });
  expect(missingPage(before, 0)).toBeNull();
});

test('an empty page is the end of a list whose rows are not all counted', () => {
  const end = withPage({ ...list, total: null }, 3, []);
  expect(missingPage(end, 4)).toBeNull();
  expect(end.total).toBe(10);
});

test('the way back leads to the page of the list that has the row, and keeps search and order', () => {
  const whole = withPage(withPage(list, 3, patients(11, 13)), 1, patients(1, 5));
  expect(addressOf(whole, '/patients/7')).toBe('/patients?q=a&sort=-birth_date&page=2');
  expect(addressOf(whole, '/patients/5')).toBe('/patients?q=a&sort=-birth_date');
  expect(addressOf(whole, '/patients/11')).toBe('/patients?q=a&sort=-birth_date&page=3');
  expect(addressOf(whole, '/patients/99')).toBe('/patients?q=a&sort=-birth_date&page=2');
  expect(addressOf({ ...whole, address: '/patients' }, '/patients/1')).toBe('/patients');
});
