import type { ListColumn } from '../src/shared/list-conditions.ts';
import { graphqlChoice, graphqlName, orderName } from '../src/shared/list.rules.ts';

/** A documented filter, as REST has it. */
export interface Documented {
  field: string;
  condition: string;
  value: string;
}

/** A choice by its documented value, or by the name of its enum. */
type ChoiceOf = (value: string, names?: ListColumn['names']) => string;

/** A choice as the resolver of a list gets it, whose enum has the documented values. */
export const asResolved: ChoiceOf = (value, names) => names?.[value] ?? value;

function valueOf({ type, names }: ListColumn, value: string, choiceOf: ChoiceOf): unknown {
  if (type === 'integer') return Number(value);
  if (type === 'boolean') return value === 'true';
  return type === 'choice' ? choiceOf(value, names) : value;
}

/** Returns documented filters of a list, of which a row must match all, as GraphQL takes them. */
export const whereOf = (
  columns: Record<string, ListColumn>,
  filters: readonly Documented[],
  choiceOf: ChoiceOf = graphqlChoice,
) => ({
  and: filters.map(({ field, condition, value }) => {
    const column = columns[field]!;
    const isEmpty = condition === 'is_null' || condition === 'is_not_null';
    const compared = isEmpty
      ? { isNull: condition === 'is_null' }
      : { [graphqlName(condition)]: valueOf(column, value, choiceOf) };
    return { [graphqlName(field, column.field)]: compared };
  }),
});

/** Returns a documented order as GraphQL takes it. */
export const orderByOf = (column: string, direction: 'ASC' | 'DESC') => ({ field: orderName(column), direction });

/** Returns a value as it is written in a document. A text in capitals is the name of an enum. */
export function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(' ')}]`;
  if (typeof value === 'string' && /^[A-Z_]{2,}$/.test(value)) return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${literalOf(one)}`)
    .join(' ')} }`;
}
