import { csvPiece } from '../rest/csv.ts';
import { authorizeExport, exportFile, wantsFile } from '../rest/export.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import type { MessageKey } from '../shared/messages.ts';
import { currentSettingsOf, pendingSettingsOf } from './device-settings.service.ts';
import { settingNamesOf, wholeHistory, type HistoryRecord } from './settings-history.service.ts';
import { historyLabels } from './settings-history.view.ts';
import type { SettingName } from './settings-catalog.rules.ts';
import { settingsVersionOf } from './settings-form.service.ts';
import { shownSettings, sourceDisplayOf, statusLabelOf, titleOf } from './settings-record.texts.ts';
import { findDeviceOfPath, settingsRecordToRest } from './settings-record.wire.ts';

async function currentSettings(ctx: Context, request: RestRequest): Promise<Reply> {
  const { id } = await findDeviceOfPath(ctx, request);
  const record = await ctx.loader(currentSettingsOf).load(id);
  return { body: { data: record ? settingsRecordToRest(record, ctx) : {} } };
}

/** The last change that the device has not applied, with the version that sending it again names. */
async function pendingSettings(ctx: Context, request: RestRequest): Promise<Reply> {
  const { id } = await findDeviceOfPath(ctx, request);
  const [record, version] = await Promise.all([ctx.loader(pendingSettingsOf).load(id), settingsVersionOf(ctx, id)]);
  return { body: { data: record ? { ...settingsRecordToRest(record, ctx), version } : {} } };
}

async function settingsHistory(ctx: Context, request: RestRequest): Promise<Reply> {
  if (wantsFile(request)) authorizeExport(ctx, request);
  const { id } = await findDeviceOfPath(ctx, request);
  const rows = await wholeHistory(ctx, id);
  const names = await ctx.loader(settingNamesOf).load(id);
  if (wantsFile(request)) return historyFile(ctx, request, rows, names);
  const labels = historyLabels(names, ctx.locale);
  return {
    body: {
      data: rows.map(({ record, diffFromPrevious }) => ({ ...settingsRecordToRest(record, ctx), diffFromPrevious })),
      labels,
    },
  };
}

/** The rows of the modal as a file: one column per setting, titles in the viewer's language. */
function historyFile(
  ctx: Context,
  request: RestRequest,
  rows: readonly HistoryRecord[],
  names: readonly SettingName[],
): Promise<Reply> {
  const titles: MessageKey[] = [
    'settings.csv.collected',
    'settings.csv.source_status',
    'settings.csv.submitted_by',
    'settings.csv.submitted_at',
    'settings.csv.dismissed_by',
    'settings.csv.dismissed_at',
    ...names.map((name) => `settings.label.${name}` as const),
  ];
  const cells = ({ record }: HistoryRecord) => {
    const values = new Map<string, unknown>(
      shownSettings(record.values, 'all', ctx.locale).map(({ name, value }) => [name, value]),
    );
    const status =
      [sourceDisplayOf(record, ctx.locale), statusLabelOf(record, ctx.locale)].filter(Boolean).join(' ') ||
      titleOf(record, ctx.locale);
    return [
      record.collected,
      status,
      record.submittedBy,
      record.submittedAt,
      record.dismissedBy,
      record.dismissedAt,
      ...names.map((name) => values.get(name)),
    ];
  };
  return exportFile(ctx, request, { titles, pieces: [csvPiece(ctx, rows.map(cells))], rows: rows.length });
}

export const deviceSettingsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/patients/{patient}/devices/{history}/current_settings',
    handler: currentSettings,
  },
  {
    method: 'GET',
    path: '/api/patients/{patient}/devices/{history}/pending_settings',
    handler: pendingSettings,
  },
  { method: 'GET', path: '/api/patients/{patient}/devices/{history}/settings_history', handler: settingsHistory },
];
