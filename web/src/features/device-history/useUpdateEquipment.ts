import { graphql } from '../../gql/gql.ts';
import type { UpdateDeviceInput } from '../../gql/graphql.ts';
import { useCheckUpdateDevice, useUpdateDevice } from '../../gql/hooks.ts';
import type { EquipmentOperations } from './equipmentOperations.ts';
import type { EquipmentValues } from './equipmentModes.ts';

graphql(`
  query CheckUpdateDevice($input: UpdateDeviceInput!, $only: [String!]) {
    checkUpdateDevice(input: $input, only: $only) {
      ...UserErrors
      pinCleared
      affectsCompliance
      distance {
        field
        code
        message
      }
      conflict {
        ...EquipmentOperations_conflict @unmask
      }
      machineHistory {
        ...EquipmentOperations_conflict @unmask
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
      ...UserErrors
      conflict {
        ...EquipmentOperations_conflict @unmask
      }
      machineHistory {
        ...EquipmentOperations_conflict @unmask
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

/** Returns the operations of 'Update equipment'. Neither the PIN nor an answer about it is kept in the cache. */
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
      // A PIN that was left alone is left out: to compare it would be an attempt.
      ...(withPin && pin !== opened.pin && { pinNumber: pin }),
      expectedStartDate: opened.startDate,
      expectedEndDate: opened.endDate,
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
