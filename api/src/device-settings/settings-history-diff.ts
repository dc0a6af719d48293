import type { SettingValue } from './settings-catalog.rules.ts';
import { SETTINGS } from './settings-catalog.rules.ts';
import { changedSettings } from './device-settings.rules.ts';

type Values = Record<string, SettingValue>;

/**
 * Returns the names of the settings that differ from the previous row, in the order of the catalog, including those
 * that only one of the two rows has. Previous is the next older row of the list, whatever its outcome, so a marked cell
 * always differs from the cell below it. Empty for the oldest row.
 */
export function diffFromPrevious(values: Values, previous: Values | undefined): string[] {
  if (!previous) return [];
  const different = new Set([
    ...changedSettings(previous, values),
    ...Object.keys(previous).filter((name) => !Object.hasOwn(values, name)),
  ]);
  return SETTINGS.filter(({ name }) => different.has(name)).map(({ name }) => name);
}
