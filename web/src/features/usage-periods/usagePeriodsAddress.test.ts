import { expect, test } from '@jest/globals';
import { periodsAddress, readPeriodsAddress } from './usagePeriodsAddress.ts';

const read = (change: Record<string, string> = {}) =>
  readPeriodsAddress(
    new URLSearchParams({
      patient_id: '7',
      from: '2026-11-01',
      to: '2026-11-07',
      other_from: '2026-10-25',
      other_to: '2026-10-25',
      ...change,
    }),
  );

test('an address names a patient and two periods, and is the one that the page links to', () => {
  const periods = {
    patientId: '7',
    first: { start: '2026-11-01', end: '2026-11-07' },
    second: { start: '2026-10-25', end: '2026-10-25' },
  };
  expect(read()).toEqual(periods);
  expect(periodsAddress(periods)).toBe(
    '/reports/usage?patient_id=7&from=2026-11-01&to=2026-11-07&other_from=2026-10-25&other_to=2026-10-25',
  );
});

test.each([
  ['no patient', { patient_id: '' }],
  ['a patient that is no number', { patient_id: '7a' }],
  ['a date that does not exist', { from: '2026-02-30' }],
  ['no date', { to: '' }],
  ['a period that ends before it begins', { to: '2026-10-31' }],
  ['a second period that ends before it begins', { other_to: '2026-10-24' }],
])('an address with %s names none', (_title, change) => {
  expect(read(change)).toBeNull();
});
