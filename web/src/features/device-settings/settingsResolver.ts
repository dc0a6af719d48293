import { checkSettings, type SettingsRefusal } from '#rules/device-settings/device-settings';
import type { ModelKind } from '#rules/device-settings/settings-catalog';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { fieldsOfMode, settingsInputOf, type SettingsForm, type SettingsValues } from './settingsFormValues.ts';

/** Returns the server's refusal of a field while the field has the refused value. */
export type ServerRefusals = ReadonlyMap<string, { value: string; code: string; message: string }>;

/**
 * Returns the form's resolver with the rules that the server applies too. It keeps the server's own refusals, because
 * the server knows more (such as a different device model since the page loaded), and moving to another field corrects
 * nothing.
 */
export function settingsResolver(
  form: SettingsForm,
  text: (refusal: SettingsRefusal, labels: ReadonlyMap<string, string>) => string,
  fromServer: () => ServerRefusals,
): Resolver<SettingsValues> {
  const device = { kind: form.kind.toLowerCase() as ModelKind, model: form.model };
  return (entered) => {
    const input = settingsInputOf(form, entered);
    const { refusals } = checkSettings(device, input);
    const labels = new Map(fieldsOfMode(form, entered.mode).map(({ name, label }) => [name, label]));
    const values: Record<string, { type: string; message: string }> = {};
    const errors: FieldErrors<SettingsValues> = {};
    for (const refusal of refusals) {
      const error = { type: refusal.code, message: text(refusal, labels) };
      if (refusal.field === 'mode') errors.mode = error;
      else values[refusal.field.replace('values.', '')] ??= error;
    }
    for (const { name, value } of input.values) {
      const refused = fromServer().get(name);
      if (refused?.value === value) values[name] ??= { type: refused.code, message: refused.message };
    }
    if (Object.keys(values).length > 0) errors.values = values;
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: entered, errors: {} };
  };
}
