import { expect, test } from '@jest/globals';
import { aDay } from './usageFixtures.ts';
import { legendOf, type LegendEntry } from './usageLegend.ts';
import { inLines } from './usagePicture.ts';

const t = ((key: string) => key) as never;
const note = { source: 'SD', minutes: 60, recordedDate: '2025-12-01' } as const;
const entries = (days = [aDay('2026-01-01')], hasWindow = false) => legendOf(t, { days, wanted: 240, hasWindow });
const texts = (found: LegendEntry[]) => found.map(({ text }) => text);

test('the four looks of a night, the line of the rule, changes of the device and both pressures and the leak are always explained', () => {
  expect(texts(entries())).toEqual([
    'states.enough',
    'states.short',
    'states.unused',
    'states.noData',
    'marks.line',
    'marks.change',
    'figures.pressureOf.pressure: figures.mean',
    'figures.pressureOf.pressure: figures.p95Of.pressure',
    'marks.leak',
  ]);
});

test('the pressures of a bilevel device are named IPAP', () => {
  expect(texts(entries([aDay('2026-01-01', { pressureOf: 'ipap' })]))).toEqual(
    expect.arrayContaining([
      'figures.pressureOf.ipap: figures.mean',
      'figures.pressureOf.ipap: figures.p95Of.pressure',
    ]),
  );
});

test('no two entries have the same mark, also without color', () => {
  const all = entries([aDay('2026-01-01', { state: 'fault' })], true);
  const marks = all.map(({ mark }) => JSON.stringify(mark.map(({ path, line, dash }) => [path, line, dash])));
  expect(new Set(marks).size).toBe(all.length);
});

test('the window, a fault, a corrected date and a reading that does not count are explained when there is one', () => {
  const day = aDay('2026-01-01', {
    state: 'fault',
    notes: [
      { kind: 'corrected', ...note },
      { kind: 'overruled', ...note },
    ],
  });
  expect(texts(entries([day], true))).toEqual(
    expect.arrayContaining(['states.fault', 'marks.window', 'marks.corrected', 'marks.kept']),
  );
  expect(entries([day], true)).toHaveLength(13);
});

test('the parts of the picture fill lines from the left, and one that does not fit begins the next', () => {
  expect(inLines([40, 40, 40], 100, 10)).toEqual([
    { x: 0, line: 0 },
    { x: 50, line: 0 },
    { x: 0, line: 1 },
  ]);
  expect(inLines([45, 45], 100, 10)).toEqual([
    { x: 0, line: 0 },
    { x: 55, line: 0 },
  ]);
  expect(inLines([300, 20], 100, 10)).toEqual([
    { x: 0, line: 0 },
    { x: 0, line: 1 },
  ]);
});
