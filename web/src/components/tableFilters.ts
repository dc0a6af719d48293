import { CONDITIONS, type ColumnType } from '#rules/shared/list';
import type { TableFilter } from './useTableState.ts';

/** One thing that a list may be filtered by, as the list's own rules name it (`*.list.rules.ts`). */
export interface FilterField {
  field: string;
  label: string;
  type: ColumnType;
  /** The values of a `choice`, named. */
  choices?: readonly { value: string; label: string }[];
  /** A phone number: digits first on a phone's keyboard, and no longer than one. */
  phone?: boolean;
}

/** The conditions that a field may be compared by. Yes or no is All, True or False: not a condition one chooses. */
export const conditionsOf = ({ type }: FilterField): readonly string[] => CONDITIONS[type];

/** Null conditions compare with nothing. */
export const needsValue = (condition: string): boolean => condition !== 'is_null' && condition !== 'is_not_null';

/** The fields of a list with the names they have on screen: every one of its rules, no other. */
export function filterFields<F extends Record<string, ColumnType>>(
  types: F,
  fields: { [K in keyof F]: string | Omit<FilterField, 'field' | 'type'> },
): FilterField[] {
  return Object.entries(types).map(([field, type]) => {
    const shown = fields[field]!;
    return { field, type, ...(typeof shown === 'string' ? { label: shown } : shown) };
  });
}

const same = (a: TableFilter, b: TableFilter) => a.field === b.field && a.condition === b.condition;

/** The filters with one more; one with the same field and condition gives way to it. */
export function withFilter(filters: readonly TableFilter[], filter: TableFilter): TableFilter[] {
  const at = filters.findIndex((one) => same(one, filter));
  return at < 0 ? [...filters, filter] : filters.map((one, n) => (n === at ? filter : one));
}

/** The filters without this one. */
export const withoutFilter = (filters: readonly TableFilter[], filter: TableFilter): TableFilter[] =>
  filters.filter((one) => !same(one, filter));
