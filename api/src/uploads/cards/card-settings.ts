import {
  MODES,
  SETTINGS,
  type Mode,
  type Setting,
  type SettingName,
  type SettingValue,
} from '../../device-settings/settings-catalog.rules.ts';
import { dateOf } from './card-dates.ts';
import { isPressure } from './card-night.ts';
import type { CardSettings } from './card-reading.types.ts';

export type SettingValues = Partial<Record<SettingName, SettingValue>>;

/** Settings of one night as a file has them. */
export interface SettingsDraft {
  day: number;
  values: SettingValues;
}

const MASKS = ['full_face', 'nasal', 'pillows', 'other'] as const;

/**
 * Reads settings: each method returns the value in the words of the catalog, or undefined when the byte is empty or, after
 * a call of `warn`, when no device has such a value.
 */
export function settingReader(warn: () => void) {
  const damaged = () => {
    warn();
    return undefined;
  };
  const within = (value: number, lowest: number, highest: number) =>
    value >= lowest && value <= highest ? value : damaged();
  const isEmpty = (raw: number) => raw <= 0 || raw === 0xff || raw === 0xffff;
  return {
    pressure: (raw: number, perUnit: number) =>
      isEmpty(raw) ? undefined : isPressure(raw / perUnit) ? raw / perUnit : damaged(),
    /** A whole number, as the catalog has it. */
    whole: (raw: number, lowest: number, highest: number) => within(raw, lowest, highest),
    /** Tenths of a second; 0 and 0xFF are empty. */
    seconds: (raw: number) => (isEmpty(raw) ? undefined : within(raw / 10, 0.2, 4)),
    ramp: (raw: number, auto: boolean) => (auto ? 'auto' : within(raw, 0, 60)),
    /** 0 is off, 1 to 5 a level, and `auto`. */
    level: (raw: number, auto: boolean, highest = 5) => (auto ? 'auto' : raw === 0 ? 'off' : within(raw, 1, highest)),
    flag: (raw: number) => (raw === 0 || raw === 1 ? raw === 1 : raw === 0xff ? undefined : damaged()),
    mode: (raw: number): Mode | undefined => MODES[raw] ?? damaged(),
    mask: (raw: number) => (raw === 0xff ? undefined : (MASKS[raw] ?? damaged())),
    tube: (raw: number, tubes: readonly SettingValue[]) => (raw === 0xff ? undefined : (tubes[raw] ?? damaged())),
  };
}

/** Returns the settings that the catalog has in this mode and that the card has. */
export function settingsIn(mode: Mode, values: Partial<Record<SettingName, SettingValue | undefined>>): SettingValues {
  const known = SETTINGS.filter(({ name, modes }: Setting) => {
    return values[name as SettingName] !== undefined && (modes?.includes(mode) ?? true);
  });
  return { mode, ...Object.fromEntries(known.map(({ name }) => [name, values[name]])) };
}

/** Returns one entry for each change of the settings, by the first night that has them. */
export function settingsChangesOf(drafts: readonly SettingsDraft[]): CardSettings[] {
  const changes: CardSettings[] = [];
  let last = '';
  for (const { day, values } of [...drafts].sort((one, other) => one.day - other.day)) {
    const text = JSON.stringify(values);
    if (text !== last) changes.push({ night: dateOf(day), changedAt: null, values });
    last = text;
  }
  return changes;
}
