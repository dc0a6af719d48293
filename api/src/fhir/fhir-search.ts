import type { FilterQuery } from '@mikro-orm/core';
import type { Context } from '../shared/context.ts';
import { BadRequest, InvalidInput } from '../shared/errors.ts';
import type { Where } from '../shared/list-where.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import type { SearchParameter } from './fhir-parameters.ts';

/** Entries of a page, unless `_count` says else. */
export const DEFAULT_COUNT = 50;
export const MAX_COUNT = 500;
/** What every search takes, next to the parameters of its resource. */
export const COMMON = ['_count', '_format'] as const;

const JSON_FORMATS = ['json', 'application/json', 'application/fhir+json'];

/** One parameter as the request has it. */
export type Pair = readonly [name: string, value: string];

/** What a search asks for. */
export interface Search {
  /** Undefined: every row of the list. */
  where: Where | undefined;
  within: FilterQuery<object> | undefined;
  count: number;
  /** Parameters of the request that were used, for its self link. */
  used: Pair[];
}

/** Returns the parameters of a request; refuses what is no text, and an answer that is not JSON. */
export function pairsOf(given: Record<string, unknown>): Pair[] {
  const pairs = Object.entries(given).flatMap(([name, value]): Pair[] =>
    [value].flat().map((one) => {
      if (typeof one !== 'string') throw refusalOf(name, 'invalid');
      return [name, one];
    }),
  );
  const format = pairs.find(([name]) => name === '_format')?.[1];
  if (format && !JSON_FORMATS.includes(format.replace(' ', '+')))
    throw new BadRequest(406, 'Only JSON is served. Leave out _format, or send json.');
  // An empty value is none.
  return pairs.filter(([, value]) => value.trim() !== '');
}

/** Whether `Prefer: handling=strict` asks to refuse unknown parameters. */
export const isStrict = (prefer: string | undefined): boolean =>
  /(^|[,;\s])handling=strict\s*($|[,;])/i.test(prefer ?? '');

/** Returns the number of entries of a page; refuses what is no number. */
function countOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_COUNT;
  if (!/^\d{1,9}$/.test(text)) throw refusalOf('_count', 'fhir.count', { max: MAX_COUNT });
  return Math.min(Number(text), MAX_COUNT);
}

/** Values that a comma separates, any of which is enough. A backslash makes the comma a part of the value. */
const valuesOf = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((value) => value.replace(/\\([,|$\\])/g, '$1').trim())
    .filter((value) => value !== '');

const shownName = (name: string) => (/^[\w.:-]{1,60}$/.test(name) ? name : '?');

function unknown(type: string, names: readonly string[], parameters: readonly SearchParameter[]): InvalidInput {
  const known = [...parameters.map(({ name }) => name), ...COMMON].join(', ');
  return new InvalidInput(
    names.map((name) => ({
      field: shownName(name),
      code: 'fhir.parameter',
      message: 'fhir.parameter',
      values: { parameter: shownName(name), type, parameters: known },
    })),
  );
}

const joined = <T>(parts: readonly (T | undefined)[], join: (all: T[]) => T): T | undefined => {
  const given = parts.filter((part) => part !== undefined);
  return given.length > 1 ? join(given) : given[0];
};

/** Returns what one parameter of the request asks of a row: any of its values. */
async function conditionOf(ctx: Context, parameter: SearchParameter, [key, value]: Pair) {
  const [name, modifier] = [parameter.name, key.split(':')[1]];
  const conditions = await Promise.all(
    valuesOf(value).map((text) => parameter.condition(ctx, { text, modifier, name })),
  );
  return {
    where: joined<Where>(
      conditions.map((one) => one.where),
      (or) => ({ or }),
    ),
    within: joined<FilterQuery<object>>(
      conditions.map((one) => one.within),
      ($or) => ({ $or }),
    ),
  };
}

/**
 * Returns what the parameters of a search ask for: a row must meet each of them. An unknown parameter is left out, and
 * refused when the client asks for it; an unknown modifier is always refused.
 */
export async function searchOf(
  ctx: Context,
  type: string,
  parameters: readonly SearchParameter[],
  { pairs, strict }: { pairs: readonly Pair[]; strict: boolean },
): Promise<Search> {
  const used: Pair[] = [];
  const [left, asked]: [string[], ReturnType<typeof conditionOf>[]] = [[], []];
  for (const pair of pairs) {
    const [name, modifier] = pair[0].split(':') as [string, string?];
    const parameter = parameters.find((one) => one.name === name);
    if (!parameter && !(COMMON as readonly string[]).includes(pair[0])) {
      left.push(pair[0]);
      continue;
    }
    if (modifier !== undefined && !parameter?.modifiers?.includes(modifier))
      throw refusalOf(shownName(pair[0]), 'fhir.modifier', { parameter: name });
    used.push(pair);
    if (parameter) asked.push(conditionOf(ctx, parameter, pair));
  }
  if (strict && left.length > 0) throw unknown(type, left, parameters);
  const conditions = await Promise.all(asked);
  return {
    where: joined<Where>(
      conditions.map(({ where }) => where),
      (and) => ({ and }),
    ),
    within: joined<FilterQuery<object>>(
      conditions.map(({ within }) => within),
      ($and) => ({ $and }),
    ),
    count: countOf(used.find(([name]) => name === '_count')?.[1]),
    used,
  };
}
