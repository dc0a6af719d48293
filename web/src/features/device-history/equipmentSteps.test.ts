import { describe, expect, test } from '@jest/globals';
import { equipmentSteps, type EquipmentAnswer } from './equipmentSteps.ts';

const error = (code: string, field = 'startDate') => ({ field, code, message: `text of ${code}` });
const answer = (change: Partial<EquipmentAnswer>): EquipmentAnswer => ({ userErrors: [], overlap: null, ...change });
const kinds = (change: Partial<EquipmentAnswer>) => equipmentSteps(answer(change)).map(({ kind }) => kind);

test('nothing is between a clean answer and the save', () => {
  expect(equipmentSteps(answer({}))).toEqual([]);
  expect(equipmentSteps(answer({ distance: null }))).toEqual([]);
});

test('the documented order is validation, a cleared PIN, the compliance window, distance from today, overlaps', () => {
  expect(
    kinds({
      userErrors: [error('device-already-connected'), error('serial.unknown', 'serialNumber')],
      pinCleared: true,
      affectsCompliance: true,
      distance: error('distance-from-today'),
    }),
  ).toEqual(['fields', 'confirmPinCleared', 'confirmCompliance', 'confirmDistance', 'overlap']);
});

test('nights that move come last, before the save, and are no step when there are none', () => {
  const moves = [
    { from: null, fromHidden: false, to: null, nights: 2, firstDate: '2026-04-01', lastDate: '2026-04-02' },
  ];
  const impact = { moves, patients: [] } as unknown as EquipmentAnswer['impact'];
  expect(kinds({ impact, affectsCompliance: true, distance: error('distance-from-today') })).toEqual([
    'confirmCompliance',
    'confirmDistance',
    'confirmMoves',
  ]);
  expect(kinds({ impact: { moves: [], patients: [] } })).toEqual([]);
  expect(kinds({ impact: null })).toEqual([]);
});

test.each<{ asks: Partial<EquipmentAnswer>; step: string }>([
  { asks: { pinCleared: true }, step: 'confirmPinCleared' },
  { asks: { affectsCompliance: true }, step: 'confirmCompliance' },
  { asks: { distance: error('distance-from-today') }, step: 'confirmDistance' },
])('$step is the only step when nothing else asks', ({ asks, step }) => {
  expect(kinds(asks)).toEqual([step]);
});

test('a change by another user comes before anything about the input', () => {
  expect(kinds({ userErrors: [error('conflict', ''), error('device-already-connected')], pinCleared: true })).toEqual([
    'changed',
  ]);
});

describe.each([
  'patient-already-connected',
  'patient-previous-device-daterange-overlaps',
  'device-already-connected',
  'device-start-date-overlaps',
])('%s', (code) => {
  test('has its own dialog and is no error of a field', () => {
    const overlap = {
      patientDatabaseId: 7,
      lastName: 'Do*',
      firstName: 'Jan*',
      startDate: '2026-01-01',
      endDate: null,
    };
    const machineHistory = [overlap];
    expect(equipmentSteps(answer({ userErrors: [error(code)], overlap, machineHistory }))).toEqual([
      { kind: 'overlap', code, message: `text of ${code}`, overlap, machineHistory },
    ]);
  });
});

test.each(['field', 'code'])(
  'max_failed_attempts_reached, as a %s, shows its dialog and belongs to the PIN',
  (kind) => {
    const name = 'max_failed_attempts_reached';
    const refusal =
      kind === 'field'
        ? { field: name, code: 'invalid', message: 'last try' }
        : { field: 'pinNumber', code: name, message: 'last try' };
    expect(equipmentSteps(answer({ userErrors: [refusal] }))).toEqual([
      {
        kind: 'invalidPin',
        message: 'last try',
        errors: [{ ...refusal, field: kind === 'field' ? 'pin_number' : 'pinNumber' }],
      },
    ]);
  },
);

test('max_failed_attempts_overpassed reloads the page, whatever other errors there are', () => {
  const overpassed = error('max_failed_attempts_overpassed', 'pinNumber');
  expect(
    kinds({
      userErrors: [error('serial.unknown', 'serialNumber'), overpassed],
      distance: error('distance-from-today'),
    }),
  ).toEqual(['reload']);
});
