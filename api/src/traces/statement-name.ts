import { withoutValues } from '../db/slow.ts';
import { cached } from '../shared/cached.ts';

const VERBS =
  /^(?:select|insert|update|delete|merge|with|copy|begin|commit|rollback|savepoint|release|lock|set|do|declare|fetch|close|listen)\b/i;
/** A table, or a function that is read as one. What follows `extract(epoch from` or `for update` is none. */
const TABLES =
  /\b(?:(?<!distinct |extract\([\w?]+ )from|join|into|(?<!for |do )update)\s+(?:only |lateral )?(?:"?\w+"?\.)?"?([a-z_]\w*)"?/g;
/** A function that is called alone. */
const CALLED = /^select (?:\w+\.)?([a-z_]\w*)\(/;
const MOST_TABLES = 4;
/** Texts whose names are kept: those with values do not come again. */
const KEPT = 2000;
const LONGEST_KEPT = 10_000;

function nameOf(text: string): string {
  const statement = withoutValues(text);
  const verb = VERBS.exec(statement)?.[0].toLowerCase() ?? 'statement';
  const tables = new Set([...statement.matchAll(TABLES)].map(([, table]) => table!));
  const called = tables.size === 0 ? CALLED.exec(statement)?.[1] : undefined;
  return [verb, called ?? [...tables].slice(0, MOST_TABLES).join(', ')].filter(Boolean).join(' ');
}

const known = cached(KEPT, nameOf);

/** Returns the kind of a statement with its first tables, such as `select patients, locations`: no value, and no text. */
export const statementName = (text: string): string => (text.length > LONGEST_KEPT ? nameOf(text) : known(text));
