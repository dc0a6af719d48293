import { findHistory } from '../device-history/device-history.service.ts';
import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { RestRequest } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { readsAsEdit, recordStatusOf, shownSettings, sourceDisplayOf, titleOf } from './settings-record.texts.ts';
import type { SettingsRecord } from './settings-record.entity.ts';

/** Returns the documented "Settings record", with its id, which other paths need. */
export function settingsRecordToRest(record: SettingsRecord, { locale }: Context) {
  return {
    id: record.id,
    title: titleOf(record, locale),
    status: recordStatusOf(record),
    is_edit: readsAsEdit(record),
    submitted_by: record.submittedBy,
    submitted_at: record.submittedAt,
    dismissed_by: record.dismissedBy,
    dismissed_at: record.dismissedAt,
    collected: record.collected,
    source_display: sourceDisplayOf(record, locale),
    therapy: shownSettings(record.values, 'therapy', locale),
    comfort: shownSettings(record.values, 'comfort', locale),
    alerts: shownSettings(record.values, 'alerts', locale),
  };
}

/** Returns the assignment of a path; throws NotFound when it is another patient's. */
export const findDeviceOfPath = (ctx: Context, { params }: RestRequest): Promise<DeviceHistory> =>
  findHistory(ctx, rowId('Patient', params.patient!), rowId('DeviceHistory', params.history!));
