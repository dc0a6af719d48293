import { graphql } from '../../gql/gql.ts';
import type { SettingsStatusChangedSubscription } from '../../gql/graphql.ts';
import { useSettingsStatusChangedSubscription } from '../../gql/hooks.ts';

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
 * Keeps the settings of a patient's devices as they are on the server while a page is open: every event carries the device
 * and the record as they are now, and the client's cache hands them to whoever shows them. `onChange` for more than that.
 */
export function useLiveSettings(patientId: string, onChange?: (change: SettingsStatusChange) => void) {
  useSettingsStatusChangedSubscription({
    variables: { patientId },
    onData: ({ data: { data } }) => {
      if (data) onChange?.(data.settingsStatusChanged);
    },
  });
}
