import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from './errors.ts';

type Values = Record<string, unknown>;

/**
 * Returns a refusal of each field that another user has changed since the form was opened, with the value of now, as
 * `shown` names it. `opened`: the values of then, of the fields to compare. A field that is written with the value of now
 * loses nothing.
 */
export const changedMeanwhile = (
  opened: object | null | undefined,
  now: Values,
  written: Values,
  shown: Values = now,
): Refusal[] =>
  Object.entries(opened ?? {})
    .filter(
      ([field, then]) =>
        then !== undefined && !isDeepStrictEqual(then, now[field]) && !isDeepStrictEqual(written[field], now[field]),
    )
    .map(([field]) => ({
      field,
      code: 'changed-meanwhile',
      value: now[field],
      ...(now[field] === null
        ? { message: 'changed_meanwhile.removed' as const }
        : { message: 'changed_meanwhile.changed' as const, values: { value: String(shown[field]) } }),
    }));
