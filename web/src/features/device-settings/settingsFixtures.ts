import type { MockLink } from '@apollo/client/testing';
import type { DeviceSettings_historyFragment } from './gql/DeviceSettings.ts';
import { SettingsStatusChangedDocument } from './gql/useLiveSettings.ts';
import type { SettingsRecord } from './SettingsStatus.tsx';

/** One setting as the API returns it, for tests. */
export const aSetting = (name: string, label: string, value: string, unit: string | null = null) =>
  ({ __typename: 'SettingsField', name, label, value, unit }) as const;

/** The current settings of a device as the API returns them, for tests: collected on 05/02/2026. */
export const currentSettings: SettingsRecord = {
  __typename: 'SettingsRecord',
  id: 'current',
  status: 'CURRENT',
  isEdit: false,
  submittedBy: null,
  submittedAt: null,
  sentAt: null,
  answeredAt: null,
  failureText: null,
  collected: '2026-05-02T14:37:10Z',
  sourceDisplay: 'Wireless',
  therapy: [aSetting('mode', 'Mode', 'CPAP'), aSetting('treat_p', 'Treat P', '8.0', 'cmH2O')],
  comfort: [aSetting('auto_on_flag', 'Auto On', 'true')],
  alerts: [aSetting('leak_alert_flag', 'Leak Alert', 'false')],
};

/** A pending change by Dana Whitfield. */
export const pendingSettings: SettingsRecord = {
  ...currentSettings,
  id: 'pending',
  status: 'PENDING',
  isEdit: true,
  submittedBy: 'Whitfield, Dana',
  submittedAt: '2026-05-03T02:05:09Z',
  collected: null,
  sourceDisplay: null,
  therapy: [aSetting('mode', 'Mode', 'CPAP'), aSetting('treat_p', 'Treat P', '9.5', 'cmH2O')],
};

/** An active device of patient 7 with its settings, as the API returns it, for tests. */
export function deviceSettings(change: Partial<DeviceSettings_historyFragment> = {}): DeviceSettings_historyFragment {
  return {
    __typename: 'DeviceHistory',
    id: 'history-5',
    databaseId: 5,
    serial: 'A3900010001',
    endDate: null,
    isAssignedToPatient: true,
    historySize: 3,
    editAllowed: 'PASS',
    editNotice: null,
    viewerCanEditSettings: true,
    patient: { __typename: 'Patient', id: 'p7', databaseId: 7 },
    currentSettings,
    pendingSettings: null,
    deliveredSettings: null,
    viewerCanDismissSettings: true,
    settingsVersion: 'basis-1',
    ...change,
  };
}

/** A mocked subscription to a patient's settings; it sends nothing during a test unless a device is given. */
export function settingsNews(
  change?: { deviceHistory: unknown; settingsRecord: unknown },
  delay = change ? 50 : 60_000,
): MockLink.MockedResponse {
  return {
    request: { query: SettingsStatusChangedDocument, variables: () => true },
    maxUsageCount: Infinity,
    delay,
    result: {
      data: {
        settingsStatusChanged: {
          __typename: 'SettingsStatusChange',
          deviceHistory: null,
          settingsRecord: null,
          ...change,
        },
      },
    },
  };
}
