import { graphql } from '../../lib/graphql.ts';
import type { EquipmentOperations } from './equipmentOperations.ts';
import type { EquipmentValues } from './equipmentModes.ts';
import { useAssignDevice, useCheckAssignDevice } from './gql/useAddEquipment.ts';

graphql(`
  query CheckAssignDevice($input: AssignDeviceInput!, $only: [String!]) {
    checkAssignDevice(input: $input, only: $only) {
      ...EquipmentOperations_answer @unmask
      distance {
        field
        code
        message
      }
      impact {
        ...EquipmentOperations_impact @unmask
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
      ...EquipmentOperations_answer @unmask
    }
  }
`);

/** Returns the operations of 'Add equipment'. The cache stores neither the PIN nor an answer about it. */
export function useAddEquipment(patientId: string): EquipmentOperations {
  const check = useCheckAssignDevice();
  const assign = useAssignDevice();
  const inputOf = ({ startDate, serialNumber, pinNumber }: EquipmentValues) => ({
    patientId,
    startDate,
    serialNumber,
    pinNumber: pinNumber || null,
  });

  return {
    check(values, only, signal) {
      const pin = !only || only.includes('pinNumber');
      const input = inputOf(pin ? values : { ...values, pinNumber: null });
      return check({ input, only: only ? [...only] : null }, { signal });
    },
    save: (values) => assign({ input: inputOf(values) }),
  };
}
