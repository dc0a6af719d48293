import { lastConnectionsOfHistories } from '../communication/communication.service.ts';
import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import { patientName } from '../device-history/device-history.service.ts';
import { currentSettingsOf, pendingSettingsOf } from '../device-settings/device-settings.service.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { deviceList } from './device-index.list.ts';
import type { SettingsState } from './device-index.list.rules.ts';
import { canListDevices } from './device-index.policy.ts';

/**
 * Returns a page of all assignments, active and past, to patients that the viewer may see. Refuses unknown columns,
 * conditions, sizes and cursors.
 */
export function listDevices(ctx: Context, args: ListArgs): Promise<ConnectionShape<DeviceHistory>> {
  authorize(canListDevices(ctx.viewer));
  return connection(ctx, deviceList(ctx.viewer), args);
}

/**
 * Returns the settings state of an assignment: the change that the device has not applied, else the settings it uses,
 * else none.
 */
export async function settingsStateOf(ctx: Context, history: DeviceHistory): Promise<SettingsState> {
  const record =
    (await ctx.loader(pendingSettingsOf).load(history.id)) ?? (await ctx.loader(currentSettingsOf).load(history.id));
  return (record?.state ?? 'none') as SettingsState;
}

/** Returns the time at which the device last connected during the assignment, or null. */
export const lastConnectionOf = async (ctx: Context, history: DeviceHistory): Promise<Date | null> =>
  (await ctx.loader(lastConnectionsOfHistories).load(history.id))?.startTime ?? null;

/** Returns last name, first name of the patient of the assignment; null for users who may not read patients. */
export const holderName = async (ctx: Context, history: DeviceHistory): Promise<string | null> =>
  canReadPatients(ctx.viewer) ? patientName(await history.patient.loadOrFail()) : null;
