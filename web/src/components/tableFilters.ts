import { columnRule, CONDITIONS, type Condition, type FilterTypes, type NamedColumn } from '#rules/shared/list';
import type { TableFilter } from './useTableState.ts';

/** A field that a list can be filtered by, as the list's rules name it (`*.list.rules.ts`). */
export interface FilterField {
  field: string;
  label: string;
  type: NamedColumn['type'];
  /** Its name in GraphQL, if its rules state one. */
  name?: string;
  /** The names of its values in GraphQL, if its rules state them. */
  names?: NamedColumn['names'];
  /** The values of a `choice`, with labels. */
  choices?: readonly { value: string; label: string }[];
  /** Returns the text of a filter, for a field whose filters mean something else than their condition. */
  text?: (condition: string, value: string) => string | undefined;
  /** A phone number: opens the numeric keyboard of a phone and limits the length. */
  phone?: boolean;
}

/** The conditions of a field. A boolean has All, True or False instead of a condition. */
export const conditionsOf = ({ type }: FilterField): readonly Condition[] => CONDITIONS[type];

/** Null conditions have no value. */
export const needsValue = (condition: string): boolean => condition !== 'is_null' && condition !== 'is_not_null';

/** Returns the fields of a list with their labels: exactly those in its rules. */
export function filterFields<F extends FilterTypes>(
  types: F,
  fields: { [K in keyof F]: string | Omit<FilterField, 'field' | 'type' | 'name' | 'names'> },
): FilterField[] {
  return Object.entries(types).map(([field, rule]) => {
    const shown = fields[field]!;
    const { type, field: name, names } = columnRule(rule);
    return { field, type, name, names, ...(typeof shown === 'string' ? { label: shown } : shown) };
  });
}

const same = (a: TableFilter, b: TableFilter) => a.field === b.field && a.condition === b.condition;

/** Returns the filters with one added; it replaces one with the same field and condition. */
export function withFilter(filters: readonly TableFilter[], filter: TableFilter): TableFilter[] {
  const at = filters.findIndex((one) => same(one, filter));
  return at < 0 ? [...filters, filter] : filters.map((one, n) => (n === at ? filter : one));
}

/** A filter while it is entered; an empty condition is the first one of the field. */
export interface FilterDraft {
  field: string;
  condition: string;
  value: string;
}

/** Returns the field and the condition of a draft. */
export function draftedIn(fields: readonly FilterField[], draft: FilterDraft): [FilterField, Condition] {
  const field = fields.find((one) => one.field === draft.field) ?? fields[0]!;
  const conditions = conditionsOf(field);
  return [field, conditions.find((name) => name === draft.condition) ?? conditions[0]!];
}

/** Returns the filters with the drafted one; null while its value is missing. "All" of a boolean means no filter. */
export function withDraft(
  filters: readonly TableFilter[],
  fields: readonly FilterField[],
  draft: FilterDraft,
): TableFilter[] | null {
  const [{ field, type }, condition] = draftedIn(fields, draft);
  const value = needsValue(condition) ? draft.value.trim() : '';
  const filter = { field, condition, value };
  if (type === 'boolean' && draft.value === '') return withoutFilter(filters, filter);
  return needsValue(condition) && value === '' ? null : withFilter(filters, filter);
}

/** Returns the filters without this one. */
export const withoutFilter = (filters: readonly TableFilter[], filter: TableFilter): TableFilter[] =>
  filters.filter((one) => !same(one, filter));
