import { modulesOfMachines } from '../communication/communication.service.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Context } from '../shared/context.ts';
import { rowOfEach } from '../shared/list.ts';
import { editAllowed, type EditAllowed } from './device-settings-edit-allowed.ts';
import { SettingsRecord } from './settings-record.entity.ts';

/** Returns one assignment of a patient that the viewer may see; null when it is not one of the patient's. */
export const deviceOfPatient = ({ em }: Context, patientId: number, id: number): Promise<DeviceHistory | null> =>
  em.findOne(DeviceHistory, { id, patient: patientId });

const listOf = (keys: readonly number[]) => keys.map(() => '?').join(', ');

/**
 * Returns the number of settings records of each assignment (`history_size`), in the order of the ids. For
 * `ctx.loader`.
 */
export async function settingsCounts({ em }: Context, historyIds: readonly number[]): Promise<number[]> {
  const rows = await em.execute<{ history_id: number; size: number }[]>(
    `select history_id, count(*)::int as size from settings_records where history_id in (${listOf(historyIds)}) group by history_id`,
    [...historyIds],
  );
  const sizes = new Map(rows.map(({ history_id: history, size }) => [history, size]));
  return historyIds.map((id) => sizes.get(id) ?? 0);
}

/**
 * Returns the settings that each device uses as far as known: collected, or its defaults; null without any. For
 * `ctx.loader`.
 */
export async function currentSettingsOf(
  { em }: Context,
  historyIds: readonly number[],
): Promise<(SettingsRecord | null)[]> {
  const records = await em.find(SettingsRecord, {
    history: { $in: [...historyIds] },
    state: { $in: ['current', 'defaults'] },
  });
  return rowOfEach(historyIds, records, ({ history }) => history.id);
}

/**
 * Returns the change that each device has not applied: the pending one, else the last submitted one if it failed or was
 * voided; null when the last submitted change was delivered or dismissed, or none was submitted. For `ctx.loader`.
 */
export async function pendingSettingsOf(
  { em }: Context,
  historyIds: readonly number[],
): Promise<(SettingsRecord | null)[]> {
  const rows = await em.execute<Record<string, unknown>[]>(
    `select distinct on (history_id) * from settings_records where history_id in (${listOf(historyIds)}) and is_edit
      order by history_id, status = 'pending' desc, submitted_at desc nulls last, id desc`,
    [...historyIds],
  );
  const records = rows
    .map((row) => em.map(SettingsRecord, row))
    .filter(({ state, dismissedAt }) => ['pending', 'failed', 'void'].includes(state) && dismissedAt === null);
  return rowOfEach(historyIds, records, ({ history }) => history.id);
}

/** Milliseconds for which a delivered change is shown as news. */
const DELIVERED_MS = 24 * 3_600_000;

/**
 * Returns the last change that each device applied if that was less than 24 hours ago, else null. A change whose values
 * the device limited counts: it answered with the values that it uses instead. For `ctx.loader`.
 */
export async function deliveredSettingsOf(
  { em, app }: Context,
  historyIds: readonly number[],
): Promise<(SettingsRecord | null)[]> {
  const rows = await em.execute<Record<string, unknown>[]>(
    `select distinct on (history_id) * from settings_records
      where history_id in (${listOf(historyIds)}) and is_edit and status in ('current', 'past') and answered_at > ?
      order by history_id, answered_at desc, id desc`,
    [...historyIds, new Date(app.now().getTime() - DELIVERED_MS)],
  );
  const byHistory = new Map(rows.map((row) => [row.history_id as number, em.map(SettingsRecord, row)]));
  return historyIds.map((id) => byHistory.get(id) ?? null);
}

/**
 * Returns 'pass', or the reason why the settings cannot be changed here, for each assignment in order. For
 * `ctx.loader`.
 */
export function editAllowedOf(ctx: Context, histories: readonly DeviceHistory[]): Promise<EditAllowed[]> {
  return Promise.all(
    histories.map(async (history) => {
      const { machineModel } = await history.machine.loadOrFail();
      const module = await ctx.loader(modulesOfMachines).load(history.machine.id);
      return editAllowed({
        isActive: history.isActive,
        hasPin: history.hasPin,
        hasModule: module !== null,
        isVentilator: machineModel.kind === 'ventilator',
      });
    }),
  );
}
