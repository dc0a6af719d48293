import {
  flagOfValue,
  isFlag,
  MODES_OF,
  settingsOf,
  type FieldKind,
  type Mode,
  type ModelKind,
  type Setting,
  type SettingsGroup,
  type SettingValue,
} from './settings-catalog.rules.ts';

/** The facts that decide which settings a device has, and their ranges. */
export interface SettingsDevice {
  kind: ModelKind;
  /** Name of its model. */
  model: string;
}

/**
 * One field of a mode. Values are strings, as forms and partners send them: a number with a point, true or false, or a
 * choice.
 */
export interface SettingFieldRule {
  name: string;
  group: SettingsGroup;
  kind: FieldKind;
  unit: string | null;
  min: number | null;
  max: number | null;
  step: number | null;
  choices: string[];
  initial: string;
  dependsOn: Dependency | null;
  /** Settings whose number this one must not exceed. */
  notAbove: string[];
}

/** A setting that may be set only while another one has one of these values; otherwise its value is `otherwise`. */
export interface Dependency {
  name: string;
  values: string[];
  otherwise: string;
}

export type SettingsRefusalCode =
  | 'settings.mode'
  | 'settings.unknown'
  | 'settings.twice'
  | 'settings.number'
  | 'settings.range'
  | 'settings.step'
  | 'settings.choice'
  | 'settings.not_above'
  | 'settings.heated_tube'
  | 'settings.breath';

/** An error in one setting. `other` names the setting that it conflicts with. */
export interface SettingsRefusal {
  field: string;
  code: SettingsRefusalCode;
  values?: { min?: number; max?: number; step?: number; other?: string };
}

/** Settings as submitted. */
export interface SettingsInput {
  mode: string;
  values: readonly { name: string; value: string }[];
}

type Values = Record<string, SettingValue>;

/**
 * The lower setting of each pair never exceeds the upper one (domain reference 4.5: Initial <= Min <= Max, EPAP <=
 * IPAP, Ti Min <= Ti Max).
 */
const ORDER = [
  ['initial_p', 'treat_p'],
  ['initial_p', 'min_apap'],
  ['min_apap', 'max_apap'],
  ['initial_epap', 'epap'],
  ['epap', 'ipap'],
  ['initial_epap', 'min_epap'],
  ['min_epap', 'min_ipap'],
  ['min_ipap', 'max_ipap'],
  ['ti_min', 'ti_max'],
] as const;

/** A level of the heated tube requires a heated tube. */
const DEPENDENCIES: Record<string, Dependency> = {
  heated_tube: { name: 'air_tube', values: ['22_mm_heated', '15_mm_heated'], otherwise: 'off' },
};

const BILEVEL_PRESSURES = new Set(['initial_epap', 'epap', 'ipap', 'min_epap', 'min_ipap', 'max_ipap']);

/**
 * Returns the highest bilevel pressure in cmH2O from the model's name (B20, B25, B30VT, Y-30T); 25 when the name has
 * none.
 */
export function highestPressure(model: string): number {
  const named = /\b[BY]-?(20|25|30)/.exec(model);
  return named ? Number(named[1]) : 25;
}

const kindOf = ({ range, initial }: Setting): FieldKind =>
  range ? 'number' : typeof initial === 'boolean' ? 'flag' : 'choice';

/** Returns a value as a string, the same in every language. */
export const settingText = (value: SettingValue): string => String(value);

/** Returns the modes that a device has, its usual one first. */
export const modesOf = ({ kind }: SettingsDevice): readonly Mode[] => MODES_OF[kind];

/** Returns the fields of a mode on this device, in the order of the cards and without the mode itself. */
export function fieldsOf(device: SettingsDevice, mode: Mode): SettingFieldRule[] {
  const settings = settingsOf(device.kind, mode).filter(({ name }) => name !== 'mode');
  const names = new Set(settings.map(({ name }) => name));
  return settings.map((setting) => {
    const [min, max, step] = setting.range ?? [null, null, null];
    return {
      name: setting.name,
      group: setting.group,
      kind: kindOf(setting),
      unit: setting.unit ?? null,
      min,
      step,
      max: BILEVEL_PRESSURES.has(setting.name) ? highestPressure(device.model) : max,
      choices: (setting.choices ?? []).map(settingText),
      initial: settingText(setting.initial),
      dependsOn: DEPENDENCIES[setting.name] ?? null,
      notAbove: ORDER.filter(([low, high]) => low === setting.name && names.has(high)).map(([, high]) => high),
    };
  });
}

/** Returns the exact tenths of a decimal string; null when it is not a number or has more than one decimal. */
function tenths(text: string): number | null {
  const match = /^(\d{1,4})(?:\.(\d)0*)?$/.exec(text);
  return match ? Number(match[1]) * 10 + Number(match[2] ?? 0) : null;
}

/**
 * Returns the device's value of this field for a string, or its error. Numbers are compared in whole tenths, so binary
 * fractions cause no rounding errors.
 */
function read(field: SettingFieldRule, text: string): SettingValue | Omit<SettingsRefusal, 'field'> {
  if (field.kind === 'flag')
    return text === 'true' || text === '1'
      ? true
      : text === 'false' || text === '0'
        ? false
        : { code: 'settings.choice' };
  if (field.choices.includes(text)) return /^\d+$/.test(text) ? Number(text) : text;
  if (field.kind === 'choice') return { code: 'settings.choice' };
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { code: 'settings.number' };
  const [min, max, step] = [field.min!, field.max!, field.step!];
  if (Number(text) < min || Number(text) > max) return { code: 'settings.range', values: { min, max } };
  const value = tenths(text);
  if (value === null || (value - Math.round(min * 10)) % Math.round(step * 10) !== 0)
    return { code: 'settings.step', values: { min, step } };
  return value / 10;
}

const isMode = (device: SettingsDevice, mode: string): mode is Mode => modesOf(device).some((one) => one === mode);

/** Returns the names that the mode does not have, and duplicates. */
function unknownSettings(fields: readonly SettingFieldRule[], values: SettingsInput['values']): SettingsRefusal[] {
  const known = new Set(fields.map(({ name }) => name));
  const seen = new Set<string>();
  return values.flatMap(({ name }): SettingsRefusal[] => {
    if (!known.has(name)) return [{ field: `values.${name}`, code: 'settings.unknown' }];
    if (seen.has(name)) return [{ field: `values.${name}`, code: 'settings.twice' }];
    seen.add(name);
    return [];
  });
}

/** Returns the errors of valid values that conflict with each other. Only values that could be read are compared. */
function clashes(fields: readonly SettingFieldRule[], values: Values): SettingsRefusal[] {
  const refusals = fields.flatMap(({ name, notAbove, dependsOn }): SettingsRefusal[] => {
    const value = values[name];
    const higher = notAbove.filter(
      (other) => typeof value === 'number' && typeof values[other] === 'number' && value > values[other],
    );
    const refused: SettingsRefusal[] = higher.map((other) => ({
      field: `values.${name}`,
      code: 'settings.not_above',
      values: { other },
    }));
    const other = dependsOn ? values[dependsOn.name] : undefined;
    if (
      dependsOn &&
      value !== undefined &&
      other !== undefined &&
      settingText(value) !== dependsOn.otherwise &&
      !dependsOn.values.includes(settingText(other))
    ) {
      refused.push({ field: `values.${name}`, code: 'settings.heated_tube' });
    }
    return refused;
  });
  // An inspiration as long as the whole breath leaves no time to exhale.
  const { ti, rate } = values;
  if (typeof ti === 'number' && typeof rate === 'number' && ti * rate >= 60)
    refusals.push({ field: 'values.ti', code: 'settings.breath', values: { other: 'rate' } });
  return refusals;
}

/**
 * Returns the settings as the device would get them, complete and in the order of the cards; or all errors. An omitted
 * setting stays as in `base`, else gets the factory value. Runs in the form and on the server.
 */
export function checkSettings(
  device: SettingsDevice,
  { mode, values: given }: SettingsInput,
  base: Values = {},
): { values: Values; refusals: SettingsRefusal[] } {
  if (!isMode(device, mode)) return { values: {}, refusals: [{ field: 'mode', code: 'settings.mode' }] };
  const fields = fieldsOf(device, mode);
  const texts = new Map(given.map(({ name, value }) => [name, value.trim()]));
  const values: Values = { mode };
  const refusals = unknownSettings(fields, given);
  for (const field of fields) {
    const text =
      texts.get(field.name) ?? (Object.hasOwn(base, field.name) ? settingText(base[field.name]!) : field.initial);
    const value = read(field, text);
    if (typeof value === 'object') refusals.push({ ...value, field: `values.${field.name}` });
    else values[field.name] = value;
  }
  refusals.push(...clashes(fields, values));
  return { values, refusals };
}

/**
 * Returns the names of the settings that change on a device that gets `next`, in their order. A setting that only the
 * old mode has is not a change.
 */
export function changedSettings(current: Values | null, next: Values): string[] {
  const text = (name: string, value: SettingValue) => settingText(isFlag(name) ? flagOfValue(value) : value);
  return Object.keys(next).filter(
    (name) => !current || !Object.hasOwn(current, name) || text(name, current[name]!) !== text(name, next[name]!),
  );
}
