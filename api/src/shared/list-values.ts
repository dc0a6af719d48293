import type { FilterQuery } from '@mikro-orm/core';
import type { Context } from './context.ts';
import { sqlOf, type ListColumn, type ListFilter } from './list-conditions.ts';
import { refusedCondition } from './list-refusals.ts';
import { CONDITIONS } from './list.rules.ts';
import { plainText } from './text.rules.ts';

/** A value of a column, and the text as which the list shows it to the viewer. */
export interface ShownValue {
  value: string;
  text: string;
}

/** Reads the few values that a column has in the rows of a list, or of a part of it (`within`). */
export type ValuesOf = (ctx: Context, within: FilterQuery<object> | undefined) => Promise<readonly ShownValue[]>;

/** Values that may stand in the text of a statement. */
const PLAIN = /^[\w ./{}-]{1,200}$/;

/**
 * Returns the rows that have one of these values. The values stand in the text: the database knows from its statistics how
 * many rows each one has, and reads the few of a rare one from an index.
 */
export const amongValues = (column: string, values: readonly string[]): unknown => {
  const plain = values.filter((value) => PLAIN.test(value));
  return sqlOf((row) =>
    plain.length > 0 ? `${row}.${column} in (${plain.map((value) => `'${value}'`).join()})` : 'false',
  );
};

/** Whether a value contains the text of a search or a filter, in search form. */
export const containsText = (value: string, text: string): boolean => plainText(value).includes(plainText(text));

const MEETS: Record<(typeof CONDITIONS)['text'][number], (value: string, text: string) => boolean> = {
  contain: containsText,
  not_contain: (value, text) => !containsText(value, text),
  equal: (value, text) => plainText(value) === plainText(text.trim()),
  not_equal: (value, text) => plainText(value) !== plainText(text.trim()),
  start_with: (value, text) => plainText(value).startsWith(plainText(text)),
  end_with: (value, text) => plainText(value).endsWith(plainText(text)),
  is_null: () => false,
  is_not_null: () => true,
};

/** Returns a filter by a text that has few values: those whose text meets it are read first. */
export async function filteredByValue(
  ctx: Context,
  { values }: ListColumn,
  filter: ListFilter,
  within: FilterQuery<object> | undefined,
): Promise<unknown> {
  if (!Object.hasOwn(MEETS, filter.condition)) throw refusedCondition(filter, CONDITIONS.text);
  const meets = MEETS[filter.condition as keyof typeof MEETS];
  const sought = (filter.value ?? '').slice(0, 255);
  const found = (await values!.read(ctx, within)).filter(({ text }) => meets(text, sought) !== Boolean(filter.isNot));
  return amongValues(
    values!.column,
    found.map((one) => one.value),
  );
}
