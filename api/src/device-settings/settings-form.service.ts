import { createHash } from 'node:crypto';
import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Context } from '../shared/context.ts';
import { settingText, type SettingsDevice } from './device-settings.rules.ts';

import { currentSettingsOf, pendingSettingsOf } from './device-settings.service.ts';
import { flagOf, isFlag, type SettingValue } from './settings-catalog.rules.ts';
import type { SettingsRecord } from './settings-record.entity.ts';

/** What an editor of settings starts from. */
export interface EditState {
  device: SettingsDevice;
  current: SettingsRecord | null;
  /** The change that is on its way; not one that failed or was replaced. */
  pending: SettingsRecord | null;
  /** The newest of what the device reported and what was submitted. */
  newest: SettingsRecord | null;
  basis: string;
}

const sorted = (values: Record<string, SettingValue>) =>
  Object.keys(values)
    .sort()
    .map((name) => [name, settingText(values[name]!)]);

/**
 * What the editor saw, opaque: the pending record and the values that the device runs with. The values and not their record, because a device
 * that reports the same again tells nothing new.
 */
function basisOf(current: SettingsRecord | null, pending: SettingsRecord | null): string {
  const seen = JSON.stringify([current && sorted(current.values), pending?.id ?? null]);
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22);
}

/** The settings of a device as an editor finds them now. */
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
    basis: basisOf(current, pending),
  };
}

/** The mode of a record and its other settings as texts. */
export function textsOf(record: SettingsRecord | null): {
  mode: string | null;
  values: { name: string; value: string }[];
} {
  const { mode, ...others } = record?.values ?? {};
  return {
    mode: mode === undefined ? null : settingText(mode),
    values: Object.entries(others).map(([name, value]) => ({
      name,
      value: settingText(isFlag(name) ? flagOf(value) : value),
    })),
  };
}
