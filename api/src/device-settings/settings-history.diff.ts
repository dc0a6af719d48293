import type { SettingValue } from './settings-catalog.rules.ts';
import { SETTINGS } from './settings-catalog.rules.ts';
import { changedSettings } from './device-settings.rules.ts';

type Values = Record<string, SettingValue>;

/**
 * Names of the settings that differ from the previous row, in the order of the catalogue; also those that only one of the two rows holds.
 * Previous is the next older row of the list, whatever became of it: a marked cell always differs from the cell below it. None for the oldest.
 */
export function diffFromPrevious(values: Values, previous: Values | undefined): string[] {
  if (!previous) return [];
  const different = new Set([
    ...changedSettings(previous, values),
    ...Object.keys(previous).filter((name) => !Object.hasOwn(values, name)),
  ]);
  return SETTINGS.filter(({ name }) => different.has(name)).map(({ name }) => name);
}
