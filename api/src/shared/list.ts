import type { EntityClass, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput } from './errors.ts';
import type { MessageKey, MessageValues } from './messages.ts';

/** The documented conditions of table filters. */
export const CONDITIONS = {
  text: ['contain', 'not_contain', 'equal', 'not_equal', 'start_with', 'end_with', 'is_null', 'is_not_null'],
  number: ['equal', 'not_equal', 'greater_than', 'greater_than_equal', 'less_than', 'less_than_equal', 'is_null', 'is_not_null'],
  date: ['equal', 'not_equal', 'greater_than', 'less_than', 'is_null', 'is_not_null'],
  boolean: ['equal', 'is_null', 'is_not_null'],
} as const;

export interface ListColumn {
  /** Property path of the entity: `lastName`, `provider.name`. */
  property: string;
  type: keyof typeof CONDITIONS;
  /** Not every column may be sorted by: only those that an index serves or that stay small. */
  sortable?: boolean;
}

/** What a table may be sorted, filtered and searched by: nothing outside this list reaches the database. */
export interface ListDefinition<T extends object> {
  entity: EntityClass<T>;
  /** Documented column name (snake_case, as in REST) to property. */
  columns: Record<string, ListColumn>;
  /** Property that holds lower-case text to search in. */
  search: (text: string) => FilterQuery<T>;
  /** Name of the column that orders the list when nobody says. */
  defaultOrder: string;
  populate?: string[];
  maxPage: number;
}

export interface ListFilter {
  field: string;
  condition: string;
  value?: string | null;
}

export interface ListQuery {
  search?: string | null;
  orderBy?: string | null;
  orderDir?: 'ASC' | 'DESC' | null;
  filters?: ListFilter[] | null;
}

const refuse = (field: string, message: MessageKey, values?: MessageValues) => new InvalidInput([{ field, code: message, message, values }]);

/** `%`, `_` and `\` are letters to the person who searches. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function nested(path: string, value: unknown): Record<string, unknown> {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>;
}

function typed(column: ListColumn, text: string): string | number | boolean {
  const bad = refuse('filters', 'list.filter');
  switch (column.type) {
    case 'number':
      if (!/^-?\d{1,9}(\.\d{1,4})?$/.test(text)) throw bad;
      return Number(text);
    case 'date':
      if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) throw bad;
      return text;
    case 'boolean':
      if (!/^(1|0|true|false)$/i.test(text)) throw bad;
      return text === '1' || text.toLowerCase() === 'true';
    case 'text':
      return text.slice(0, 255).replaceAll('\0', '');
  }
}

function operator(column: ListColumn, { condition, value }: ListFilter): unknown {
  if (!(CONDITIONS[column.type] as readonly string[]).includes(condition)) throw refuse('filters', 'list.filter');
  if (condition === 'is_null') return null;
  if (condition === 'is_not_null') return { $ne: null };
  const operand = typed(column, value ?? '');
  const like = escapeLike(String(operand));
  switch (condition) {
    case 'contain': return { $ilike: `%${like}%` };
    case 'not_contain': return { $not: { $ilike: `%${like}%` } };
    case 'start_with': return { $ilike: `${like}%` };
    case 'end_with': return { $ilike: `%${like}` };
    case 'not_equal': return { $ne: operand };
    case 'greater_than': return { $gt: operand };
    case 'greater_than_equal': return { $gte: operand };
    case 'less_than': return { $lt: operand };
    case 'less_than_equal': return { $lte: operand };
    default: return { $eq: operand };
  }
}

/** The rows that match search and filters. Unknown columns and conditions are refused, never passed on. */
export function whereOf<T extends object>(definition: ListDefinition<T>, query: ListQuery): FilterQuery<T> {
  const conditions: unknown[] = (query.filters ?? []).map((filter) => {
    const column = Object.hasOwn(definition.columns, filter.field) ? definition.columns[filter.field] : undefined;
    if (!column) throw refuse('filters', 'list.filter');
    return nested(column.property, operator(column, filter));
  });
  const search = query.search?.trim().slice(0, 255).replaceAll('\0', '');
  if (search) conditions.push(definition.search(search));
  return (conditions.length > 0 ? { $and: conditions } : {}) as FilterQuery<T>;
}

/** The order asked for, with the id last so that every row has one place. */
export function orderOf<T extends object>(definition: ListDefinition<T>, query: ListQuery): QueryOrderMap<T>[] {
  const name = query.orderBy || definition.defaultOrder;
  const column = Object.hasOwn(definition.columns, name) ? definition.columns[name] : undefined;
  if (!column?.sortable) throw refuse('orderBy', 'list.order_by');
  const direction = query.orderDir ?? 'ASC';
  const order = [nested(column.property, direction)];
  if (column.property !== 'id') order.push({ id: direction });
  return order as QueryOrderMap<T>[];
}

/** Rows `offset` to `offset + limit`, in order. */
export function readPage<T extends object>(em: EntityManager, definition: ListDefinition<T>, query: ListQuery, limit: number, offset: number): Promise<T[]> {
  return em.find(definition.entity, whereOf(definition, query) as never, {
    orderBy: orderOf(definition, query), limit, offset, populate: (definition.populate ?? []) as never,
  }) as Promise<T[]>;
}

/** How many rows match, and how many there are without search and filters. */
export async function countRows<T extends object>(em: EntityManager, definition: ListDefinition<T>, query: ListQuery): Promise<{ matching: number; all: number }> {
  const narrowed = Boolean(query.search?.trim()) || (query.filters ?? []).length > 0;
  const matching = await em.count(definition.entity, whereOf(definition, query) as never);
  return { matching, all: narrowed ? await em.count(definition.entity) : matching };
}
