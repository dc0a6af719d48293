import { translate, type Locale, type MessageKey } from '../shared/messages.ts';
import {
  flagOf,
  isFlag,
  SETTINGS,
  type SettingName,
  type SettingsGroup,
  type SettingValue,
} from './settings-catalog.rules.ts';
import type { EditAllowed } from './device-settings.edit-allowed.ts';
import type { SettingsRecord } from './settings-record.entity.ts';

type Values = Record<string, SettingValue>;
type StatusKey = SettingsRecord['state'] | 'delivered';

/** The documented status texts: values that clients compare, the same in every language. */
const STATUS = {
  current: 'Current',
  past: 'Past',
  delivered: 'Delivered',
  pending: 'Pending Delivery',
  failed: 'Failed Delivery',
  void: 'Void/Replaced',
  defaults: 'Defaults',
} as const satisfies Record<StatusKey, string>;

/** Colour of a row of the history: red for FAILED and VOID, yellow for PENDING. */
export type Tone = 'FAILED' | 'PENDING' | 'VOID' | 'NONE';

/** One line of a settings card. */
export interface ShownSetting {
  name: SettingName;
  label: string;
  /** Ready to be read; of a flag true or false. */
  value: string | boolean;
  unit: string | null;
}

// What was submitted and is past was taken over; what was collected and is past was followed by other settings.
const statusKey = ({ state, isEdit }: Pick<SettingsRecord, 'state' | 'isEdit'>): StatusKey =>
  state === 'past' && isEdit ? 'delivered' : state;

/** The documented status, the same in every language. */
export const recordStatusOf = (record: Pick<SettingsRecord, 'state' | 'isEdit'>): string => STATUS[statusKey(record)];

/** The status in the viewer's language. */
export const titleOf = (record: Pick<SettingsRecord, 'state' | 'isEdit'>, locale: Locale): string =>
  translate(locale, `settings.status.${statusKey(record)}`);

/** Whether a record reads 'Changes submitted by …': until the device reports it as its own; from then on it reads 'Collected via …'. */
export const readsAsEdit = ({ isEdit, collected }: Pick<SettingsRecord, 'isEdit' | 'collected'>): boolean =>
  isEdit && collected === null;

const TONES: Partial<Record<StatusKey, Tone>> = { failed: 'FAILED', pending: 'PENDING', void: 'VOID' };

/** The colour of a record in the history. */
export const toneOf = (record: Pick<SettingsRecord, 'state' | 'isEdit'>): Tone => TONES[statusKey(record)] ?? 'NONE';

/** '(Failed)', '(Pending)' or '(Replaced)' beside a record in the history; else empty. */
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

/** Where settings were collected, in the viewer's language; a source that is not known here as it is. */
export function sourceDisplayOf({ source }: Pick<SettingsRecord, 'source'>, locale: Locale): string | null {
  const key = SOURCES[source?.toLowerCase() ?? ''];
  return key ? translate(locale, key) : source;
}

/** The text of the notice or warning that stands in the way of a change, in the viewer's language; null for 'pass'. */
export const editNotice = (allowed: EditAllowed, locale: Locale): string | null =>
  allowed === 'pass' ? null : translate(locale, allowed);

/** Why a change was not delivered, as a sentence in the viewer's language; null while nothing failed. */
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

/** A choice as people read it; a number and a name of a mode are the same in every language. */
export function choiceLabel(value: string, locale: Locale): string {
  const choice = CHOICES.find((name) => name === value);
  return choice ? translate(locale, `settings.value.${choice}` satisfies MessageKey) : value;
}

function shownValue(value: SettingValue, step: number | undefined, locale: Locale): string {
  if (typeof value === 'number') return step !== undefined && step < 1 ? value.toFixed(1) : String(value);
  return choiceLabel(String(value), locale);
}

/** The label of a setting in the viewer's language. */
export const labelOf = (name: SettingName, locale: Locale): string => translate(locale, `settings.label.${name}`);

/** The settings that a record holds, of one group or of all, in the order of the catalogue. A unit stands beside numbers only. Names that the catalogue does not know are not shown. */
export function shownSettings(values: Values, group: SettingsGroup | 'all', locale: Locale): ShownSetting[] {
  return SETTINGS.filter(
    (setting) => (group === 'all' || setting.group === group) && Object.hasOwn(values, setting.name),
  ).map((setting) => {
    const value = values[setting.name]!;
    const step = 'range' in setting ? setting.range[2] : undefined;
    return {
      name: setting.name,
      label: labelOf(setting.name, locale),
      value: isFlag(setting.name) ? flagOf(value) : shownValue(value, step, locale),
      unit: 'unit' in setting && typeof value === 'number' ? setting.unit : null,
    };
  });
}

/** One setting with its unit, ready to be read; of a flag true or false. */
export const readable = ({ value, unit }: ShownSetting): string => (unit ? `${value} ${unit}` : String(value));
