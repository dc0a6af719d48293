import { addEquipmentRules, assignedDatesRules } from '#rules/device-history/equipment';
import type { InferType } from 'yup';

/** The purpose of the equipment dialog: add a device, change its dates, or add a missing PIN. */
export type EquipmentMode = 'add' | 'update' | 'addPin';

const rules = addEquipmentRules.concat(assignedDatesRules.pick(['endDate']));

/** The fields of the dialog. An empty date or PIN is '' while the user types and null after validation. */
export type EquipmentValues = InferType<typeof rules>;
export type EquipmentField = keyof EquipmentValues;

export const emptyEquipment: EquipmentValues = { startDate: '', endDate: '', serialNumber: '', pinNumber: '' };

interface ModeFacts {
  title: 'addTitle' | 'updateTitle' | 'addPinTitle';
  /** The fields in the order of the form. */
  fields: readonly EquipmentField[];
  readOnly: readonly EquipmentField[];
  required: readonly EquipmentField[];
  rules: typeof rules;
}

/** The fields that each mode shows, and which of them are read-only (document 000, sections 3 and 4). */
export const equipmentModes: Record<EquipmentMode, ModeFacts> = {
  add: {
    title: 'addTitle',
    fields: ['startDate', 'serialNumber', 'pinNumber'],
    readOnly: [],
    required: ['startDate', 'serialNumber'],
    rules,
  },
  update: {
    title: 'updateTitle',
    fields: ['startDate', 'endDate', 'serialNumber', 'pinNumber'],
    readOnly: ['serialNumber'],
    required: ['startDate'],
    rules,
  },
  addPin: {
    title: 'addPinTitle',
    fields: ['startDate', 'serialNumber', 'pinNumber'],
    readOnly: ['startDate', 'serialNumber'],
    required: ['pinNumber'],
    rules: rules.test(
      'pin',
      ({ pinNumber }, { createError }) => Boolean(pinNumber) || createError({ path: 'pinNumber', message: 'required' }),
    ),
  },
};
