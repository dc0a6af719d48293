import type { EquipmentField, EquipmentValues } from './equipmentModes.ts';
import type { EquipmentAnswer } from './equipmentSteps.ts';

/** What a save answers: as a check does, and the assignment after it when nothing stood against it. */
export interface EquipmentSaved extends EquipmentAnswer {
  deviceHistory: { databaseId: number; serial: string } | null;
  /** A date was changed and the device starts within the compliance period. */
  recalculate?: boolean;
}

/** The operations of one mode of the equipment dialog: a check, which writes nothing, and the save. */
export interface EquipmentOperations {
  /** `only`: the fields that matter now. Every check of a PIN counts as an attempt, so it is named on submit only. */
  check: (values: EquipmentValues, only?: readonly EquipmentField[], signal?: AbortSignal) => Promise<EquipmentAnswer>;
  save: (values: EquipmentValues) => Promise<EquipmentSaved>;
}

/** Whoever opened the equipment dialog, and what it tells them. */
export interface EquipmentOwner {
  operations: EquipmentOperations;
  /** The dialog is to be taken away. */
  onClose: () => void;
  /** It was saved; the dialog has asked to be closed. */
  onSaved: (saved: EquipmentSaved) => void;
  /** Somebody else changed the device: reads it again, and answers its dates as they are now. */
  onChangedMeanwhile?: () => Promise<string>;
  /** What the page shows may not be what is stored any more. */
  onStale: () => void;
}
