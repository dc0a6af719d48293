import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PanelFilters } from '../../components/SidePanel.tsx';
import type { TableFilter } from '../../components/useTableState.ts';
import type { UserScope } from '../../gql/schema.ts';
import { remember, remembered } from '../../lib/storage.ts';

/** The key of the documents (document 001, section 7). The values are states and dates, never data of a person. */
const KEY = 'appliedFilters';

/** The filters of the panel by their documented names; dates as YYYY-MM-DD. */
export type UserPanelFilters = Record<'active' | 'user_type' | 'vent_access' | 'start' | 'end', string | null> &
  PanelFilters;

const NONE: UserPanelFilters = { active: null, user_type: null, vent_access: null, start: null, end: null };
const NAMES = Object.keys(NONE) as (keyof typeof NONE)[];

/** Whether the last day of creation is before the first: no user has such a day. */
export const isReversed = ({ start, end }: Pick<UserPanelFilters, 'start' | 'end'>): boolean =>
  Boolean(start && end && end < start);

/** Returns the filters that a later visit begins with: without days that no user can have. */
const worthKeeping = (panel: UserPanelFilters): UserPanelFilters =>
  isReversed(panel) ? { ...panel, start: null, end: null } : panel;

const moved = (date: string, days: number) => {
  const time = Date.parse(date);
  return Number.isNaN(time) ? '' : new Date(time + days * 86_400_000).toISOString().slice(0, 10);
};

/** Each filter of the panel as the API takes it: the list filters by days before and after, the panel names the range. */
const AS_FILTER: Record<string, { field: string; condition: string; days: number }> = {
  active: { field: 'active', condition: 'equal', days: 0 },
  user_type: { field: 'user_type', condition: 'equal', days: 0 },
  vent_access: { field: 'vent_access', condition: 'equal', days: 0 },
  start: { field: 'created', condition: 'greater_than', days: -1 },
  end: { field: 'created', condition: 'less_than', days: 1 },
};

const isOf = (name: string, { field, condition }: TableFilter) =>
  AS_FILTER[name]!.field === field && AS_FILTER[name]!.condition === condition;

/** Returns the filters of the panel among those of a table. */
export function panelOf(filters: readonly TableFilter[]): UserPanelFilters {
  const panel: Record<string, string | null> = { ...NONE };
  for (const name of NAMES) {
    const value = filters.find((filter) => isOf(name, filter))?.value;
    const { days } = AS_FILTER[name]!;
    panel[name] = value ? (days === 0 ? value : moved(value, -days)) : null;
  }
  return panel as UserPanelFilters;
}

/** Returns the filters of a table with those of the panel replaced. */
export function withPanel(filters: readonly TableFilter[], panel: UserPanelFilters): TableFilter[] {
  const others = filters.filter((filter) => !NAMES.some((name) => isOf(name, filter)));
  const own = NAMES.flatMap((name): TableFilter[] => {
    const { field, condition, days } = AS_FILTER[name]!;
    const value = panel[name];
    return value ? [{ field, condition, value: days === 0 ? value : moved(value, days) }] : [];
  });
  return [...others, ...own];
}

/** The stored filters; anything else that the browser has under the key counts as none. */
function stored(): UserPanelFilters {
  const kept: unknown = remembered(KEY, null);
  if (typeof kept !== 'object' || kept === null) return NONE;
  const entries = NAMES.map((name) => [name, (kept as Record<string, unknown>)[name]] as [string, unknown]);
  const texts = entries.filter((entry): entry is [keyof typeof NONE, string] => typeof entry[1] === 'string');
  return worthKeeping({ ...NONE, ...Object.fromEntries(texts) });
}

/** The list that the page shows: of all users, of those of locations, or of those of groups (document 001, section 2). */
export function useUserScope(): UserScope {
  const [parameters] = useSearchParams();
  const { user_type: type } = panelOf(filtersOf(parameters));
  return type === 'Location' || type === 'Group' ? (type.toUpperCase() as Uppercase<typeof type>) : 'ALL';
}

const FILTER = /^f\[(\w+)\]$/;
const filtersOf = (parameters: URLSearchParams): TableFilter[] =>
  [...parameters].flatMap(([key, text]) => {
    const field = FILTER.exec(key)?.[1];
    const [condition = '', ...value] = text.split(':');
    return field ? [{ field, condition, value: value.join(':') }] : [];
  });

/**
 * Keeps the filters of the panel in the browser, as the documents say, and returns whether the address has those that
 * were kept: a visit without filters begins with them. An address with filters, such as that of a card, stays as it is.
 */
export function useAppliedFilters(): boolean {
  const [parameters, setParameters] = useSearchParams();
  const filters = filtersOf(parameters);
  const [restored] = useState(() => (filters.length > 0 ? [] : withPanel([], stored())));
  const [isBegun, begin] = useState(restored.length === 0);
  if (!isBegun && filters.length > 0) begin(true);
  const isReady = isBegun || filters.length > 0;
  const applied = JSON.stringify(worthKeeping(panelOf(filters)));

  useEffect(() => {
    if (isReady) {
      remember(KEY, JSON.parse(applied));
      return;
    }
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        for (const { field, condition, value } of restored) next.append(`f[${field}]`, `${condition}:${value}`);
        return next;
      },
      { replace: true },
    );
  }, [isReady, applied, restored, setParameters]);
  return isReady;
}
