import { addEquipmentRules, assignedDatesRules } from '#rules/device-history/equipment';
import type { InferType } from 'yup';

/** What the equipment dialog is opened for: a new device, the dates of one, or a PIN that was left out. */
export type EquipmentMode = 'add' | 'update' | 'addPin';

const rules = addEquipmentRules.concat(assignedDatesRules.pick(['endDate']));

/** The fields of the dialog; an empty date or PIN is '' while it is typed and null when it has passed the rules. */
export type EquipmentValues = InferType<typeof rules>;
export type EquipmentField = keyof EquipmentValues;

export const emptyEquipment: EquipmentValues = { startDate: '', endDate: '', serialNumber: '', pinNumber: '' };

interface ModeFacts {
  title: 'addTitle' | 'updateTitle' | 'addPinTitle';
  /** In the order they stand in. */
  fields: readonly EquipmentField[];
  readOnly: readonly EquipmentField[];
  required: readonly EquipmentField[];
  rules: typeof rules;
}

/** What each mode shows, and what of it is fixed (document 000, sections 3 and 4). */
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
