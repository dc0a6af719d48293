import type { ReactNode } from 'react';
import type { EquipmentField, EquipmentMode, EquipmentValues } from './equipmentModes.ts';
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

/** What opens the equipment dialog, and what the dialog reports to it. */
export interface EquipmentOwner {
  mode: EquipmentMode;
  operations: EquipmentOperations;
  /** What the form starts with; empty fields when absent. */
  initial?: EquipmentValues;
  /** The viewer may not read or set the PIN: whether there is one. */
  hiddenPin?: 'onFile' | 'none';
  /** Above the fields. */
  notice?: ReactNode;
  onClose: () => void;
  /** After the device was saved and `onClose` was called. */
  onSaved: (saved: EquipmentSaved) => void;
  /** Another user changed the device: reads it again and returns its dates as they are now. */
  onChangedMeanwhile?: () => Promise<string>;
  /** What the page shows may differ from what is stored. */
  onStale: () => void;
}
