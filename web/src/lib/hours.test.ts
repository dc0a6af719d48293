import { expect, test } from '@jest/globals';
import { hoursAndMinutes } from './hours.ts';

test.each([
  [0, '0:00'],
  [5, '0:05'],
  [410, '6:50'],
  [1440, '24:00'],
  [59.6, '1:00'],
])('%d minutes are shown as %s', (minutes, text) => {
  expect(hoursAndMinutes(minutes)).toBe(text);
});
