import type { FilterQuery } from '@mikro-orm/core';
import type { Context } from './context.ts';
import { refusalOf, sqlOf, type ListColumn, type ListFilter } from './list.conditions.ts';
import type { CONDITIONS } from './list.rules.ts';

/** Reads the few values that a column has in the rows of a list, or of a part of it (`within`). */
export type ValuesOf = (ctx: Context, within: FilterQuery<object> | undefined) => Promise<readonly string[]>;

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

/** Whether a value meets the text of a search or a filter, as `ilike` compares them. */
export const containsText = (value: string, text: string): boolean => value.toLowerCase().includes(text.toLowerCase());

const MEETS: Record<(typeof CONDITIONS)['text'][number], (value: string, text: string) => boolean> = {
  contain: containsText,
  not_contain: (value, text) => !containsText(value, text),
  equal: (value, text) => value === text,
  not_equal: (value, text) => value !== text,
  start_with: (value, text) => value.toLowerCase().startsWith(text.toLowerCase()),
  end_with: (value, text) => value.toLowerCase().endsWith(text.toLowerCase()),
  is_null: () => false,
  is_not_null: () => true,
};

/** Returns a filter by a text that has few values: the values that meet it are read first. */
export async function filteredByValue(
  ctx: Context,
  { values }: ListColumn,
  { condition, value }: ListFilter,
  within: FilterQuery<object> | undefined,
): Promise<unknown> {
  if (!Object.hasOwn(MEETS, condition)) throw refusalOf('filters', 'list.filter');
  const meets = MEETS[condition as keyof typeof MEETS];
  const text = (value ?? '').slice(0, 255);
  return amongValues(
    values!.column,
    (await values!.read(ctx, within)).filter((one) => meets(one, text)),
  );
}
