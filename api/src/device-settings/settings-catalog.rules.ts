// Every setting that the devices report, by the names of domain reference 4.5. Pure data: labels are in the locales
// under settings.label.{name}.

export const MODES = ['CPAP', 'AutoCPAP', 'S', 'S/T', 'T', 'Titration', 'AutoS'] as const;
export type Mode = (typeof MODES)[number];
export type ModelKind = 'cpap' | 'bilevel' | 'ventilator';
export type SettingsGroup = 'therapy' | 'comfort' | 'alerts';
export type FieldKind = 'number' | 'choice' | 'flag';
export type SettingValue = string | number | boolean;

/** Modes of each kind of device, its usual one first. */
export const MODES_OF: Record<ModelKind, readonly Mode[]> = {
  cpap: ['AutoCPAP', 'CPAP', 'Titration'],
  bilevel: ['S', 'AutoS', 'CPAP', 'Titration'],
  ventilator: ['S/T', 'T', 'S', 'Titration'],
};

/** One setting of the devices. */
export interface Setting {
  name: string;
  group: SettingsGroup;
  /** Factory value. */
  initial: SettingValue;
  unit?: string;
  /** Smallest value, largest value and step of a number; additional words (off, auto) are in `choices`. */
  range?: readonly [min: number, max: number, step: number];
  choices?: readonly SettingValue[];
  /** The only modes that have it; all when omitted. */
  modes?: readonly Mode[];
  /** The only devices that have it; all when omitted. */
  kinds?: readonly ModelKind[];
}

const CMH2O = 'cmH2O';
const bilevel = ['S', 'S/T', 'T'] as const;
const levels = ['off', 1, 2, 3, 4, 5, 'auto'] as const;

export const SETTINGS = [
  { name: 'mode', group: 'therapy', initial: 'AutoCPAP', choices: MODES },
  { name: 'initial_p', group: 'therapy', initial: 4, unit: CMH2O, range: [4, 20, 0.5], modes: ['CPAP', 'AutoCPAP'] },
  { name: 'treat_p', group: 'therapy', initial: 8, unit: CMH2O, range: [4, 20, 0.5], modes: ['CPAP'] },
  { name: 'manual_p', group: 'therapy', initial: 8, unit: CMH2O, range: [4, 20, 0.5], modes: ['CPAP'] },
  { name: 'smart_c_flag', group: 'therapy', initial: false, modes: ['CPAP'] },
  { name: 'min_apap', group: 'therapy', initial: 5, unit: CMH2O, range: [4, 20, 0.5], modes: ['AutoCPAP'] },
  { name: 'max_apap', group: 'therapy', initial: 15, unit: CMH2O, range: [4, 20, 0.5], modes: ['AutoCPAP'] },
  { name: 'sensitivity', group: 'therapy', initial: 3, range: [1, 5, 1], modes: ['AutoCPAP'] },
  { name: 'smart_a_flag', group: 'therapy', initial: false, modes: ['AutoCPAP'] },
  {
    name: 'initial_epap',
    group: 'therapy',
    initial: 4,
    unit: CMH2O,
    range: [4, 25, 0.5],
    modes: [...bilevel, 'AutoS'],
  },
  { name: 'epap', group: 'therapy', initial: 6, unit: CMH2O, range: [4, 25, 0.5], modes: bilevel },
  { name: 'ipap', group: 'therapy', initial: 12, unit: CMH2O, range: [4, 25, 0.5], modes: bilevel },
  { name: 'min_epap', group: 'therapy', initial: 5, unit: CMH2O, range: [4, 25, 0.5], modes: ['AutoS'] },
  { name: 'min_ipap', group: 'therapy', initial: 8, unit: CMH2O, range: [4, 25, 0.5], modes: ['AutoS'] },
  { name: 'max_ipap', group: 'therapy', initial: 18, unit: CMH2O, range: [4, 25, 0.5], modes: ['AutoS'] },
  { name: 'i_sens', group: 'therapy', initial: 4, range: [1, 8, 1], modes: ['S', 'S/T', 'AutoS'] },
  { name: 'e_sens', group: 'therapy', initial: 4, range: [1, 8, 1], modes: ['S', 'S/T', 'AutoS'] },
  { name: 'rise_time', group: 'therapy', initial: 2, range: [1, 4, 1], modes: [...bilevel, 'AutoS'] },
  { name: 'ti_min', group: 'therapy', initial: 0.5, unit: 's', range: [0.2, 4, 0.1], modes: ['S', 'S/T'] },
  { name: 'ti_max', group: 'therapy', initial: 2, unit: 's', range: [0.2, 4, 0.1], modes: ['S', 'S/T'] },
  { name: 'backup_rr_flag', group: 'therapy', initial: true, modes: ['S/T', 'T'] },
  { name: 'rate', group: 'therapy', initial: 14, unit: '/min', range: [4, 30, 1], modes: ['S/T', 'T'] },
  { name: 'ti', group: 'therapy', initial: 1.2, unit: 's', range: [0.2, 4, 0.1], modes: ['S/T', 'T'] },
  { name: 'smart_b_flag', group: 'therapy', initial: false, modes: ['AutoS'] },

  { name: 'ramp_time', group: 'comfort', initial: 20, unit: 'min', range: [0, 60, 5], choices: ['auto'] },
  { name: 'reslex', group: 'comfort', initial: 2, choices: ['off', 1, 2, 3], kinds: ['cpap', 'bilevel'] },
  {
    name: 'reslex_control',
    group: 'comfort',
    initial: 'patient',
    choices: ['clinician', 'patient'],
    kinds: ['cpap', 'bilevel'],
  },
  { name: 'humidifier', group: 'comfort', initial: 3, choices: levels },
  { name: 'heated_tube', group: 'comfort', initial: 'off', choices: levels },
  { name: 'air_tube', group: 'comfort', initial: '22_mm', choices: ['22_mm', '15_mm', '22_mm_heated', '15_mm_heated'] },
  { name: 'mask', group: 'comfort', initial: 'full_face', choices: ['full_face', 'nasal', 'pillows', 'other'] },
  { name: 'auto_on_flag', group: 'comfort', initial: true },
  { name: 'auto_off_flag', group: 'comfort', initial: false },

  { name: 'leak_alert_flag', group: 'alerts', initial: true },
  { name: 'filter_reminder_flag', group: 'alerts', initial: false },
  { name: 'tube_reminder_flag', group: 'alerts', initial: false },
  { name: 'mask_reminder_flag', group: 'alerts', initial: false },
  {
    name: 'high_pressure_alarm',
    group: 'alerts',
    initial: 'off',
    unit: 'hPa',
    range: [5, 21, 0.5],
    choices: ['off'],
    kinds: ['ventilator'],
  },
  { name: 'tube_disconnected_flag', group: 'alerts', initial: true, kinds: ['ventilator'] },
  { name: 'low_minute_ventilation_flag', group: 'alerts', initial: true, kinds: ['ventilator'] },
  { name: 'apnea_flag', group: 'alerts', initial: true, kinds: ['ventilator'] },
] as const satisfies readonly Setting[];

/** Whether a setting is true or false: the names that contain _flag (document 000, section 3). */
export const isFlag = (name: string): boolean => name.includes('_flag');

/** Returns the value of a flag; some devices report their flags as 1 and 0. */
export const flagOfValue = (value: SettingValue): boolean => value === true || value === 1;

export type SettingName = (typeof SETTINGS)[number]['name'];

/** Returns the settings of a device of this kind in this mode, in the order of the cards. */
export function settingsOf(kind: ModelKind, mode: Mode): readonly Setting[] {
  return SETTINGS.filter(
    (setting: Setting) => (setting.modes?.includes(mode) ?? true) && (setting.kinds?.includes(kind) ?? true),
  );
}

/** Returns the factory values of a device of this kind, in its usual mode or the given one. */
export function defaultSettings(kind: ModelKind, mode: Mode = MODES_OF[kind][0]!): Record<string, SettingValue> {
  return { ...Object.fromEntries(settingsOf(kind, mode).map(({ name, initial }) => [name, initial])), mode };
}
