import type { Locale } from '../shared/messages.ts';
import { fieldsOf, modesOf } from './device-settings.rules.ts';
import { textsOf, type EditState } from './settings-form.service.ts';
import type { SettingName } from './settings-catalog.rules.ts';
import { choiceLabel, labelOf } from './settings-record.texts.ts';

/** Returns the settings page of a device in the viewer's language: its modes with their fields and current values. */
export function formView({ device, current, pending, version }: EditState, locale: Locale) {
  const [now, coming] = [textsOf(current), textsOf(pending)];
  return {
    kind: device.kind,
    model: device.model,
    version,
    pending,
    currentMode: now.mode,
    values: now.values,
    pendingMode: coming.mode,
    pendingValues: coming.values,
    modes: modesOf(device).map((mode) => ({
      mode,
      label: choiceLabel(mode, locale),
      fields: fieldsOf(device, mode).map((field) => ({
        ...field,
        label: labelOf(field.name as SettingName, locale),
        choices: field.choices.map((value) => ({ value, label: choiceLabel(value, locale) })),
      })),
    })),
  };
}
