import { findHistory } from '../device-history/device-history.service.ts';
import { csvLines } from '../rest/csv.ts';
import { authorizeExport, exportFile, wantsFile } from '../rest/export.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import type { MessageKey } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { currentSettingsOf, pendingSettingsOf } from './device-settings.service.ts';
import { settingNamesOf, wholeHistory, type HistoryRow } from './settings-history.service.ts';
import { historyLabels } from './settings-history.view.ts';
import type { SettingName } from './settings-catalog.rules.ts';
import {
  readsAsEdit,
  shownSettings,
  sourceDisplayOf,
  statusLabelOf,
  recordStatusOf,
  titleOf,
} from './settings-record.texts.ts';
import type { SettingsRecord } from './settings-record.entity.ts';

type Batch = (ctx: Context, historyIds: readonly number[]) => Promise<(SettingsRecord | null)[]>;

/** The documented "Settings record". */
function toRest(record: SettingsRecord, { locale }: Context) {
  return {
    title: titleOf(record, locale),
    status: recordStatusOf(record),
    is_edit: readsAsEdit(record),
    submitted_by: record.submittedBy,
    submitted_at: record.submittedAt,
    collected: record.collected,
    source_display: sourceDisplayOf(record, locale),
    therapy: shownSettings(record.values, 'therapy', locale),
    comfort: shownSettings(record.values, 'comfort', locale),
    alerts: shownSettings(record.values, 'alerts', locale),
  };
}

const findDevice = (ctx: Context, { params }: RestRequest) =>
  findHistory(ctx, rowId('Patient', params.patient!), rowId('DeviceHistory', params.history!));

const answer =
  (settingsOf: Batch) =>
  async (ctx: Context, request: RestRequest): Promise<Reply> => {
    const record = await ctx.loader(settingsOf).load((await findDevice(ctx, request)).id);
    return { body: { data: record ? toRest(record, ctx) : {} } };
  };

async function settingsHistory(ctx: Context, request: RestRequest): Promise<Reply> {
  if (wantsFile(request)) authorizeExport(ctx, request);
  const { id } = await findDevice(ctx, request);
  const rows = await wholeHistory(ctx, id);
  const names = await ctx.loader(settingNamesOf).load(id);
  if (wantsFile(request)) return historyFile(ctx, request, rows, names);
  const labels = historyLabels(names, ctx.locale);
  return {
    body: {
      data: rows.map(({ record, diffFromPrevious }) => ({ id: record.id, ...toRest(record, ctx), diffFromPrevious })),
      labels,
    },
  };
}

/** The rows of the modal as a file: one column per setting, titles in the viewer's language. */
function historyFile(
  ctx: Context,
  request: RestRequest,
  rows: readonly HistoryRow[],
  names: readonly SettingName[],
): Promise<Reply> {
  const titles: MessageKey[] = [
    'settings.csv.collected',
    'settings.csv.source_status',
    'settings.csv.submitted_by',
    'settings.csv.submitted_at',
    ...names.map((name) => `settings.label.${name}` as const),
  ];
  const cells = ({ record }: HistoryRow) => {
    const values = new Map<string, unknown>(
      shownSettings(record.values, 'all', ctx.locale).map(({ name, value }) => [name, value]),
    );
    const status =
      [sourceDisplayOf(record, ctx.locale), statusLabelOf(record, ctx.locale)].filter(Boolean).join(' ') ||
      titleOf(record, ctx.locale);
    return [record.collected, status, record.submittedBy, record.submittedAt, ...names.map((name) => values.get(name))];
  };
  return exportFile(ctx, request, { titles, pieces: [csvLines(rows.map(cells))], rows: rows.length });
}

export const deviceSettingsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/patients/{patient}/devices/{history}/current_settings',
    handler: answer(currentSettingsOf),
  },
  {
    method: 'GET',
    path: '/api/patients/{patient}/devices/{history}/pending_settings',
    handler: answer(pendingSettingsOf),
  },
  { method: 'GET', path: '/api/patients/{patient}/devices/{history}/settings_history', handler: settingsHistory },
];
