import { expect, test } from '@jest/globals';
import { selectedDevice } from './useSelectedDevice.ts';

const devices = [{ databaseId: 11 }, { databaseId: 10 }];

test('the first device is selected unless the address selects another', () => {
  expect(selectedDevice(devices, null)).toBe(devices[0]);
  expect(selectedDevice(devices, '10')).toBe(devices[1]);
});

test.each(['99', '', 'x', '10.0'])('an address with ?device=%s shows the first device', (wanted) => {
  expect(selectedDevice(devices, wanted)).toBe(devices[0]);
});

test('without devices none is selected', () => {
  expect(selectedDevice([], '10')).toBeUndefined();
});
