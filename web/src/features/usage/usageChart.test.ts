import { expect, test } from '@jest/globals';
import { ticksOf, usageChart } from './usageChart.ts';
import { aDay, aScene } from './usageFixtures.ts';
import { dateOf, dayOf, lastDays } from './usageRange.ts';

const none = { minutes: null, ahi: null, pressure: null, p95: null, leak: null };
const days = [
  aDay('2026-01-01', { minutes: 480 }),
  aDay('2026-01-02', { state: 'short', minutes: 90 }),
  aDay('2026-01-03', { state: 'unused', ...none, minutes: 0 }),
  aDay('2026-01-04', { state: 'noData', ...none }),
  aDay('2026-01-05', { state: 'fault', minutes: 1500 }),
];
const chart = (change = {}) => usageChart(aScene(days, change), () => undefined);
const dataset = (n: number) => chart().data.datasets[n]!;

test('bars are hours; a night without use, without data or with a fault has no bar', () => {
  const hours = (values: (number | null)[]) => values.map((y, n) => ({ x: dayOf('2026-01-01') + n, y }));
  expect(dataset(0)).toMatchObject({ type: 'bar', data: hours([8, null, null, null, null]) });
  expect(dataset(1)).toMatchObject({ type: 'bar', data: hours([null, 1.5, null, null, null]) });
});

test('a night that is too short differs by its pattern, not by its color alone', () => {
  expect([dataset(0).backgroundColor, dataset(1).backgroundColor]).toEqual(['enough', 'hatched']);
});

test('a figure that is not available breaks its line', () => {
  expect(dataset(2).data.map(({ y }) => y)).toEqual([3, 3, null, null, 3]);
  expect(dataset(2)).not.toHaveProperty('spanGaps');
});

test('mean and P95 share an axis and differ by dash and point', () => {
  expect(dataset(3)).toMatchObject({ yAxisID: 'pressure', borderColor: 'pressure' });
  expect(dataset(4)).toMatchObject({ yAxisID: 'pressure', borderDash: [4, 3], pointStyle: 'triangle' });
});

test('all charts are on one axis of days, which begins and ends half a day beyond the nights', () => {
  expect(chart().options?.scales?.x).toMatchObject({
    min: dayOf('2026-01-01') - 0.5,
    max: dayOf('2026-01-05') + 0.5,
  });
});

test('the wheel zooms by 0.1 with Ctrl, a drag of 10 pixels moves, and both stay within the limits', () => {
  const limits = { start: '2025-01-01', end: '2026-01-31' };
  const { zoom } = chart({ limits }).options!.plugins!;
  expect(zoom).toMatchObject({
    zoom: { mode: 'x', wheel: { enabled: true, speed: 0.1, modifierKey: 'ctrl' }, pinch: { enabled: true } },
    pan: { enabled: true, mode: 'x', threshold: 10 },
    limits: { x: { min: dayOf('2025-01-01') - 0.5, max: dayOf('2026-01-31') + 0.5, minRange: 7 } },
  });
});

test('nothing is animated for a user who wants less motion, or with more than 120 nights', () => {
  const duration = (change: object) => (chart(change).options!.animation as { duration: number }).duration;
  expect(duration({ isAnimated: false })).toBe(0);
  expect(duration({ isAnimated: true })).toBe(150);
  expect(duration({ isAnimated: true, view: lastDays(120, '2026-01-05') })).toBe(150);
  expect(duration({ isAnimated: true, view: lastDays(121, '2026-01-05') })).toBe(0);
});

test('the axis of use has steps of 4 hours, reaches 8 hours at least, and the line of the rule', () => {
  expect(ticksOf('use', { days: [aDay('2026-01-01', { minutes: 60 })], wanted: 240 })).toEqual([0, 4, 8]);
  expect(ticksOf('use', { days: [aDay('2026-01-01', { minutes: 481 })], wanted: 240 })).toEqual([0, 4, 8, 12]);
  expect(ticksOf('use', { days: [aDay('2026-01-01', { minutes: 60 })], wanted: 540 })).toEqual([0, 4, 8, 12]);
});

test('the axis of pressure reaches the highest P95', () => {
  expect(ticksOf('pressure', { days: [aDay('2026-01-01', { pressure: 8, p95: 19 })], wanted: 240 }).at(-1)).toBe(20);
});

test('the labels of the days are dates as everywhere', () => {
  const { callback } = chart().options!.scales!.x!.ticks as unknown as { callback: (day: number) => string };
  expect(callback(dayOf('2026-01-05'))).toBe('01/05/2026');
  expect(dateOf(dayOf('2026-01-05'))).toBe('2026-01-05');
});
