import { describe, expect, test } from '@jest/globals';
import { ValidationError } from 'yup';
import { emptyEquipment, equipmentModes, type EquipmentMode, type EquipmentValues } from './equipmentModes.ts';

test.each<{ mode: EquipmentMode; fields: string; readOnly: string }>([
  { mode: 'add', fields: 'startDate serialNumber pinNumber', readOnly: '' },
  { mode: 'update', fields: 'startDate endDate serialNumber pinNumber', readOnly: 'serialNumber' },
  { mode: 'addPin', fields: 'startDate serialNumber pinNumber', readOnly: 'startDate serialNumber' },
])('$mode shows $fields, and $readOnly is read-only', ({ mode, fields, readOnly }) => {
  expect(equipmentModes[mode].fields.join(' ')).toBe(fields);
  expect(equipmentModes[mode].readOnly.join(' ')).toBe(readOnly);
});

function refusals(mode: EquipmentMode, change: Partial<EquipmentValues>): Record<string, string> {
  const values = { ...emptyEquipment, startDate: '2026-05-01', serialNumber: 'A3900012345', ...change };
  try {
    equipmentModes[mode].rules.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path, message]));
  }
}

describe('the rules', () => {
  test.each<{ mode: EquipmentMode; change: Partial<EquipmentValues>; refused: object }>([
    { mode: 'add', change: {}, refused: {} },
    {
      mode: 'add',
      change: { startDate: '', serialNumber: '' },
      refused: { startDate: 'required', serialNumber: 'required' },
    },
    { mode: 'add', change: { pinNumber: '12' }, refused: { pinNumber: 'pin.format' } },
    { mode: 'update', change: {}, refused: {} },
    { mode: 'update', change: { endDate: '2026-05-01' }, refused: {} },
    { mode: 'update', change: { endDate: '2026-04-30' }, refused: { endDate: 'device.end_before_start' } },
    { mode: 'addPin', change: {}, refused: { pinNumber: 'required' } },
    { mode: 'addPin', change: { pinNumber: '123' }, refused: { pinNumber: 'pin.format' } },
    { mode: 'addPin', change: { pinNumber: '4321' }, refused: {} },
  ])('of $mode return $refused for $change', ({ mode, change, refused }) => {
    expect(refusals(mode, change)).toEqual(refused);
  });
});
