import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { UpdateDeviceInput } from '../../gql/graphql.ts';
import { useUpdateDeviceMutation } from '../../gql/hooks.ts';
import type { EquipmentDoor } from './equipmentDoor.ts';
import type { EquipmentValues } from './equipmentModes.ts';

const checkUpdateDevice = graphql(`
  query CheckUpdateDevice($input: UpdateDeviceInput!, $only: [String!]) {
    checkUpdateDevice(input: $input, only: $only) {
      userErrors {
        field
        code
        message
      }
      pinCleared
      affectsCompliance
      distance {
        field
        code
        message
      }
      conflict {
        ...EquipmentDoor_conflict @unmask
      }
      machineHistory {
        ...EquipmentDoor_conflict @unmask
      }
    }
  }
`);

graphql(`
  mutation UpdateDevice($input: UpdateDeviceInput!) {
    updateDevice(input: $input) {
      deviceHistory {
        id
        databaseId
        serial
      }
      patient {
        id
        ...DeviceHistoryPanel_patient
      }
      userErrors {
        field
        code
        message
      }
      conflict {
        ...EquipmentDoor_conflict @unmask
      }
      machineHistory {
        ...EquipmentDoor_conflict @unmask
      }
      recalculate
    }
  }
`);

/** What the form was opened with: the server refuses a change of something else (changed-meanwhile). */
export interface OpenedWith {
  startDate: string;
  endDate: string | null;
  /** As the viewer may read it; null when there is none, or none for them. */
  pin: string | null;
}

/** Asks about and makes changed dates of a device. Neither the PIN nor an answer about it is kept in the cache. */
export function useUpdateDevice(deviceHistoryId: string, opened: OpenedWith): EquipmentDoor {
  const client = useApolloClient();
  const [mutate] = useUpdateDeviceMutation();

  function inputOf(
    { startDate, endDate, serialNumber, pinNumber }: EquipmentValues,
    withPin = true,
  ): UpdateDeviceInput {
    const pin = pinNumber || null;
    return {
      deviceHistoryId,
      startDate,
      endDate: endDate || null,
      serialNumber,
      // A PIN that was left alone is left out: to compare it would be an attempt.
      ...(withPin && pin !== opened.pin && { pinNumber: pin }),
      expectedStartDate: opened.startDate,
      expectedEndDate: opened.endDate,
    };
  }

  return {
    async check(values, only) {
      const variables = { input: inputOf(values, !only || only.includes('pinNumber')), only: only ? [...only] : null };
      const { data } = await client.query({ query: checkUpdateDevice, variables, fetchPolicy: 'no-cache' });
      if (!data) throw new Error('checkUpdateDevice answered nothing');
      return data.checkUpdateDevice;
    },
    async save(values) {
      const { data } = await mutate({ variables: { input: inputOf(values) } });
      if (!data) throw new Error('updateDevice answered nothing');
      return data.updateDevice;
    },
  };
}
