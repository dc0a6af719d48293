import { expect, test } from '@jest/globals';
import { diffFromPrevious } from './settings-history-diff.ts';

test('names what differs from the row below, in the order of the cards', () => {
  const older = { mode: 'AutoCPAP', min_apap: 5, max_apap: 15, mask: 'nasal', leak_alert_flag: 1 };
  expect(
    diffFromPrevious({ mask: 'pillows', max_apap: 12, min_apap: 5, mode: 'AutoCPAP', leak_alert_flag: true }, older),
  ).toEqual(['max_apap', 'mask']);
  expect(diffFromPrevious(older, older)).toEqual([]);
});

test('also names settings that only one of the two rows has', () => {
  expect(diffFromPrevious({ mode: 'CPAP', treat_p: 8 }, { mode: 'AutoCPAP', min_apap: 5 })).toEqual([
    'mode',
    'treat_p',
    'min_apap',
  ]);
});

test('the oldest row has no differences, and a setting outside the catalog is not named', () => {
  expect(diffFromPrevious({ mode: 'CPAP' }, undefined)).toEqual([]);
  expect(diffFromPrevious({ unheard_of: 1 }, { unheard_of: 2 })).toEqual([]);
});
