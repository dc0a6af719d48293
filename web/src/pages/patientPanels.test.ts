import { expect, test } from '@jest/globals';
import { panelPlaces, panelsInOrder } from './patientPanels.ts';

const USUAL = ['devices', 'usage', 'compliance', 'settings', 'communication', 'calls', 'icode'] as const;

test('without a kept order the panels are in the order of the page', () => {
  expect(panelsInOrder([])).toEqual(USUAL);
});

test('a kept order holds; names that are no panel, or come twice, are ignored', () => {
  const kept = [
    'icode',
    'was-removed',
    'usage',
    'devices',
    'icode',
    'compliance',
    'settings',
    'communication',
    'calls',
  ];
  expect(panelsInOrder(kept)).toEqual([
    'icode',
    'usage',
    'devices',
    'compliance',
    'settings',
    'communication',
    'calls',
  ]);
});

test('a panel that is newer than the kept order follows the panel that it follows without an order', () => {
  expect(panelsInOrder(['icode', 'calls', 'communication', 'settings', 'usage', 'devices'])).toEqual([
    'icode',
    'calls',
    'communication',
    'settings',
    'usage',
    'compliance',
    'devices',
  ]);
  expect(panelsInOrder(['icode'])).toEqual([
    'devices',
    'usage',
    'compliance',
    'settings',
    'communication',
    'calls',
    'icode',
  ]);
});

const placesOf = (...order: Parameters<typeof panelPlaces>[0]) => {
  const { places, rows } = panelPlaces(order);
  return [rows, ...order.map((panel) => `${panel} ${places.get(panel)!.gridRow}, ${places.get(panel)!.gridColumn}`)];
};

test('on a wide screen the narrow panels are next to the usage, and each other panel has a row', () => {
  expect(placesOf('devices', 'usage', 'compliance', 'settings', 'icode')).toEqual([
    'repeat(1, auto) 1fr',
    'devices 1, 1',
    'usage 1 / span 2, 2',
    'compliance 2, 1',
    'settings 3, 1 / -1',
    'icode 4, 1 / -1',
  ]);
});

test('the panels next to the usage begin where the user has put them', () => {
  expect(placesOf('settings', 'usage', 'devices', 'icode', 'compliance')).toEqual([
    'repeat(1, auto) 1fr',
    'settings 1, 1 / -1',
    'usage 2 / span 1, 2',
    'devices 2, 1',
    'icode 3, 1 / -1',
    'compliance 4, 1 / -1',
  ]);
});

test('the usage without a narrow panel next to it has a row', () => {
  expect(placesOf('devices', 'settings', 'usage')).toEqual([
    'none',
    'devices 1, 1 / -1',
    'settings 2, 1 / -1',
    'usage 3, 1 / -1',
  ]);
});
