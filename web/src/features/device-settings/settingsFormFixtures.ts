import { fieldsOf, modesOf } from '#rules/device-settings/device-settings';
import type { Mode } from '#rules/device-settings/settings-catalog';
import { pendingSettings } from './settingsFixtures.ts';

const device = { kind: 'cpap', model: 'Luna G3 Auto' } as const;

/** A setting of each kind and group, and the pairs of settings that depend on each other. */
export const eachKind = [
  ...['initial_p', 'min_apap', 'max_apap', 'treat_p', 'manual_p', 'sensitivity', 'smart_a_flag', 'smart_c_flag'],
  ...['ramp_time', 'heated_tube', 'air_tube', 'auto_on_flag', 'leak_alert_flag'],
];
/** Rendering takes most of a test's time, so a form has no more settings than its test needs. */
const twoPressures = ['initial_p', 'treat_p'];

/** The settings of a mode among the names, in the order of the form. */
const fieldsAmong = (names: readonly string[], mode: Mode) =>
  fieldsOf(device, mode).filter(({ name }) => names.includes(name));

export const settingValuesOf = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ __typename: 'SettingValueOf', name, value }));

const text = (value: number | null) => (value === null ? null : String(value));

/** Returns the settings form of a device in CPAP mode, as the API returns it, for tests. Labels are the names. */
export function settingsForm(names: readonly string[] = twoPressures) {
  const initial = Object.fromEntries(fieldsAmong(names, 'CPAP').map((field) => [field.name, field.initial]));
  return {
    __typename: 'SettingsForm',
    kind: 'CPAP',
    model: device.model,
    version: 'basis-1',
    currentMode: 'CPAP' as string | null,
    pendingMode: null as string | null,
    modes: modesOf(device).map((mode) => ({
      __typename: 'SettingsMode',
      mode,
      label: mode,
      fields: fieldsAmong(names, mode).map((field) => ({
        ...field,
        __typename: 'SettingField',
        label: field.name,
        group: field.group.toUpperCase(),
        kind: field.kind.toUpperCase(),
        min: text(field.min),
        max: text(field.max),
        step: text(field.step),
        choices: field.choices.map((value) => ({ __typename: 'SettingChoice', value, label: value })),
        dependsOn: field.dependsOn && { __typename: 'SettingDependency', ...field.dependsOn },
      })),
    })),
    values: settingValuesOf(initial),
    pendingValues: settingValuesOf({}),
    pending: null as object | null,
    editAllowed: 'PASS',
    editNotice: null as string | null,
    viewerCanEditSettings: true,
  };
}
export type SettingsFormData = ReturnType<typeof settingsForm>;

/** What differs in the form while a change of treat_p to 9.5 is pending. */
export const underway = {
  pending: pendingSettings,
  pendingMode: 'CPAP',
  pendingValues: settingValuesOf({ initial_p: '4', treat_p: '9.5' }),
};

export const settingChange = (name: string, from: string | null, to: string) => ({
  __typename: 'SettingChange',
  name,
  label: name,
  from,
  to,
});
/** A change of treat_p, as check and submission return it unless a test says otherwise. */
export const pressureChange = settingChange('treat_p', '8.0 cmH2O', '9.0 cmH2O');

export const refusal = (field: string, code: string, message: string) => ({
  __typename: 'UserError',
  field,
  code,
  message,
});
/** What a refused check or submission returns. */
export const refused = (...userErrors: object[]) => ({
  changes: [],
  settingsRecord: null,
  deviceHistory: null,
  userErrors,
});
/** The refusal of a change that was made without knowing the latest settings. */
export const changedMeanwhile = refused(refusal('', 'conflict', 'The settings changed.'));
