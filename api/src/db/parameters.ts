const INTEGER = 2 ** 31;
const LIST = / in \((\?(?:, \?)*)\)/g;

/** Returns the SQL type that the value has when it is part of the text; null when it stays in the text. */
function castOf(value: unknown): string | null {
  if (typeof value === 'string') return '';
  if (typeof value === 'boolean') return '::boolean';
  if (Buffer.isBuffer(value)) return '::bytea';
  if (typeof value !== 'number' || !Number.isInteger(value)) return null;
  return Math.abs(value) < INTEGER ? '::int' : null;
}

const isInteger = (value: unknown) => castOf(value) === '::int';

/** Lists of integers become one array each, so that lists of different lengths are one statement. */
function withArrays(sql: string, values: readonly unknown[]): { sql: string; values: unknown[] } {
  const kept: unknown[] = [];
  let [nth, end, text] = [0, 0, ''];
  for (const match of sql.matchAll(LIST)) {
    const before = sql.slice(end, match.index);
    const skipped = before.split('?').length - 1;
    kept.push(...values.slice(nth, nth + skipped));
    nth += skipped;
    const list = values.slice(nth, nth + match[1]!.split('?').length - 1);
    nth += list.length;
    end = match.index + match[0].length;
    const isArray = !before.endsWith(' not') && list.every(isInteger);
    text += before + (isArray ? ' = any(?::int[])' : match[0]);
    kept.push(...(isArray ? [list] : list));
  }
  return { sql: text + sql.slice(end), values: [...kept, ...values.slice(nth)] };
}

/**
 * Returns a query whose `?` became `$1`, `$2` … with the types that the values have when they are part of the text, so
 * that its text is the same for other values. Limits and offsets stay in the text: the planner would assume a tenth of
 * the table. Returns null when the query is better planned for its values (a pattern search), is not a query, or holds a
 * value or a text that this rule does not know.
 */
export function parameterized(written: string, given: readonly unknown[]): { text: string; values: unknown[] } | null {
  const sql = written.trimStart();
  if (!/^(select|with)\s/i.test(sql) || /[$;\\]|\?\?|\slike\s|\silike\s/i.test(sql)) return null;
  if (sql.startsWith('select set_config(')) return null; // settings are read by the connection (portal-client.ts)
  // Each mark is a parameter: one inside a text would have no value.
  if (sql.split('?').length - 1 !== given.length) return null;
  const { sql: source, values } = withArrays(sql, given);
  const kept: unknown[] = [];
  const parts = source.split('?');
  let text = parts[0]!;
  for (const [index, value] of values.entries()) {
    const rest = parts[index + 1]!;
    const cast = Array.isArray(value) ? '' : castOf(value);
    if (value === null) text += 'null';
    else if (cast === null) return null;
    else if (/\s(limit|offset)\s$/.test(text) && isInteger(value)) text += String(value);
    else text += `$${kept.push(value)}${rest.startsWith('::') ? '' : cast}`;
    text += rest;
  }
  return { text, values: kept };
}
