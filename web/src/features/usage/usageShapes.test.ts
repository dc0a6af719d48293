import { expect, test } from '@jest/globals';
import { dayOf } from '../../lib/nightRange.ts';
import type { UsageDay } from './usageDays.ts';
import { aDay, aScene } from './usageFixtures.ts';
import type { Scene } from './usageScene.ts';
import { shapesAbove, shapesBelow, type Layout } from './usageShapes.ts';

const FIRST = dayOf('2026-01-01');
/** Ten days of 20 pixels from 100 on; the chart of use is from 20 to 120, with 10 pixels an hour. */
const layout: Layout = {
  width: 320,
  height: 400,
  left: 100,
  right: 300,
  min: FIRST - 0.5,
  max: FIRST + 9.5,
  x: (day) => 110 + (day - FIRST) * 20,
  dayWidth: 20,
  panes: {
    use: { top: 20, bottom: 120, y: (hours) => 120 - hours * 10 },
    ahi: { top: 120, bottom: 200, y: () => 0 },
    pressure: { top: 200, bottom: 280, y: () => 0 },
    leak: { top: 280, bottom: 360, y: () => 0 },
  },
};
const above = (day: Partial<UsageDay>, change: Partial<Scene> = {}) =>
  shapesAbove(aScene([aDay('2026-01-01', day)], change), layout);
const none = { minutes: null, ahi: null, pressure: null, p95: null, leak: null };

test('the line of the rule is dashed, at its hours, over the whole width, with its text', () => {
  const shapes = above({});
  expect(shapes).toContainEqual(
    expect.objectContaining({ kind: 'line', from: [100, 80], to: [300, 80], dash: [6, 4] }),
  );
  expect(shapes).toContainEqual(expect.objectContaining({ kind: 'text', text: '4 h', x: 304 }));
});

test('a night without use is an outlined box, one without data a filled line on the ground', () => {
  expect(above({ state: 'unused', ...none, minutes: 0 })).toContainEqual(
    expect.objectContaining({ kind: 'rect', x: 102, width: 16, height: 9, stroke: 'short' }),
  );
  expect(above({ state: 'noData', ...none })).toContainEqual(
    expect.objectContaining({ kind: 'rect', y: 117, height: 3, fill: 'noData' }),
  );
});

test.each(['enough', 'short', 'expected', 'noDevice'] as const)(
  'a night that is %s has no mark on the ground',
  (state) => {
    expect(above({ state }).filter(({ kind }) => kind === 'rect' || kind === 'cross')).toEqual([]);
  },
);

test('a data fault is a cross', () => {
  expect(above({ state: 'fault', minutes: 1500 })).toContainEqual(expect.objectContaining({ kind: 'cross', x: 110 }));
});

test('above its bar, a corrected date is a diamond and a reading that does not count is a ring', () => {
  const note = { source: 'SD', minutes: 60, recordedDate: '2025-12-01' } as const;
  const kinds = (...notes: UsageDay['notes']) =>
    above({ minutes: 300, notes }).flatMap(({ kind, ...at }) =>
      kind === 'diamond' || kind === 'ring' ? [[kind, (at as { y: number }).y]] : [],
    );
  expect(kinds({ kind: 'corrected', ...note })).toEqual([['diamond', 63]]);
  expect(kinds({ kind: 'overruled', ...note })).toEqual([['ring', 53]]);
  expect(kinds({ kind: 'invalid', ...note }, { kind: 'corrected', ...note })).toEqual([
    ['diamond', 63],
    ['ring', 53],
  ]);
});

test('the compliance window is tinted in the chart of use, with its edges where they are in sight', () => {
  const window = { start: '2026-01-03', end: '2026-01-20' };
  const shapes = shapesBelow(aScene([aDay('2026-01-01')], { window }), layout);
  expect(shapes.slice(1)).toEqual([
    { kind: 'rect', x: 140, y: 20, width: 160, height: 100, fill: 'window' },
    { kind: 'line', from: [140, 20], to: [140, 120], color: 'windowEdge', width: 1.5, dash: [2, 2] },
  ]);
});

test.each([
  { name: 'no window', window: null },
  { name: 'a window out of sight', window: { start: '2026-02-01', end: '2026-03-02' } },
])('with $name there is only the paper', ({ window }) => {
  expect(shapesBelow(aScene([aDay('2026-01-01')], { window }), layout)).toEqual([
    { kind: 'rect', x: 0, y: 0, width: 320, height: 400, fill: 'panel' },
  ]);
});

test('a change of the device is a line through all charts before its first night, with the serial number', () => {
  const shapes = above({}, { changes: [{ day: FIRST + 2, serial: 'B2' }] });
  expect(shapes).toContainEqual(expect.objectContaining({ kind: 'line', from: [140, 6], to: [140, 360] }));
  expect(shapes).toContainEqual(expect.objectContaining({ kind: 'text', text: 'B2', x: 144, align: 'start' }));
});

test('changes that are close have one label, and the label at the right edge is left of its line', () => {
  const changes = [1, 2, 9].map((day) => ({ day: FIRST + day, serial: `D${day}` }));
  const labels = above({}, { changes }).flatMap((shape) =>
    shape.kind === 'text' && shape.text.startsWith('D') ? [[shape.text, shape.align]] : [],
  );
  expect(labels).toEqual([
    ['D1', 'start'],
    ['D9', 'end'],
  ]);
});

test('a change out of sight is not drawn', () => {
  const shapes = above({}, { changes: [{ day: FIRST - 30, serial: 'A0' }, { day: FIRST + 30, serial: 'Z9' }] }); // prettier-ignore
  expect(shapes.filter((shape) => shape.kind === 'line')).toHaveLength(1);
});

test('a chart of a figure that no night has says so', () => {
  const texts = (day: Partial<UsageDay>) =>
    above(day).filter((shape) => shape.kind === 'text' && shape.text === 'Not available').length;
  expect(texts({})).toBe(0);
  expect(texts({ leak: null })).toBe(1);
  expect(texts({ pressure: null })).toBe(0);
  expect(texts(none)).toBe(3);
});
