import { findHistory } from '../device-history/device-history.service.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { currentSettingsOf, pendingSettingsOf } from './device-settings.service.ts';
import { shownSettings, STATUS, titleOf } from './settings.record.ts';
import type { SettingsRecord } from './settings-record.entity.ts';

type Batch = (ctx: Context, historyIds: readonly number[]) => Promise<(SettingsRecord | null)[]>;

function body(record: SettingsRecord | null, { locale }: Context) {
  if (!record) return { data: {} };
  return {
    data: {
      title: titleOf(record.state, locale), status: STATUS[record.state], is_edit: record.isEdit, submitted_by: record.submittedBy, submitted_at: record.submittedAt,
      collected: record.collected, source_display: record.sourceDisplay, therapy: shownSettings(record.values, 'therapy', locale),
      comfort: shownSettings(record.values, 'comfort', locale), alerts: shownSettings(record.values, 'alerts', locale),
    },
  };
}

const answer = (settingsOf: Batch) => async (ctx: Context, { params }: RestRequest): Promise<Reply> => {
  const history = await findHistory(ctx, rowId('Patient', params.patient!), rowId('DeviceHistory', params.history!));
  return { body: body(await ctx.loader(settingsOf).load(history.id), ctx) };
};

export const deviceSettingsRoutes: Route[] = [
  { method: 'GET', path: '/api/patients/{patient}/devices/{history}/current_settings', handler: answer(currentSettingsOf) },
  { method: 'GET', path: '/api/patients/{patient}/devices/{history}/pending_settings', handler: answer(pendingSettingsOf) },
];
