import type { Context } from '../shared/context.ts';
import { rowId, toGlobalId } from '../shared/node.ts';
import { diffFromPrevious } from './settings-history-diff.ts';
import { SETTINGS, type SettingName } from './settings-catalog.rules.ts';
import { SettingsRecord } from './settings-record.entity.ts';

/** Rows of one page of the history. */
const DEFAULT_ROWS = 100;
const MAX_ROWS = 200;
/** Rows of the whole history in REST and CSV: three years of daily collections and as many changes. */
const ALL_ROWS = 5000;

/** One row of the history of a device. */
export interface HistoryRecord {
  record: SettingsRecord;
  /** Names of the settings that differ from the next older row. */
  diffFromPrevious: string[];
}

export interface HistoryPage {
  rows: HistoryRecord[];
  hasMore: boolean;
}

/** A page of one history: the `first` newest rows, or those older than the record `after`. */
export interface HistoryQuery {
  historyId: number;
  first: number;
  after: number | null;
}

// The time of the device's last report, else of submission.
const TIME = 'coalesce(collected_at, submitted_at, created_at)';

/** Returns pages of the histories of many devices, in the order of the keys and in one statement. For `ctx.loader`. */
export async function settingsHistories({ em }: Context, queries: readonly HistoryQuery[]): Promise<HistoryPage[]> {
  const rows = await em.execute<(Record<string, unknown> & { page: number })[]>(
    `select r.*, k.page from (values ${queries.map((_query, page) => `(${page}, ?::int, ?::int, ?::int)`).join(', ')}) as k (page, history, wanted, after)
      cross join lateral (
        select * from settings_records s
         where s.history_id = k.history
           and (k.after is null or (${TIME}, s.id) < (select ${TIME.replaceAll(/(\w+_at)/g, 'a.$1')}, a.id from settings_records a where a.id = k.after and a.history_id = k.history))
         order by ${TIME} desc, s.id desc limit k.wanted
      ) r
      order by k.page, ${TIME.replaceAll(/(\w+_at)/g, 'r.$1')} desc, r.id desc`,
    // One more than requested, to compare with the last row of the page.
    queries.flatMap(({ historyId, first, after }) => [historyId, first + 1, after]),
  );
  const pages = Map.groupBy(rows, ({ page }) => page);
  return queries.map(({ first }, page) => {
    const records = (pages.get(page) ?? []).map((row) => em.map(SettingsRecord, row));
    return {
      rows: records.slice(0, first).map((record, index) => ({
        record,
        diffFromPrevious: diffFromPrevious(record.values, records[index + 1]?.values),
      })),
      hasMore: records.length > first,
    };
  });
}

/**
 * Returns the names of the settings in the whole history of each device, in the order of the catalog. For `ctx.loader`.
 */
export async function settingNamesOf({ em }: Context, historyIds: readonly number[]): Promise<SettingName[][]> {
  const rows = await em.execute<{ history_id: number; names: string[] }[]>(
    `select history_id, array_agg(distinct name) as names from settings_records, jsonb_object_keys("values") as name
      where history_id in (${historyIds.map(() => '?').join(', ')}) group by history_id`,
    [...historyIds],
  );
  const found = new Map(rows.map(({ history_id: history, names }) => [history, new Set(names)]));
  return historyIds.map((id) => SETTINGS.filter(({ name }) => found.get(id)?.has(name)).map(({ name }) => name));
}

/**
 * Returns a page of the history of one device. `after` is the id of the previous page's last row; throws NotFound when
 * it is invalid.
 */
export function pageOfHistory(
  ctx: Context,
  historyId: number,
  first: number | undefined,
  after: string | undefined,
): Promise<HistoryPage> {
  const wanted = Math.min(Math.max(first ?? DEFAULT_ROWS, 1), MAX_ROWS);
  return ctx
    .loader(settingsHistories)
    .load({ historyId, first: wanted, after: after === undefined ? null : rowId('SettingsRecord', after) });
}

/** Returns the whole history of one device, newest first, up to its newest 5000 rows. */
export async function wholeHistory(ctx: Context, historyId: number): Promise<HistoryRecord[]> {
  return (await ctx.loader(settingsHistories).load({ historyId, first: ALL_ROWS, after: null })).rows;
}

/** Returns the GraphQL id of a row. */
export const rowIdOf = ({ record }: HistoryRecord): string => toGlobalId('SettingsRecord', record.id);
