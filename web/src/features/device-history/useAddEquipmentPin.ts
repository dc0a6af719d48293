import { graphql } from '../../lib/graphql.ts';
import type { EquipmentOperations } from './equipmentOperations.ts';
import type { EquipmentValues } from './equipmentModes.ts';
import { useAddDevicePin, useCheckAddDevicePin } from './gql/useAddEquipmentPin.ts';

graphql(`
  query CheckAddDevicePin($input: AddDevicePinInput!, $only: [String!]) {
    checkAddDevicePin(input: $input, only: $only) {
      ...UserErrors
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
      ...UserErrors
    }
  }
`);

/** Returns the operations of 'Add Pin'. The cache stores neither the PIN nor an answer about it. */
export function useAddEquipmentPin(deviceHistoryId: string): EquipmentOperations {
  const check = useCheckAddDevicePin();
  const addPin = useAddDevicePin();
  const inputOf = ({ startDate, serialNumber, pinNumber }: EquipmentValues) => ({
    deviceHistoryId,
    startDate,
    serialNumber,
    pinNumber: pinNumber ?? '',
  });

  return {
    async check(values, only, signal) {
      const answer = await check({ input: inputOf(values), only: only ? [...only] : null }, { signal });
      return { ...answer, overlap: null };
    },
    async save(values) {
      return { ...(await addPin({ input: inputOf(values) })), overlap: null };
    },
  };
}
