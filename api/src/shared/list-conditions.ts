import { raw, type EntityClass } from '@mikro-orm/core';
import { CONDITIONS, type ColumnType, type NamedColumn } from './list.rules.ts';
import { refusedCondition, refusedValue } from './list-refusals.ts';
import type { ValuesOf } from './list-values.ts';
import { escapeLike, onPlainText, reducedTo, type Code } from './list-text.ts';
import { isCalendarDate, plainText } from './text.rules.ts';

export interface ListColumn extends NamedColumn {
  /** Property path of the entity, such as `lastName` or `provider.name`. */
  property: string;
  /** What the column is, where its name is no field of the list's GraphQL type. */
  meaning?: string;
  /** A second name of another column, in REST alone. */
  isRestOnly?: true;
  /**
   * Property of the entity by which the column sorts: indexed, or a lazy formula, whose value the database computes for
   * each row. Without it the column cannot be sorted by.
   */
  sortBy?: string;
  /** False for a column that is sorted by and never filtered by. */
  isFilter?: false;
  /** The values of a `choice`. */
  choices?: readonly string[];
  /**
   * SQL of the rows of one choice, for a table's alias: an indexable condition instead of a comparison with `property`.
   */
  rowsOf?: (choice: string, alias: string) => string;
  /** SQL of the ids of these rows, from a narrower table under the same row-level security: a count reads it alone. */
  idsOf?: (choice: string) => string;
  /** SQL of the rows of all other choices, where their index finds those too. Without it, the negation of `rowsOf`. */
  rowsExcept?: (choice: string, alias: string) => string;
  /** SQL of the rows that meet a condition on a calendar date in a time zone, for a table's alias, in the same way. */
  rowsWhere?: (condition: string, date: string, alias: string, timezone: string) => string;
  /** Of a text that is no text of people, such as a serial number: what it is. Other text is compared in search form. */
  code?: Code;
  /** Property path with this column's text in search form, among others: its index finds the rows first. */
  searchedIn?: string;
  /** Property with the pairs of letters of this column's text: its index finds a text of one or two letters. */
  pairsIn?: string;
  /**
   * The small table whose `name`, or another `text`, the column shows, and the column that refers to it: names are looked up
   * before the rows. `isLarge`: any number of its rows may have such a text, and they are found within the statement, by
   * `property` of the list.
   */
  lookup?: { entity: EntityClass<object>; key: string; text?: string; isLarge?: true };
  /** Of a text that has few values in many rows, and an index: the values that meet a condition are read before the rows. */
  values?: { column: string; read: ValuesOf };
}

export interface ListFilter {
  field: string;
  condition: string;
  value?: string | null;
  /** Selects the rows that the condition leaves out. */
  isNot?: boolean;
  /** Where the request has it, for a refusal; `filters` in REST. */
  path?: string;
}

/** Filters of which a row must match all or any. */
export type FilterTree = ListFilter | { all: readonly FilterTree[] } | { any: readonly FilterTree[] };

const MAX_INTEGER = 2_147_483_647;

/** Returns the value of a filter or a cursor as the column's type, or undefined when it is invalid. */
export function valueOf(type: ColumnType, text: string): string | number | boolean | undefined {
  switch (type) {
    case 'integer':
      return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= MAX_INTEGER ? Number(text) : undefined;
    case 'date':
      return isCalendarDate(text) ? text : undefined;
    case 'boolean':
      return /^(1|0|true|false)$/i.test(text) ? text === '1' || text.toLowerCase() === 'true' : undefined;
    case 'text':
    case 'choice':
      return text.replaceAll('\0', '');
  }
}

const OPERATORS: Record<string, string> = {
  greater_than: '$gt',
  greater_than_equal: '$gte',
  less_than: '$lt',
  less_than_equal: '$lte',
};
const OPPOSITE_OPERATORS: Record<string, string> = { $gt: '$lte', $gte: '$lt', $lt: '$gte', $lte: '$gt' };

const OPPOSITES: Record<string, string> = {
  contain: 'not_contain',
  not_contain: 'contain',
  equal: 'not_equal',
  not_equal: 'equal',
  is_null: 'is_not_null',
  is_not_null: 'is_null',
};

/**
 * Returns one filter as conditions on its property. A negation also matches missing values: a patient without e-mail
 * does not contain '@'. `timezone`: of the viewer's organization.
 */
export function conditionOf(column: ListColumn, filter: ListFilter, timezone: string): unknown {
  const { property, type, choices, rowsOf, rowsExcept, rowsWhere } = column;
  const known: readonly string[] = CONDITIONS[type];
  if (!known.includes(filter.condition)) throw refusedCondition(filter, known);
  if (rowsWhere) {
    const date = dateOf(filter);
    return sqlOf((alias) => choiceOf(rowsWhere(filter.condition, date, alias, timezone), !filter.isNot));
  }
  const condition = (filter.isNot && OPPOSITES[filter.condition]) || filter.condition;
  const isNot = Boolean(filter.isNot) && condition === filter.condition;
  const on = (operand: unknown) => nested(property, operand);
  if (condition === 'is_null') return on(null);
  if (condition === 'is_not_null') return on({ $ne: null });
  const operand = valueOf(type, (filter.value ?? '').slice(0, 255));
  if (operand === undefined || (type === 'choice' && !choices?.includes(String(operand))))
    throw refusedValue(filter, column);
  if (rowsExcept && condition === 'not_equal') return sqlOf((alias) => rowsExcept(String(operand), alias));
  if (rowsOf) return sqlOf((alias) => choiceOf(rowsOf(String(operand), alias), condition === 'equal'));
  if (type === 'text') return textCondition(column, condition, String(operand), isNot);
  if (condition === 'equal') return on({ $eq: operand });
  const operator = condition === 'not_equal' ? '$ne' : OPERATORS[condition]!;
  if (operator === '$ne' || isNot) return { $or: [on(null), on({ [OPPOSITE_OPERATORS[operator] ?? '$ne']: operand })] };
  return on({ [operator]: operand });
}

/** The pattern of each condition that has one. */
const PATTERNS: Record<string, (like: string) => string> = {
  contain: (like) => `%${like}%`,
  not_contain: (like) => `%${like}%`,
  start_with: (like) => `${like}%`,
  end_with: (like) => `%${like}`,
};

/**
 * Returns a condition on a text: on its search form, so that case, accents and apostrophes do not matter, whatever the
 * collation of the database (decisions/133); on a code as it is stored.
 */
function textCondition(column: ListColumn, condition: string, text: string, isNot: boolean): unknown {
  const { property, code } = column;
  const isNegated = isNot || condition.startsWith('not_');
  const isEqual = !Object.hasOwn(PATTERNS, condition);
  const sought = code ? reducedTo(code, text) : plainText(isEqual ? text.trim() : text);
  const value = isEqual ? sought : PATTERNS[condition]!(escapeLike(sought));
  if (!code) {
    const matches = (plain: string) => `${plain} ${isEqual ? '=' : 'like'} ?`;
    if (isNegated) return onPlainText(property, (plain) => `(${matches(plain)}) is not true`, value);
    return searched(column, sought, onPlainText(property, matches, value));
  }
  const matches = nested(property, isEqual ? { $eq: value } : { $ilike: value });
  if (!isNegated) return searched(column, sought, matches);
  return { $or: [nested(property, null), isEqual ? nested(property, { $ne: value }) : { $not: matches }] };
}

/** Bare, not compared with true: only then does the planner turn its subqueries into joins. */
export const sqlOf = (condition: (alias: string) => string) => ({ [raw((alias) => `(${condition(alias)})`)]: [] });

/** `exists` and `is not null` are never null, and their plain negation is a join or an index condition too. */
const choiceOf = (sql: string, wanted: boolean) =>
  wanted ? sql : /^exists|is not null$/.test(sql) ? `not (${sql})` : `(${sql}) is not true`;

/** Returns the calendar date of a filter; empty for a condition that has none. */
function dateOf(filter: ListFilter): string {
  if (filter.condition === 'is_null' || filter.condition === 'is_not_null') return '';
  const date = valueOf('date', filter.value ?? '');
  if (date === undefined) throw refusedValue(filter, { type: 'date' });
  return String(date);
}

/** A text that matches is part of the searched text, whose index finds the few rows that can match. */
function searched({ searchedIn, pairsIn }: ListColumn, text: string, matches: unknown): unknown {
  if (pairsIn && isShort(text)) return { $and: [{ [pairsIn]: { $ilike: pairPattern(text) } }, matches] };
  return searchedIn ? { $and: [nested(searchedIn, { $ilike: `%${escapeLike(plainText(text))}%` }), matches] } : matches;
}

/** Whether a text is too short for an index of trigrams. */
export const isShort = (text: string): boolean => [...text].length <= 2;

/** Returns the pattern of one or two letters in a text that is stored as pairs of letters (`letter_pairs`). */
export const pairPattern = (text: string): string =>
  [...text].length === 2 ? `% ${escapeLike(text)} %` : `% ${escapeLike(text)}%`;

function nested(path: string, value: unknown): Record<string, unknown> {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>;
}
