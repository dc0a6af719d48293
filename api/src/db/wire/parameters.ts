import { cached } from '../../shared/cached.ts';
import { isPrepared } from '../../shared/prepared.ts';

const INTEGER = 2 ** 31;
const SETTINGS = 'select set_config(?, ?, true)';
const ARRAY = 'any($';
const LIST = / in \((\?(?:, \?)*)\)/g;
/** Texts of queries whose marks are known: a request sends a dozen of a few hundred. */
const KNOWN = 2000;
/** A longer text has its values in it, and does not come again: nothing of it is kept. */
export const MAX_KEPT = 10_000;

/** Returns the SQL type that the value has when it is part of the text; null when it stays in the text. */
function castOf(value: unknown): string | null {
  if (typeof value === 'string' || value instanceof Date) return '';
  if (typeof value === 'boolean') return '::boolean';
  if (Buffer.isBuffer(value)) return '::bytea';
  if (typeof value !== 'number' || !Number.isInteger(value)) return null;
  return Math.abs(value) < INTEGER ? '::int' : null;
}

/**
 * The planner assumes this many values for an unknown array. A shorter one would look cheaper, and be planned again for
 * each execution, which costs more than it; the last value again finds no more rows.
 */
const LEAST = 10;
const padded = (list: readonly unknown[]): unknown[] =>
  list.length < LEAST ? [...list, ...Array<unknown>(LEAST - list.length).fill(list.at(-1))] : [...list];

const isInteger = (value: unknown) => castOf(value) === '::int';

/** A place for a value, and the text behind it. */
interface Mark {
  rest: string;
  /** A limit or an offset. */
  isPage: boolean;
  isCast: boolean;
  /** The values from here on that are one list, with the text behind the list. */
  list: { length: number; rest: string } | null;
}
interface Query {
  start: string;
  marks: Mark[];
  /**
   * The texts by what is in the places of their values: the same text is then the same string, which is compared by its
   * address and not read again (portal-client.ts, pg).
   */
  texts: Map<string, string>;
}

/** Returns the marks of a query; none for a text that the library sends. */
function analyzed(written: string): { query: Query | null } {
  const sql = written.trimStart();
  const isOther = /[$;\\]|\?\?|\slike\s|\silike\s/i.test(sql);
  if (isPrepared(written)) {
    if (isOther)
      throw new Error(`Declared as prepared, and has a pattern or a mark that is no value: ${sql.slice(0, 100)}`);
  } else if (isOther || !/^(select|with)\s/i.test(sql)) return { query: null };
  // Settings are read by the connection (portal-client.ts), which knows the names of these only.
  if (sql.startsWith('select set_config(') && !sql.startsWith(SETTINGS)) return { query: null };
  const [start, ...rests] = sql.split('?') as [string, ...string[]];
  const marks = rests.map((rest, nth): Mark => {
    const before = nth === 0 ? start : rests[nth - 1]!;
    return { rest, isPage: /\s(limit|offset)\s$/.test(before), isCast: rest.startsWith('::'), list: null };
  });
  for (const match of sql.matchAll(LIST)) {
    const nth = sql.slice(0, match.index).split('?').length - 1;
    const length = match[1]!.split('?').length - 1;
    const rest = rests[nth + length - 1]!.slice(1); // behind the parenthesis
    if (!sql.slice(0, match.index).endsWith(' not')) marks[nth]!.list = { length, rest };
  }
  return { query: { start, marks, texts: new Map() } };
}

const known = cached(KNOWN, analyzed);
/** A text without values has them in it, as a long one has. */
const queryOf = (written: string, values: number) =>
  values === 0 || written.length > MAX_KEPT ? analyzed(written) : known(written);

/** Texts that are kept of a query: with its limits and offsets. */
const MAX_TEXTS = 50;

function textOf({ start, marks, texts }: Query, places: readonly string[]): string {
  const key = places.join();
  const made = texts.get(key);
  if (made !== undefined) return made;
  let text = start;
  let nth = 0;
  for (const place of places) {
    const { rest, list } = marks[nth]!;
    const isArray = place.startsWith(ARRAY);
    text = isArray ? `${text.slice(0, -' in ('.length)} = ${place}${list!.rest}` : `${text}${place}${rest}`;
    nth += isArray ? list!.length : 1;
  }
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(key, text);
  return text;
}

/**
 * Returns a query whose `?` became `$1`, `$2` … with the types that the values have when they are part of the text, so
 * that its text is the same for other values. A list of integers becomes one array, so that lists of different lengths
 * are one statement. Limits and offsets stay in the text: the planner would assume a tenth of the table. Returns null
 * when the query is better planned for its values (a pattern search), is neither a query nor declared (`prepared`), or
 * holds a value or a text that this rule does not know.
 */
export function parameterized(written: string, given: readonly unknown[]): { text: string; values: unknown[] } | null {
  const { query } = queryOf(written, given.length);
  // Each mark is a parameter: one inside a text would have no value.
  if (query?.marks.length !== given.length) return null;
  const values: unknown[] = [];
  const places: string[] = [];
  for (let nth = 0; nth < given.length; nth += 1) {
    const { isPage, isCast, list } = query.marks[nth]!;
    const items = list && given.slice(nth, nth + list.length);
    if (items?.every(isInteger)) {
      places.push(`${ARRAY}${values.push(padded(items))}::int[])`);
      nth += list!.length - 1;
      continue;
    }
    const value = given[nth];
    const cast = castOf(value);
    if (value === null) places.push('null');
    else if (cast === null) return null;
    else if (isPage && isInteger(value)) places.push(String(value));
    else places.push(`$${values.push(value instanceof Date ? value.toISOString() : value)}${isCast ? '' : cast}`);
  }
  return { text: textOf(query, places), values };
}
