import { useApolloClient } from '@apollo/client/react';
import type { Equipment } from '#rules/device-history/equipment';
import { graphql } from '../../gql/gql.ts';
import { useAssignDeviceMutation } from '../../gql/hooks.ts';
import type { EquipmentField } from './useEquipmentForm.ts';

graphql(`
  fragment AssignDevice_conflict on DeviceConflict {
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
        ...AssignDevice_conflict @unmask
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
        ...AssignDevice_conflict @unmask
      }
    }
  }
`);

/** Asks about and makes an assignment. Neither the PIN nor an answer about it is kept in the cache. */
export function useAssignDevice(patientId: string) {
  const client = useApolloClient();
  const [mutate] = useAssignDeviceMutation();
  const inputOf = ({ startDate, serialNumber, pinNumber }: Equipment) => ({
    patientId,
    startDate,
    serialNumber,
    pinNumber: pinNumber || null,
  });

  /** `only`: the fields that matter now. Every check of the PIN counts as an attempt, so it is named on submit only. */
  async function check(equipment: Equipment, only?: readonly EquipmentField[]) {
    const pin = !only || only.includes('pinNumber');
    const input = inputOf(pin ? equipment : { ...equipment, pinNumber: null });
    const variables = { input, only: only ? [...only] : null };
    const { data } = await client.query({ query: checkAssignDevice, variables, fetchPolicy: 'no-cache' });
    if (!data) throw new Error('checkAssignDevice answered nothing');
    return data.checkAssignDevice;
  }

  async function assign(equipment: Equipment) {
    const { data } = await mutate({ variables: { input: inputOf(equipment) } });
    if (!data) throw new Error('assignDevice answered nothing');
    return data.assignDevice;
  }

  return { check, assign };
}
