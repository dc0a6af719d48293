import { registerEnumType } from 'type-graphql';
import type { SettingsState } from './device-index.list.rules.ts';

export const SettingsStateEnum: Record<Uppercase<SettingsState>, SettingsState> = {
  PENDING: 'pending',
  FAILED: 'failed',
  VOID: 'void',
  CURRENT: 'current',
  DEFAULTS: 'defaults',
  NONE: 'none',
};
registerEnumType(SettingsStateEnum, {
  name: 'SettingsState',
  description: 'The state of the settings of a device.',
  valuesConfig: {
    PENDING: { description: 'A change is pending; the device has not applied it.' },
    FAILED: { description: 'The latest change failed; the device has not applied it.' },
    VOID: { description: 'The latest change was replaced or withdrawn; the device has not applied it.' },
    CURRENT: { description: 'The device uses the settings that it reported.' },
    DEFAULTS: { description: 'The device uses its defaults.' },
    NONE: { description: 'No settings are known.' },
  },
});
