import type { UpdateDeviceInput } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import type { EquipmentOperations } from './equipmentOperations.ts';
import type { EquipmentValues } from './equipmentModes.ts';
import { useCheckUpdateDevice, useUpdateDevice } from './gql/useUpdateEquipment.ts';

graphql(`
  query CheckUpdateDevice($input: UpdateDeviceInput!, $only: [String!]) {
    checkUpdateDevice(input: $input, only: $only) {
      ...EquipmentOperations_answer @unmask
      pinCleared
      affectsCompliance
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
      ...EquipmentOperations_answer @unmask
      recalculate
    }
  }
`);

/** What the user has seen of the device. */
export interface OpenedWith {
  version: UpdateDeviceInput['version'];
  /** Null when there is none or the viewer may not read it. */
  pin: string | null;
}

/** Returns the operations of 'Update equipment'. The cache stores neither the PIN nor an answer about it. */
export function useUpdateEquipment(deviceHistoryId: string, opened: OpenedWith): EquipmentOperations {
  const check = useCheckUpdateDevice();
  const update = useUpdateDevice();

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
      // An unchanged PIN is omitted, because comparing it would count as an attempt.
      ...(withPin && pin !== opened.pin && { pinNumber: pin }),
      version: opened.version,
    };
  }

  return {
    check(values, only, signal) {
      const input = inputOf(values, !only || only.includes('pinNumber'));
      return check({ input, only: only ? [...only] : null }, { signal });
    },
    save: (values) => update({ input: inputOf(values) }),
  };
}
