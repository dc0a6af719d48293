import { translate, type Locale, type MessageKey } from '../shared/messages.ts';
import { SETTINGS, type SettingName, type SettingsGroup, type SettingValue } from './settings.catalogue.ts';
import type { SettingsStatus } from './settings-record.entity.ts';

/** The documented status texts: values that clients compare, the same in every language. */
export const STATUS = {
  current: 'Current', past: 'Delivered', pending: 'Pending Delivery', failed: 'Failed Delivery', void: 'Void/Replaced', defaults: 'Defaults',
} as const satisfies Record<SettingsStatus, string>;

/** One line of a settings card. */
export interface ShownSetting {
  name: SettingName;
  label: string;
  /** Ready to be read; of a flag true or false. */
  value: string | boolean;
  unit: string | null;
}

/** The status in the viewer's language. */
export const titleOf = (state: SettingsStatus, locale: Locale): string => translate(locale, `settings.status.${state}`);

const CHOICES = ['off', 'auto', 'clinician', 'patient', '22_mm', '15_mm', '22_mm_heated', '15_mm_heated', 'full_face', 'nasal', 'pillows', 'other'] as const;

function shownValue(value: SettingValue, step: number | undefined, locale: Locale): string {
  if (typeof value === 'number') return step !== undefined && step < 1 ? value.toFixed(1) : String(value);
  const choice = CHOICES.find((name) => name === value);
  return choice ? translate(locale, `settings.value.${choice}` satisfies MessageKey) : String(value);
}

/** The settings of one group that a record holds, in the order of the catalogue. A unit stands beside numbers only. Names that the catalogue does not know are not shown. */
export function shownSettings(values: Record<string, SettingValue>, group: SettingsGroup, locale: Locale): ShownSetting[] {
  return SETTINGS.filter((setting) => setting.group === group && Object.hasOwn(values, setting.name)).map((setting) => {
    const value = values[setting.name]!;
    const step = 'range' in setting ? setting.range[2] : undefined;
    return {
      name: setting.name,
      label: translate(locale, `settings.label.${setting.name}`),
      value: setting.name.includes('_flag') ? value === true || value === 1 : shownValue(value, step, locale),
      unit: 'unit' in setting && typeof value === 'number' ? setting.unit : null,
    };
  });
}
