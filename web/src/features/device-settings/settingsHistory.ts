import { plainText } from '#rules/shared/text';
import type { SettingsHistoryQuery } from './gql/SettingsHistoryDialog.ts';

type Node = NonNullable<SettingsHistoryQuery['node']>;
export type SettingsHistory = Extract<Node, { __typename: 'DeviceHistory' }>['settingsHistory'];
export type HistoryRow = SettingsHistory['rows'][number];
export type HistoryColumn = SettingsHistory['labels'][number];

/** The search: part of a setting's label, and whether to show changes only. */
export interface HistoryFilter {
  search: string;
  onlyChanges: boolean;
}

/**
 * Returns the rows and columns to show. 'Changed only' keeps the settings that changed at least once, and the rows in
 * which a shown setting changed. The search matches columns and ignores case and accents.
 */
export function filterHistory(
  { labels, rows }: Pick<SettingsHistory, 'labels' | 'rows'>,
  { search, onlyChanges }: HistoryFilter,
) {
  const wanted = plainText(search.trim());
  const found = labels.filter(({ label }) => plainText(label).includes(wanted));
  if (!onlyChanges) return { columns: found, rows };
  const changed = new Set(rows.flatMap(({ diffFromPrevious }) => diffFromPrevious));
  const columns = found.filter(({ name }) => changed.has(name));
  const shown = new Set(columns.map(({ name }) => name));
  return { columns, rows: rows.filter(({ diffFromPrevious }) => diffFromPrevious.some((name) => shown.has(name))) };
}

/** Returns the loaded history with its newest rows as they are now; the older rows and the end remain. */
export function withNewestChanges(loaded: SettingsHistory, newest: SettingsHistory): SettingsHistory {
  const last = newest.rows.at(-1)?.id;
  const at = loaded.rows.findIndex(({ id }) => id === last);
  const older = at === -1 ? [] : loaded.rows.slice(at + 1);
  return older.length === 0 ? newest : { ...newest, hasMore: loaded.hasMore, rows: [...newest.rows, ...older] };
}
