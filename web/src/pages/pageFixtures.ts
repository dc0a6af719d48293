import type { MockLink } from '@apollo/client/testing';
import type { Unmasked } from '@apollo/client/masking';
import { aDevice } from '../features/device-history/deviceFixtures.ts';
import { PatientRemovedDevicesDocument } from '../features/device-history/gql/RemovedDevices.ts';
import { DeviceHistoryChangedDocument } from '../features/device-history/gql/useLiveDevices.ts';
import { SettingsStatusChangedDocument } from '../features/device-settings/gql/useLiveSettings.ts';
import { PatientAccessDocument } from '../features/patient-access/gql/PatientAccess.ts';
import { PatientNotesChangedDocument, PatientNotesDocument } from '../features/patient-notes/gql/usePatientNotes.ts';
import { PatientVoidedNightsDocument } from '../features/usage-dates/gql/nightVoidOperations.ts';
import type { MachinePageQuery } from './gql/MachinePage.ts';

export type DeviceOnPage = NonNullable<Unmasked<MachinePageQuery>['machine']>['history'][number];

/** A device with everything that the panels next to the selector show, as the API returns it; for tests. */
export function aDeviceOnPage(change: Partial<DeviceOnPage> & { databaseId: number }): DeviceOnPage {
  const { databaseId } = change;
  return {
    ...aDevice({ databaseId }),
    patient: {
      __typename: 'Patient',
      id: `p${databaseId}`,
      databaseId: databaseId * 10,
      viewerCanUploadICode: true,
      activeSerials: [],
    },
    isActive: (change.endDate ?? null) === null,
    historySize: 0,
    editAllowed: 'PASS',
    editNotice: null,
    viewerCanEditSettings: false,
    currentSettings: null,
    pendingSettings: null,
    deliveredSettings: null,
    viewerCanDismissSettings: false,
    settingsVersion: 'basis-1',
    module: null,
    lastConnection: null,
    ...change,
  };
}

/** A subscription that reports no change of settings. */
export const quietSettings: MockLink.MockedResponse = {
  request: { query: SettingsStatusChangedDocument, variables: () => true },
  maxUsageCount: Infinity,
  delay: 60_000,
  result: { data: {} },
};

/** A mocked subscription to a patient's devices; it sends nothing during a test unless a delay is given. */
export const devicesChanged = (patientId: string, delay = 60_000): MockLink.MockedResponse => ({
  request: { query: DeviceHistoryChangedDocument, variables: { patientId } },
  delay,
  result: {
    data: {
      deviceHistoryChanged: { __typename: 'DeviceHistoryChange', patient: { __typename: 'Patient', id: patientId } },
    },
  },
});

/** Parts of a patient's page that read what they show themselves: they load during a test. */
export const loadingRecordCards: MockLink.MockedResponse[] = [
  PatientNotesDocument,
  PatientNotesChangedDocument,
  PatientAccessDocument,
  PatientRemovedDevicesDocument,
  PatientVoidedNightsDocument,
].map((query) => ({
  request: { query, variables: () => true },
  maxUsageCount: Infinity,
  delay: 60_000,
  result: { data: {} },
}));
