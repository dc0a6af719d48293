import type { MockLink } from '@apollo/client/testing';
import type { Unmasked } from '@apollo/client/masking';
import { aDevice } from '../features/device-history/deviceFixtures.ts';
import { DeviceHistoryChangedDocument, SettingsStatusChangedDocument, type MachinePageQuery } from '../gql/graphql.ts';

export type DeviceOnPage = NonNullable<Unmasked<MachinePageQuery>['machine']>['history'][number];

/** A device with all that the panels beside the selector show of it, as the API answers it; for tests. */
export function aDeviceOnPage(change: Partial<DeviceOnPage> & { databaseId: number }): DeviceOnPage {
  const { databaseId } = change;
  return {
    ...aDevice({ databaseId }),
    patient: { __typename: 'Patient', id: `p${databaseId}`, databaseId: databaseId * 10, viewerCanUploadICode: true },
    isActive: (change.endDate ?? null) === null,
    historySize: 0,
    editAllowed: 'pass',
    editNotice: null,
    viewerCanEditSettings: false,
    currentSettings: null,
    pendingSettings: null,
    module: null,
    lastConnection: null,
    ...change,
  };
}

/** A socket on which nobody says anything about settings. */
export const quietSettings: MockLink.MockedResponse = {
  request: { query: SettingsStatusChangedDocument, variables: () => true },
  maxUsageCount: Infinity,
  delay: 60_000,
  result: { data: {} },
};

/** What the socket says of the devices of a patient; nothing within the time of a test unless a delay is given. */
export const devicesChanged = (patientId: string, delay = 60_000): MockLink.MockedResponse => ({
  request: { query: DeviceHistoryChangedDocument, variables: { patientId } },
  delay,
  result: {
    data: {
      deviceHistoryChanged: { __typename: 'DeviceHistoryChange', patient: { __typename: 'Patient', id: patientId } },
    },
  },
});
