import { InvalidInput } from './errors.ts';
import type { ListColumn, ListFilter } from './list-conditions.ts';
import { graphqlChoice, type ColumnType } from './list.rules.ts';
import type { MessageKey, MessageValues } from './messages.ts';

/** Returns the error of a request that the list refuses, at the argument that causes it. */
export const refusalOf = (field: string, message: MessageKey, values?: MessageValues) =>
  new InvalidInput([{ field, code: message, message, values }]);

/** Returns the refusal of an order by a column that is none of those. */
export const refusedOrder = (columns: readonly string[]) =>
  refusalOf('orderBy', 'list.order_by', { columns: columns.join(', ') });

/** A client may send any text as the name of a column. */
const shownName = (name: string) => (/^\w{1,60}$/.test(name) ? name : '?');

/** One code for every filter that a table does not have: the message says what it takes instead. */
const refused = ({ path = 'filters', field }: ListFilter, message: MessageKey, values: MessageValues = {}) =>
  new InvalidInput([{ field: path, code: 'list.filter', message, values: { column: shownName(field), ...values } }]);

/** Returns the refusal of a filter by a column that the list does not have. */
export const refusedColumn = (filter: ListFilter, columns: readonly string[]) =>
  refused(filter, 'list.filter_column', { columns: columns.join(', ') });

/** Returns the refusal of a condition that the type of the column does not have. */
export const refusedCondition = (filter: ListFilter, conditions: readonly string[]) =>
  refused(filter, 'list.filter_condition', { conditions: conditions.join(', ') });

const TAKES: Record<Exclude<ColumnType, 'choice'>, MessageKey> = {
  text: 'list.filter',
  integer: 'list.filter_integer',
  date: 'list.filter_date',
  boolean: 'list.filter_boolean',
};

/** Returns the refusal of a value that the column cannot have. GraphQL has choices as the names of an enum. */
export function refusedValue(filter: ListFilter, column: Pick<ListColumn, 'type' | 'choices' | 'names'>) {
  if (column.type !== 'choice') return refused(filter, TAKES[column.type]);
  const named = (column.choices ?? []).map((choice) => (filter.path ? graphqlChoice(choice, column.names) : choice));
  return refused(filter, 'list.filter_choice', { choices: named.join(', ') });
}
