import type { SettingsHistoryQuery } from '../../gql/graphql.ts';
import { plainText } from '../../lib/plainText.ts';

type Node = NonNullable<SettingsHistoryQuery['node']>;
export type SettingsHistory = Extract<Node, { __typename: 'DeviceHistory' }>['settingsHistory'];
export type HistoryRow = SettingsHistory['rows'][number];
export type HistoryColumn = SettingsHistory['labels'][number];

/** What is looked for: settings by a part of their label, and only where something changed. */
export interface HistoryFilter {
  search: string;
  onlyChanges: boolean;
}

/**
 * The rows and columns to show. 'Changed only' leaves the settings that changed at least once, and of the rows those in
 * which one of the shown settings changed. The search is about columns, whatever the case and the accents.
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
