import { isFlag } from '#rules/device-settings/settings-catalog';

export interface SettingsField {
  name: string;
  label: string;
  value: string;
  unit: string | null;
}

export interface SettingsRow {
  name: string;
  label: string;
  unit: string | null;
  current: string | null;
  pending: string | null;
  changed: boolean;
}

/** Compares numbers as numbers: "8" and "8.0" are the same pressure. Other values are compared as text. */
function sameValue(one: string, other: string): boolean {
  if (one === other) return true;
  const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber(one) && isNumber(other) && Number(one) === Number(other);
}

/**
 * Pairs the current settings of a group with the pending ones, in the order of the current, then those that only the
 * pending ones have. A setting is changed when its pending value differs from the current one or has no current one. A
 * setting that the pending ones omit is not part of the change. Without current settings (null) nothing is marked,
 * because there is nothing to compare.
 */
export function settingsDiff(
  current: readonly SettingsField[] | null,
  pending: readonly SettingsField[] | null,
): SettingsRow[] {
  const before = new Map(current?.map((field) => [field.name, field]));
  const after = new Map(pending?.map((field) => [field.name, field]));
  const fields = [...before.values(), ...[...after.values()].filter(({ name }) => !before.has(name))];
  return fields.map(({ name, label, unit }) => {
    const was = before.get(name)?.value ?? null;
    const will = after.get(name)?.value ?? null;
    const changed = current !== null && will !== null && (was === null || !sameValue(was, will));
    return { name, label, unit, current: was, pending: will, changed };
  });
}

/** Returns settings whose names contain _flag as true or false (document 000, section 3); null for other settings. */
export function flagValue(name: string, value: string): boolean | null {
  if (!isFlag(name)) return null;
  return !['', '0', 'false', 'off', 'no'].includes(value.trim().toLowerCase());
}

interface Groups {
  therapy: readonly SettingsField[];
  comfort: readonly SettingsField[];
  alerts: readonly SettingsField[];
}

/**
 * Returns the differences of `now`, in the order of the cards, including added and missing settings. Empty when either
 * side is missing.
 */
export function changesBetween(before: Groups | null, now: Groups | null) {
  if (!before || !now) return [];
  return (['therapy', 'comfort', 'alerts'] as const)
    .flatMap((group) => settingsDiff(before[group], now[group]))
    .filter((row) => row.changed || row.pending === null)
    .map(({ name, label, unit, current, pending }) => ({ name, label, unit, from: current, to: pending }));
}
