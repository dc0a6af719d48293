import { InvalidInput, type Refusal } from './errors.ts';

/** How deep, long, and large an input may be. */
export interface ShapeLimits {
  /** Objects and lists inside one another; the outermost counts as 1. */
  depth: number;
  /** Entries of one list. */
  list: number;
  /** Objects, lists, and single values below the outermost. */
  values: number;
}

/**
 * The limits of every input. An operation that documents more states it in its access file (`Operation.shape`,
 * decisions/028).
 */
export const SHAPE: ShapeLimits = { depth: 12, list: 200, values: 2000 };

/**
 * Names that an object has by itself, such as `__proto__`, `constructor`, and `toString`: as own names they would replace
 * its prototype or a method, and a conversion to text would fail.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]);

type ShapeMessage = 'shape.depth' | 'shape.list' | 'shape.values' | 'shape.name' | 'shape.text';

const refusal = (field: string, message: ShapeMessage, max = 0) => ({ field, code: message, message, values: { max } });

/**
 * Returns why parsed input exceeds the limits, or null. Runs in linear time without recursion, and stops at the first
 * excess.
 */
export function shapeRefusal(input: unknown, { depth, list, values }: ShapeLimits = SHAPE): Refusal | null {
  const waiting = [{ value: input, level: 1, path: '' }];
  let seen = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, level, path } = next;
    // Half of a surrogate pair is not text: PostgreSQL refuses it in JSON.
    if (typeof value === 'string' && !value.isWellFormed()) return refusal(path, 'shape.text');
    if (typeof value !== 'object' || value === null) continue;
    if (level > depth) return refusal(path, 'shape.depth', depth);
    if (Array.isArray(value) && value.length > list) return refusal(path, 'shape.list', list);
    const names = Object.keys(value);
    seen += names.length;
    if (seen > values) return refusal('', 'shape.values', values);
    for (const name of names) {
      if (RESERVED_NAMES.has(name)) return refusal(path, 'shape.name');
      waiting.push({
        value: (value as Record<string, unknown>)[name],
        level: level + 1,
        path: path ? `${path}.${name}` : name,
      });
    }
  }
  return null;
}

/** Refuses input that exceeds the limits. Called right after parsing, before any rule visits the values. */
export function assertShape(input: unknown, limits: ShapeLimits = SHAPE): void {
  const found = shapeRefusal(input, limits);
  if (found) throw new InvalidInput([found]);
}
