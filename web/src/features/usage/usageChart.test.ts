import { expect, test } from '@jest/globals';
import { dateOf, dayOf } from '../../lib/nightRange.ts';
import { ticksOf, usageChart } from './usageChart.ts';
import { aDay, aScene } from './usageFixtures.ts';

const days = [aDay('2026-01-01'), aDay('2026-01-05')];
const nothing = () => undefined;
const chart = (change = {}, on = { zoom: nothing, move: nothing }) => usageChart(aScene(days, change), on);

test('all charts are on one axis of days, which begins and ends half a day beyond the nights', () => {
  expect(chart().options?.scales?.x).toMatchObject({
    min: dayOf('2026-01-01') - 0.5,
    max: dayOf('2026-01-05') + 0.5,
  });
});

test('the wheel zooms by 0.1, a drag of 10 pixels moves, and both stay within the limits', () => {
  const limits = { start: '2025-01-01', end: '2026-01-31' };
  const { zoom } = chart({ limits }).options!.plugins!;
  expect(zoom).toMatchObject({
    zoom: { mode: 'x', wheel: { enabled: true, speed: 0.1 }, pinch: { enabled: true } },
    pan: { enabled: true, mode: 'x', threshold: 10 },
    limits: { x: { min: dayOf('2025-01-01') - 0.5, max: dayOf('2026-01-31') + 0.5, minRange: 7 } },
  });
});

test('the wheel zooms with Ctrl or Cmd alone, so that without them the page scrolls; two fingers zoom always', () => {
  const zooms = (event: Event) =>
    chart().options!.plugins!.zoom!.zoom!.onZoomStart!({ event, chart: {} as never, point: { x: 0, y: 0 } });
  expect(zooms(new WheelEvent('wheel', { deltaY: 100 }))).toBe(false);
  expect(zooms(new WheelEvent('wheel', { deltaY: 100, shiftKey: true }))).toBe(false);
  expect(zooms(new WheelEvent('wheel', { deltaY: 100, ctrlKey: true }))).toBe(true);
  expect(zooms(new WheelEvent('wheel', { deltaY: 100, metaKey: true }))).toBe(true);
  expect(zooms(new Event('pinchstart'))).toBe(true);
});

test('each step of a zoom and the end of a move are reported', () => {
  const on = { zoom: () => undefined, move: () => undefined };
  const { zoom } = chart({}, on).options!.plugins!;
  expect(zoom!.zoom!.onZoom).toBe(on.zoom);
  expect(zoom!.pan!.onPanComplete).toBe(on.move);
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
