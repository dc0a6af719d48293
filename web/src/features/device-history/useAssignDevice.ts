import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { useAssignDeviceMutation } from '../../gql/hooks.ts';
import type { EquipmentDoor } from './equipmentDoor.ts';
import type { EquipmentValues } from './equipmentModes.ts';

graphql(`
  fragment EquipmentDoor_conflict on DeviceConflict {
    patientDatabaseId
    lastName
    firstName
    startDate
    endDate
  }
`);

const checkAssignDevice = graphql(`
  query CheckAssignDevice($input: AssignDeviceInput!, $only: [String!]) {
    checkAssignDevice(input: $input, only: $only) {
      userErrors {
        field
        code
        message
      }
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
  mutation AssignDevice($input: AssignDeviceInput!) {
    assignDevice(input: $input) {
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
    }
  }
`);

/** Asks about and makes an assignment. Neither the PIN nor an answer about it is kept in the cache. */
export function useAssignDevice(patientId: string): EquipmentDoor {
  const client = useApolloClient();
  const [mutate] = useAssignDeviceMutation();
  const inputOf = ({ startDate, serialNumber, pinNumber }: EquipmentValues) => ({
    patientId,
    startDate,
    serialNumber,
    pinNumber: pinNumber || null,
  });

  return {
    async check(values, only) {
      const pin = !only || only.includes('pinNumber');
      const input = inputOf(pin ? values : { ...values, pinNumber: null });
      const variables = { input, only: only ? [...only] : null };
      const { data } = await client.query({ query: checkAssignDevice, variables, fetchPolicy: 'no-cache' });
      if (!data) throw new Error('checkAssignDevice answered nothing');
      return data.checkAssignDevice;
    },
    async save(values) {
      const { data } = await mutate({ variables: { input: inputOf(values) } });
      if (!data) throw new Error('assignDevice answered nothing');
      return data.assignDevice;
    },
  };
}
