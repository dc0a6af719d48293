import { registerEnumType } from 'type-graphql';
import { SETTINGS_STATES } from './device-index.list.rules.ts';
import { enumOf } from '../shared/enums.ts';

export const SettingsStateEnum = enumOf(SETTINGS_STATES);
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
