import { expect, test } from '@jest/globals';
import { dateOf, dayOf } from '../../lib/nightRange.ts';
import { dataShapes } from './usageDataShapes.ts';
import type { UsageDay } from './usageDays.ts';
import { aDay, aScene } from './usageFixtures.ts';
import type { Layout, Shape } from './usageShapes.ts';

const FIRST = dayOf('2026-01-01');
/** Days of 20 pixels from 100 on; the chart of use has 10 pixels an hour above 120, the others 1 pixel for 1 above 400. */
const layoutOf = (nights: number): Layout => ({
  width: 200 + nights * 20,
  height: 400,
  left: 100,
  right: 100 + nights * 20,
  min: FIRST - 0.5,
  max: FIRST + nights - 0.5,
  x: (day) => 110 + (day - FIRST) * 20,
  dayWidth: 20,
  panes: {
    use: { top: 20, bottom: 120, y: (hours) => 120 - hours * 10 },
    ahi: { top: 120, bottom: 200, y: (value) => 400 - value },
    pressure: { top: 200, bottom: 280, y: (value) => 400 - value },
    leak: { top: 280, bottom: 360, y: (value) => 400 - value },
  },
});
type Of<Kind extends Shape['kind']> = Extract<Shape, { kind: Kind }>;
const shapes = (days: UsageDay[], nights = 10) => dataShapes(aScene(days), layoutOf(nights));
const bars = (days: UsageDay[], nights?: number) =>
  shapes(days, nights).filter((shape): shape is Of<'bars'> => shape.kind === 'bars');
const curves = (days: UsageDay[], nights?: number) =>
  shapes(days, nights).filter((shape): shape is Of<'curve'> => shape.kind === 'curve');
const points = (days: UsageDay[], nights?: number) =>
  shapes(days, nights).filter((shape): shape is Of<'points'> => shape.kind === 'points');

const none = { minutes: null, ahi: null, pressure: null, p95: null, leak: null };
const week = [
  aDay('2026-01-01', { minutes: 480 }),
  aDay('2026-01-02', { state: 'short', minutes: 90 }),
  aDay('2026-01-03', { state: 'unused', ...none, minutes: 0 }),
  aDay('2026-01-04', { state: 'noData', ...none }),
  aDay('2026-01-05', { state: 'fault', minutes: 1500 }),
  aDay('2026-01-06', { state: 'expected', ...none }),
  aDay('2026-01-07', { state: 'noDevice', ...none }),
];

test('bars are hours; a night without use, without data, with a fault or without a device has no bar', () => {
  expect(bars(week).map((shape) => shape.bars)).toEqual([[[102, 40, 16, 80]], [[122, 105, 16, 15]]]);
});

test('a night that is too short differs by its pattern, not by its color alone, and has an outline where there is room', () => {
  expect(bars(week).map(({ fill, stroke }) => [fill, stroke])).toEqual([
    ['enough', undefined],
    ['hatched', 'short'],
  ]);
  expect(bars(week, 45)[1]!.stroke).toBe('short');
  expect(bars(week, 46)[1]!.stroke).toBeUndefined();
});

test('all bars of a look are one shape, however many nights there are', () => {
  const days = Array.from({ length: 1100 }, (_, n) =>
    aDay(dateOf(FIRST + n), n % 2 ? { state: 'short', minutes: 60 } : {}),
  );
  expect(bars(days, 1100).map((shape) => shape.bars.length)).toEqual([550, 550]);
  expect(shapes(days, 1100)).toHaveLength(10);
});

test('bars have space between them up to 120 nights', () => {
  const widthAt = (nights: number) => bars(week, nights)[0]!.bars[0]![2];
  expect([widthAt(120), widthAt(121)]).toEqual([16, 20]);
});

test('a figure that is not available breaks its line', () => {
  expect(curves(week.slice(0, 5))[0]).toEqual({
    kind: 'curve',
    points: [[110, 397], [130, 397], null, null, [190, 397]],
    color: 'ahi',
    width: 1.5,
    dash: undefined,
  });
});

test('mean and P95 are in one chart and differ by dash and point', () => {
  expect(curves(week).map(({ color, dash }) => [color, dash])).toEqual([
    ['ahi', undefined],
    ['pressure', undefined],
    ['p95', [4, 3]],
    ['leak', undefined],
  ]);
  expect(points(week).map(({ color, form }) => [color, form])).toEqual([
    ['ahi', 'circle'],
    ['pressure', 'circle'],
    ['p95', 'triangle'],
    ['leak', 'circle'],
  ]);
});

test('up to 120 nights each night has its point; of more only a night between two without the figure', () => {
  const at = (nights: number) => points(week, nights)[0]!.at.map(([x]) => x);
  expect(at(120)).toEqual([110, 130, 190]);
  expect(at(121)).toEqual([190]);
});

test('nights out of sight are not drawn; a line goes on to the first one beyond the edge', () => {
  const days = Array.from({ length: 40 }, (_, n) => aDay(dateOf(FIRST - 20 + n)));
  expect(bars(days)[0]!.bars.map(([x]) => x)).toEqual(Array.from({ length: 12 }, (_, n) => 82 + n * 20));
  expect(curves(days)[0]!.points).toHaveLength(12);
  expect(dataShapes(aScene(days.slice(0, 5)), layoutOf(10)).filter((shape) => shape.kind === 'curve')[0]).toMatchObject(
    {
      points: [],
    },
  );
});
