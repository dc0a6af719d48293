import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalText, parseDecimal, stepFrom } from './decimal.ts';

test.each([
  ['8', 8],
  ['8.5', 8.5],
  ['8,5', 8.5],
  [' 12 ', 12],
  ['-1', -1],
  ['0,2', 0.2],
  ['', null],
  ['abc', null],
  ['8.', null],
  ['8.5.5', null],
  ['1,000.5', null],
  ['8 5', null],
  ['1e3', null],
  ['Infinity', null],
])('%p is parsed as %p', (text, value) => expect(parseDecimal(text)).toBe(value));

test.each([
  [8, 0.5, '8.0'],
  [8.25, 0.5, '8.25'],
  [20, 5, '20'],
  [0.2, 0.1, '0.2'],
] as const)('%p in steps of %p is shown as %p', (value, step, text) => expect(decimalText(value, step)).toBe(text));

describe('a step', () => {
  const pressure = { min: 4, max: 20, step: 0.5 };
  test.each([
    { value: 8, up: 8.5, down: 7.5 },
    { value: 8.3, up: 8.5, down: 8 },
    { value: 20, up: 20, down: 19.5 },
    { value: 4, up: 4.5, down: 4 },
    { value: 99, up: 20, down: 20 },
    { value: -3, up: 4, down: 4 },
    { value: null, up: 4, down: 4 },
  ])('from $value goes up to $up and down to $down', ({ value, up, down }) => {
    expect(stepFrom(value, 1, pressure)).toBe(up);
    expect(stepFrom(value, -1, pressure)).toBe(down);
  });

  test('reaches all tenths of a second without binary rounding errors', () => {
    const seconds = { min: 0.2, max: 4, step: 0.1 };
    const seen = [seconds.min];
    while (seen.at(-1)! < seconds.max) seen.push(stepFrom(seen.at(-1)!, 1, seconds));
    expect(seen).toEqual(Array.from({ length: 39 }, (_, n) => Math.round((0.2 + n * 0.1) * 10) / 10));
  });

  test('stays in the range and on a step from anywhere', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.constantFrom(1 as const, -1 as const),
        (value, direction) => {
          const next = stepFrom(value, direction, pressure);
          expect(next).toBeGreaterThanOrEqual(4);
          expect(next).toBeLessThanOrEqual(20);
          expect(Number.isInteger(next * 2)).toBe(true);
        },
      ),
    );
  });
});
