import type { ReactNode } from 'react';
import { graphql } from '../../lib/graphql.ts';
import type { EquipmentField, EquipmentMode, EquipmentValues } from './equipmentModes.ts';
import type { EquipmentAnswer } from './equipmentSteps.ts';

graphql(`
  fragment EquipmentOperations_overlap on DeviceOverlap {
    patientDatabaseId
    lastName
    firstName
    startDate
    endDate
  }
`);

graphql(`
  fragment EquipmentOperations_answer on AssignmentPayload {
    ...UserErrors @unmask
    overlap {
      ...EquipmentOperations_overlap @unmask
    }
    machineHistory {
      ...EquipmentOperations_overlap @unmask
    }
  }
`);

graphql(`
  fragment EquipmentOperations_patient on Patient {
    id
    firstName
    lastName
  }

  fragment EquipmentOperations_impact on AssignmentImpact {
    moves {
      from {
        ...EquipmentOperations_patient @unmask
      }
      fromHidden
      to {
        ...EquipmentOperations_patient @unmask
      }
      nights
      firstDate
      lastDate
    }
    patients {
      patient {
        ...EquipmentOperations_patient @unmask
      }
      nights
      before {
        ...ForecastTable_compliance @unmask
      }
      after {
        ...ForecastTable_compliance @unmask
      }
    }
  }
`);

/** Result of a save: the same as of a check, plus the saved assignment when nothing was refused. */
export interface EquipmentSaved extends EquipmentAnswer {
  deviceHistory: { databaseId: number; serial: string } | null;
  /** A date changed and the device starts within the compliance period. */
  recalculate?: boolean;
}

/** The operations of one mode of the equipment dialog: a check, which writes nothing, and the save. */
export interface EquipmentOperations {
  /** `only`: fields to check. Every check of a PIN counts as an attempt, so only a submit includes it. */
  check: (values: EquipmentValues, only?: readonly EquipmentField[], signal?: AbortSignal) => Promise<EquipmentAnswer>;
  save: (values: EquipmentValues) => Promise<EquipmentSaved>;
}

/** The input of the equipment dialog and its callbacks. */
export interface EquipmentOwner {
  mode: EquipmentMode;
  operations: EquipmentOperations;
  /** Time zone of the patient's organization. */
  timeZone: string;
  /** Initial values; empty fields when absent. */
  initial?: EquipmentValues;
  /** Whether a PIN exists that the viewer may not read or set. */
  hiddenPin?: 'onFile' | 'none';
  /** Shown above the fields. */
  notice?: ReactNode;
  onClose: () => void;
  /** Called after the device is saved and `onClose` was called. */
  onSaved: (saved: EquipmentSaved) => void;
  /** Another user changed the device: reloads it and returns its current dates. */
  onChangedMeanwhile?: () => Promise<string>;
  /** What the page shows may differ from what is stored. */
  onStale: () => void;
}
