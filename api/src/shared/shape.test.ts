import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { InvalidInput } from './errors.ts';
import { assertShape, shapeRefusal } from './shape.ts';

const codeOf = (input: unknown) => shapeRefusal(input)?.code ?? null;
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const own = (json: string): unknown => JSON.parse(json);

describe('an input', () => {
  test.each([
    ['12 levels of lists', nested(12), null],
    ['13 levels of lists', nested(13), 'shape.depth'],
    ['13 levels, objects among them', { a: { b: nested(11) } }, 'shape.depth'],
    ['a list of 200', Array(200).fill(0), null],
    ['a list of 201', Array(201).fill(0), 'shape.list'],
    ['a list of 201 inside', { codes: Array(201).fill({}) }, 'shape.list'],
    ['2000 values', Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`n${n}`, n])), null],
    ['2001 values', Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`n${n}`, n])), 'shape.values'],
    ['2000 values in lists', Array.from({ length: 20 }, () => Array(99).fill('x')), null],
    ['2001 values in lists', [...Array.from({ length: 20 }, () => Array(99).fill('x')), 'x'], 'shape.values'],
    ['an own __proto__', own('{"__proto__":{"a":1}}'), 'shape.name'],
    ['an own __proto__ inside', own('{"a":[{"__proto__":1}]}'), 'shape.name'],
    ['an own constructor', { constructor: 1 }, 'shape.name'],
    ['an own prototype', { prototype: 1 }, 'shape.name'],
    ['an own toString', { a: { toString: 1 } }, 'shape.name'],
    ['an own valueOf', { valueOf: 1 }, 'shape.name'],
    ['names of methods that lists and texts have', { length: 1, trim: 2, map: 3 }, null],
    ['these words as values', ['__proto__', 'constructor', 'prototype'], null],
    ['half of a surrogate pair', { rows: ['a\ud800'] }, 'shape.text'],
    ['a surrogate pair, NUL and any other character', ['\u{1F634}\0\u200f'], null],
    ['nothing', undefined, null],
    ['a text', 'x', null],
  ])('of %s: %p', (_title, input, code) => {
    expect(codeOf(input)).toBe(code);
  });

  test('over a limit is refused with the path to the excess and the limit', () => {
    expect(shapeRefusal({ serial: 'A', rows: [{ codes: Array(201).fill(0) }] })).toEqual({
      field: 'rows.0.codes',
      code: 'shape.list',
      message: 'shape.list',
      values: { max: 200 },
    });
    expect(() => assertShape(Array(201).fill(0))).toThrow(InvalidInput);
    expect(() => assertShape(Array(200).fill(0))).not.toThrow();
  });

  test('of an operation that documents more has its own limits', () => {
    const limits = { depth: 12, list: 400, values: 2802 };
    expect(shapeRefusal(Array(400).fill(0), limits)).toBeNull();
    expect(shapeRefusal(Array(401).fill(0), limits)?.code).toBe('shape.list');
  });

  test('of a million levels is refused without a fault', () => {
    let deep: unknown = 0;
    for (let level = 0; level < 1_000_000; level += 1) deep = [deep];
    expect(codeOf(deep)).toBe('shape.depth');
  });
});

/** The rule, written as it is said. */
const levels = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levels)) : 0;
const within = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((inner: unknown) => [inner, ...within(inner)])
    : [];

const json = (limits: { depth: number; list: number }) =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: limits.depth, depthIdentifier: 'shape' },
      fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.boolean()),
      fc.array(tie('value'), { maxLength: limits.list, depthIdentifier: 'shape' }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie('value'), { maxKeys: limits.list, depthIdentifier: 'shape' }),
    ),
  })).value;

test('any input is accepted if and only if its depth, its lists, and its number of values are within the limits', () => {
  fc.assert(
    fc.property(json({ depth: 6, list: 6 }), (input) => {
      const all = [input, ...within(input)];
      const fits =
        levels(input) <= 3 &&
        all.every((value) => !Array.isArray(value) || value.length <= 4) &&
        all.length - 1 <= 12 &&
        all.every(
          (value) =>
            !Object.keys(Object(value)).some((name) =>
              /^(__proto__|constructor|prototype|toString|valueOf)$/.test(name),
            ),
        );
      expect(shapeRefusal(input, { depth: 3, list: 4, values: 12 }) === null).toBe(fits);
    }),
    { numRuns: 2000 },
  );
});

test('an input is never changed, and reserved names are found at any place', () => {
  fc.assert(
    fc.property(
      json({ depth: 3, list: 3 }),
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'),
      fc.nat(4),
      (input, name, depth) => {
        let text = `{${JSON.stringify(name)}:${JSON.stringify(input)}}`;
        for (let level = 0; level < depth; level += 1) text = level % 2 ? `[${text}]` : `{"a":${text}}`;
        const parsed: unknown = JSON.parse(text);
        expect(codeOf(parsed)).toBe('shape.name');
        expect(JSON.stringify(parsed)).toBe(text);
      },
    ),
  );
});
