import { isFlag } from '#rules/device-settings/settings-catalog';
import type { SubmitSettingsInput } from '../../gql/schema.ts';
import { decimalText, parseDecimal } from './decimal.ts';
import type { SettingsEditor_historyFragment } from './gql/SettingsEditor.ts';

export type SettingsForm = SettingsEditor_historyFragment['settingsForm'];
export type SettingsFormField = SettingsForm['modes'][number]['fields'][number];

/**
 * The values of the form: the mode, and every setting of every mode as text, so that switching the mode and back loses
 * nothing.
 */
export interface SettingsValues {
  mode: string;
  values: Record<string, string>;
}

const mapOf = (values: readonly { name: string; value: string }[]) =>
  new Map(values.map(({ name, value }) => [name, value]));

/** Returns the fields of a mode, in the order of the cards. */
export function fieldsOfMode({ modes }: SettingsForm, mode: string): readonly SettingsFormField[] {
  return modes.find((one) => one.mode === mode)?.fields ?? [];
}

/**
 * Returns the initial values of the form: the pending change if there is one, because a submit replaces it and must not
 * lose it by accident; else the current settings; else the factory defaults.
 */
export function startValues(form: SettingsForm, from: 'current' | 'pending'): SettingsValues {
  const known = new Map([...mapOf(form.values), ...(from === 'pending' ? mapOf(form.pendingValues) : [])]);
  const fields = form.modes.flatMap((mode) => mode.fields);
  const mode = (from === 'pending' ? form.pendingMode : null) ?? form.currentMode ?? form.modes[0]?.mode ?? '';
  return {
    mode,
    values: Object.fromEntries(
      fields.map((field) => [field.name, shownText(field, known.get(field.name) ?? field.initial)]),
    ),
  };
}

function shownText({ kind, step }: SettingsFormField, text: string): string {
  const number = kind === 'NUMBER' ? parseDecimal(text) : null;
  return number === null ? text : decimalText(number, Number(step));
}

/** Returns the settings of the mode for which the device reported no value: the form shows the factory default. */
export function defaultsOf(form: SettingsForm, mode: string): readonly SettingsFormField[] {
  const known = new Set([...form.values, ...form.pendingValues].map(({ name }) => name));
  return fieldsOfMode(form, mode).filter(({ name }) => !known.has(name));
}

/** Returns the current settings that the mode does not have: they end with the change. */
export function droppedNames(form: SettingsForm, mode: string): string[] {
  const kept = new Set(fieldsOfMode(form, mode).map(({ name }) => name));
  return form.values.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** Returns the settings of the chosen mode as the server expects them: with a decimal point. */
export function settingsInputOf(
  form: SettingsForm,
  { mode, values }: SettingsValues,
): Pick<SubmitSettingsInput, 'mode' | 'values'> {
  return {
    mode,
    values: fieldsOfMode(form, mode).map((field) => ({
      name: field.name,
      value: sentText(field, values[field.name] ?? ''),
    })),
  };
}

function sentText({ kind }: SettingsFormField, text: string): string {
  const number = kind === 'NUMBER' ? parseDecimal(text) : null;
  return number === null ? text.trim() : String(number);
}

/** Whether two sets of settings are equal for the device: 8, 8.0 and 8,0 are the same pressure. */
export function sameSettings(form: SettingsForm, one: SettingsValues, other: SettingsValues): boolean {
  if (one.mode !== other.mode) return false;
  const values = mapOf(settingsInputOf(form, other).values);
  return settingsInputOf(form, one).values.every(({ name, value }) => values.get(name) === value);
}

/** Whether the pending change is this one. */
export function isPendingChange(form: SettingsForm, input: SettingsValues): boolean {
  return form.pending !== null && form.pendingMode !== null && sameSettings(form, startValues(form, 'pending'), input);
}

interface Change {
  name: string;
  label: string;
  from: string | null;
  to: string;
}

/**
 * Returns the server's changes with _flag settings as true or false, as everywhere in the client (document 000, section
 * 3).
 */
export function withFlags(
  form: SettingsForm,
  input: Pick<SubmitSettingsInput, 'values'>,
  changes: readonly Change[],
): Change[] {
  const [before, after] = [mapOf(form.values), mapOf(input.values)];
  return changes.map((change) => {
    const to = isFlag(change.name) ? after.get(change.name) : undefined;
    return to === undefined ? change : { ...change, from: before.get(change.name) ?? null, to };
  });
}
