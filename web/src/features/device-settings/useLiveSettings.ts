import { announceDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useSettingsStatusChangedSubscription, type SettingsStatusChangedSubscription } from './gql/useLiveSettings.ts';

graphql(`
  subscription SettingsStatusChanged($patientId: ID!) {
    settingsStatusChanged(patientId: $patientId) {
      deviceHistory {
        id
        ...DeviceSettings_history
      }
      settingsRecord {
        ...DeviceSettings_record @unmask
      }
    }
  }
`);

export type SettingsStatusChange = SettingsStatusChangedSubscription['settingsStatusChanged'];

/**
 * Keeps the settings of a patient's devices up to date while a page is open. Every event carries the current device and
 * record, and Apollo's cache updates each component that shows them; an open Settings History is read again. `onChange` is
 * for anything else.
 */
export function useLiveSettings(patientId: string, onChange?: (change: SettingsStatusChange) => void) {
  useSettingsStatusChangedSubscription({
    variables: { patientId },
    onData: ({ data: { data } }) => {
      if (!data) return;
      onChange?.(data.settingsStatusChanged);
      announceDeviceChange();
    },
  });
}
