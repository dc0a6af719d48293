import { translate, type Locale, type MessageKey } from '../shared/messages.ts';
import {
  flagOfValue,
  isFlag,
  SETTINGS,
  type SettingName,
  type SettingsGroup,
  type SettingValue,
} from './settings-catalog.rules.ts';
import type { EditAllowed } from './device-settings-edit-allowed.ts';
import type { SettingsRecord } from './settings-record.entity.ts';

type Values = Record<string, SettingValue>;
export type StatusKey = SettingsRecord['state'] | 'delivered';

/** The documented status texts, which clients compare: the same in every language. */
const STATUS = {
  current: 'Current',
  past: 'Past',
  delivered: 'Delivered',
  pending: 'Pending Delivery',
  failed: 'Failed Delivery',
  void: 'Void/Replaced',
  defaults: 'Defaults',
} as const satisfies Record<StatusKey, string>;
type SettingsRecordStatus = (typeof STATUS)[StatusKey];

/** Color of a history row: red for FAILED and VOID, yellow for PENDING. */
export type Tone = 'FAILED' | 'PENDING' | 'VOID' | 'NONE';

/** One line of a settings card. */
export interface ShownSetting {
  name: SettingName;
  label: string;
  /** As displayed; true or false for a flag. */
  value: string | boolean;
  unit: string | null;
}

/**
 * Returns the status as GraphQL names it, in lower case. A past submitted record was applied by the device; a past collected
 * one was superseded.
 */
export const statusKey = ({ state, isEdit }: Pick<SettingsRecord, 'state' | 'isEdit'>): StatusKey =>
  state === 'past' && isEdit ? 'delivered' : state;

/** Returns the documented status, the same in every language. */
export const recordStatusOf = (record: Pick<SettingsRecord, 'state' | 'isEdit'>): SettingsRecordStatus =>
  STATUS[statusKey(record)];

/** Returns the status in the viewer's language. */
export const titleOf = (record: Pick<SettingsRecord, 'state' | 'isEdit'>, locale: Locale): string =>
  translate(locale, `settings.status.${statusKey(record)}`);

/**
 * Whether a record is shown as 'Changes submitted by …': until the device reports it; then it is shown as 'Collected
 * via …'.
 */
export const readsAsEdit = ({ isEdit, collected }: Pick<SettingsRecord, 'isEdit' | 'collected'>): boolean =>
  isEdit && collected === null;

const TONES: Partial<Record<StatusKey, Tone>> = { failed: 'FAILED', pending: 'PENDING', void: 'VOID' };

/** Returns the color of a record in the history. */
export const toneOf = (record: Pick<SettingsRecord, 'state' | 'isEdit'>): Tone => TONES[statusKey(record)] ?? 'NONE';

/** Returns '(Failed)', '(Pending)' or '(Replaced)' for a history row; otherwise empty. */
export function statusLabelOf(record: Pick<SettingsRecord, 'state' | 'isEdit'>, locale: Locale): string {
  const tone = toneOf(record);
  return tone === 'NONE' ? '' : translate(locale, `settings.history.${tone}`);
}

const SOURCES: Record<string, MessageKey> = {
  wireless: 'settings.source.wireless',
  'sd card': 'settings.source.sd',
  'qr+': 'settings.source.qr',
  app: 'settings.source.app',
  pc: 'settings.source.pc',
};

/** Returns the source of settings in the viewer's language; an unknown source unchanged. */
export function sourceDisplayOf({ source }: Pick<SettingsRecord, 'source'>, locale: Locale): string | null {
  const key = SOURCES[source?.toLowerCase() ?? ''];
  return key ? translate(locale, key) : source;
}

/** Returns the text of the notice or warning before a change, in the viewer's language; null for 'pass'. */
export const editNotice = (allowed: EditAllowed, locale: Locale): string | null =>
  allowed === 'pass' ? null : translate(locale, allowed);

/** Returns why a change was not delivered, as a sentence in the viewer's language; null when it did not fail. */
export function failureTextOf(
  { failure, refusal }: Pick<SettingsRecord, 'failure' | 'refusal'>,
  locale: Locale,
): string | null {
  if (!failure) return null;
  if (failure === 'refused' && refusal)
    return translate(locale, 'settings.failure.refused_because', { reason: refusal });
  return translate(locale, `settings.failure.${failure}`);
}

const CHOICES = [
  'off',
  'auto',
  'clinician',
  'patient',
  '22_mm',
  '15_mm',
  '22_mm_heated',
  '15_mm_heated',
  'full_face',
  'nasal',
  'pillows',
  'other',
  'Titration',
] as const;

/** Returns a choice as displayed; numbers and names of modes are the same in every language. */
export function choiceLabel(value: string, locale: Locale): string {
  const choice = CHOICES.find((name) => name === value);
  return choice ? translate(locale, `settings.value.${choice}` satisfies MessageKey) : value;
}

function shownValue(value: SettingValue, step: number | undefined, locale: Locale): string {
  if (typeof value === 'number') return step !== undefined && step < 1 ? value.toFixed(1) : String(value);
  return choiceLabel(String(value), locale);
}

/** Returns the label of a setting in the viewer's language. */
export const labelOf = (name: SettingName, locale: Locale): string => translate(locale, `settings.label.${name}`);

/**
 * Returns the settings of a record, of one group or of all, in the order of the catalog. Only numbers have a unit.
 * Names outside the catalog are omitted.
 */
export function shownSettings(values: Values, group: SettingsGroup | 'all', locale: Locale): ShownSetting[] {
  return SETTINGS.filter(
    (setting) => (group === 'all' || setting.group === group) && Object.hasOwn(values, setting.name),
  ).map((setting) => {
    const value = values[setting.name]!;
    const step = 'range' in setting ? setting.range[2] : undefined;
    return {
      name: setting.name,
      label: labelOf(setting.name, locale),
      value: isFlag(setting.name) ? flagOfValue(value) : shownValue(value, step, locale),
      unit: 'unit' in setting && typeof value === 'number' ? setting.unit : null,
    };
  });
}

/** Returns one setting with its unit as displayed; true or false for a flag. */
export const readable = ({ value, unit }: ShownSetting): string => (unit ? `${value} ${unit}` : String(value));
