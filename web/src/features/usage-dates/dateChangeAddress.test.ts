import { describe, expect, test } from '@jest/globals';
import { dateChangeAddress, readDateChange, withoutDateChange } from './dateChangeAddress.ts';

const read = (query: string) => readDateChange(new URLSearchParams(query));
const nothing = { source: null, startDate: null, endDate: null, days: null, ignored: [] };

test('the address of a proposal opens the utility with its nights, and is removed without the rest of the address', () => {
  const address = dateChangeAddress(3, { source: 'WIRELESS', from: '2026-05-01', to: '2026-05-03', days: -3 });
  expect(address).toBe('/machines/3?dates=change&source=wireless&from=2026-05-01&to=2026-05-03&days=-3');
  const query = `device=2&${address.split('?')[1]}`;
  expect(read(query)).toEqual({
    source: 'WIRELESS',
    startDate: '2026-05-01',
    endDate: '2026-05-03',
    days: -3,
    ignored: [],
  });
  expect(withoutDateChange(new URLSearchParams(query)).toString()).toBe('device=2');
});

test('any other address opens nothing', () => {
  expect(read('')).toBeNull();
  expect(read('source=wireless&days=3')).toBeNull();
  expect(read('dates=1')).toBeNull();
});

describe('a value that is not valid is named, and the others are used:', () => {
  test.each([
    ['no value', '', {}],
    ['QR+', 'source=QR%2B', { source: 'QR' }],
    ['a card', 'source=sd&days=3', { source: 'SD', days: 3 }],
    ['a source that there is not', 'source=phone&days=3', { days: 3, ignored: ['source'] }],
    ['a day that does not exist', 'from=2026-02-30&to=2026-03-01', { ignored: ['from', 'to'] }],
    ['an end before the start', 'from=2026-03-02&to=2026-03-01', { ignored: ['from', 'to'] }],
    ['a range of one day', 'from=2026-03-01&to=2026-03-01', { startDate: '2026-03-01', endDate: '2026-03-01' }],
    ['a start without an end', 'from=2026-03-01', { ignored: ['from'] }],
    ['an end without a start', 'to=2026-03-01', { ignored: ['to'] }],
    ['0 days', 'days=0', { ignored: ['days'] }],
    ['no whole number', 'days=1.5', { ignored: ['days'] }],
    ['text', 'days=NaN', { ignored: ['days'] }],
    ['7,305 days', 'days=-7305', { days: -7305 }],
    ['more days than the utility moves', 'days=7306', { ignored: ['days'] }],
    ['every value at once', 'source=<script>&from=x&to=y&days=z', { ignored: ['source', 'from', 'to', 'days'] }],
  ])('%s', (_title, query, found) => {
    expect(read(`dates=change&${query}`)).toEqual({ ...nothing, ...found });
  });
});
