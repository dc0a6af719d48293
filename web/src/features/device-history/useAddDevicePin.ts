import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { useAddDevicePinMutation } from '../../gql/hooks.ts';
import type { EquipmentDoor } from './equipmentDoor.ts';
import type { EquipmentValues } from './equipmentModes.ts';

const checkAddDevicePin = graphql(`
  query CheckAddDevicePin($input: AddDevicePinInput!, $only: [String!]) {
    checkAddDevicePin(input: $input, only: $only) {
      userErrors {
        field
        code
        message
      }
    }
  }
`);

graphql(`
  mutation AddDevicePin($input: AddDevicePinInput!) {
    addDevicePin(input: $input) {
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
    }
  }
`);

/** Asks about and enters the PIN that a device lacks. Neither the PIN nor an answer about it is kept in the cache. */
export function useAddDevicePin(deviceHistoryId: string): EquipmentDoor {
  const client = useApolloClient();
  const [mutate] = useAddDevicePinMutation();
  const inputOf = ({ startDate, serialNumber, pinNumber }: EquipmentValues) => ({
    deviceHistoryId,
    startDate,
    serialNumber,
    pinNumber: pinNumber ?? '',
  });

  return {
    async check(values, only) {
      const variables = { input: inputOf(values), only: only ? [...only] : null };
      const { data } = await client.query({ query: checkAddDevicePin, variables, fetchPolicy: 'no-cache' });
      if (!data) throw new Error('checkAddDevicePin answered nothing');
      return { ...data.checkAddDevicePin, conflict: null };
    },
    async save(values) {
      const { data } = await mutate({ variables: { input: inputOf(values) } });
      if (!data) throw new Error('addDevicePin answered nothing');
      return { ...data.addDevicePin, conflict: null };
    },
  };
}
