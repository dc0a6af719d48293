import { createHash } from 'node:crypto';
import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Context } from '../shared/context.ts';
import { settingText, type SettingsDevice } from './device-settings.rules.ts';

import { currentSettingsOf, pendingSettingsOf } from './device-settings.service.ts';
import { flagOfValue, isFlag, type SettingValue } from './settings-catalog.rules.ts';
import type { SettingsRecord } from './settings-record.entity.ts';

/** The data with which an editor of settings starts. */
export interface EditState {
  device: SettingsDevice;
  current: SettingsRecord | null;
  /** The pending change; not one that failed or was replaced. */
  pending: SettingsRecord | null;
  /** The newest record, reported or submitted. */
  newest: SettingsRecord | null;
  version: string;
}

const sorted = (values: Record<string, SettingValue>) =>
  Object.keys(values)
    .sort()
    .map((name) => [name, settingText(values[name]!)]);

/**
 * Returns an opaque digest of what the editor saw: the pending record and the device's values. It uses the values
 * instead of their record, because a repeated report of the same values is not a change.
 */
function versionOf(current: SettingsRecord | null, pending: SettingsRecord | null): string {
  const seen = JSON.stringify([current && sorted(current.values), pending?.id ?? null]);
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22);
}

/** Returns the version of what a page shows of an assignment's settings. */
export async function settingsVersionOf(ctx: Context, historyId: number): Promise<string> {
  const [current, last] = await Promise.all([
    ctx.loader(currentSettingsOf).load(historyId),
    ctx.loader(pendingSettingsOf).load(historyId),
  ]);
  return versionOf(current, last?.state === 'pending' ? last : null);
}

/** Returns the current settings of a device for an editor. */
export async function editStateOf(ctx: Context, history: DeviceHistory): Promise<EditState> {
  const [{ machineModel }, current, last] = await Promise.all([
    history.machine.loadOrFail(),
    ctx.loader(currentSettingsOf).load(history.id),
    ctx.loader(pendingSettingsOf).load(history.id),
  ]);
  const pending = last?.state === 'pending' ? last : null;
  const newest = last && (!current || last.id > current.id) ? last : current;
  return {
    device: { kind: machineModel.kind, model: machineModel.name },
    current,
    pending,
    newest,
    version: versionOf(current, pending),
  };
}

/** Returns the mode of a record and its other settings as strings. */
export function textsOf(record: SettingsRecord | null): {
  mode: string | null;
  values: { name: string; value: string }[];
} {
  const { mode, ...others } = record?.values ?? {};
  return {
    mode: mode === undefined ? null : settingText(mode),
    values: Object.entries(others).map(([name, value]) => ({
      name,
      value: settingText(isFlag(name) ? flagOfValue(value) : value),
    })),
  };
}
