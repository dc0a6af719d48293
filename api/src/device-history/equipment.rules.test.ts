import { expect, test } from '@jest/globals';
import { InvalidInput } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { addEquipmentRules, assignedDatesRules } from './equipment.rules.ts';

const good = { serialNumber: 'A00001', pinNumber: '0123', startDate: '2026-11-20' };
const refusals = async (
  input: unknown,
  rules: typeof addEquipmentRules | typeof assignedDatesRules = addEquipmentRules,
) => {
  const error = await validate(rules, input).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof InvalidInput ? error.refusals.map(({ field, code }) => `${field}: ${code}`) : error;
};

test('the serial number is forced to upper case and trimmed', async () => {
  expect(await validate(addEquipmentRules, { ...good, serialNumber: ' a-00 001 ' })).toEqual(good);
});

test.each([
  ['A'.repeat(32), null],
  ['A'.repeat(33), ['serialNumber: serial.format']],
  ['A_1', ['serialNumber: serial.format']],
  ['', ['serialNumber: required']],
])('a serial number is 1 to 32 letters and digits: %s', async (serialNumber, refused) => {
  const answer = await refusals({ ...good, serialNumber });
  expect(Array.isArray(answer) ? answer : null).toEqual(refused);
});

test('the PIN may be omitted; an empty one counts as omitted', async () => {
  for (const pinNumber of [undefined, null, '', '  '])
    expect((await validate(addEquipmentRules, { ...good, pinNumber })).pinNumber).toBeNull();
});

test.each(['123', '123456789', '12a4', '１２３４', 1234, ['1234'], { a: 1 }])(
  'a PIN is 4 to 8 digits, sent as a string: %p is refused',
  async (pinNumber) => {
    expect(await refusals({ ...good, pinNumber })).toEqual(['pinNumber: pin.format']);
  },
);

test('a start date is stored as YYYY-MM-DD and may be sent as YYYY-MM-DD HH:mm:ss', async () => {
  expect((await validate(addEquipmentRules, { ...good, startDate: '2026-11-20 23:59:59' })).startDate).toBe(
    '2026-11-20',
  );
});

test.each([
  '2026-02-30',
  '2026-13-01',
  '11/20/2026',
  'yesterday',
  '2026-11-20T00:00:00Z',
  '2026-11-20 24:00:00',
  '2026-11-20 23:60:00',
  '0000-01-01',
  20261120,
  [],
  {},
  true,
])('a start date must be a day of the calendar: %p is refused', async (startDate) => {
  expect(await refusals({ ...good, startDate })).toEqual(['startDate: date.invalid']);
});

test('serial number and start date are required', async () => {
  expect(await refusals({})).toEqual(['serialNumber: required', 'startDate: required']);
  expect(await refusals({ serialNumber: '', startDate: null })).toEqual([
    'serialNumber: required',
    'startDate: required',
  ]);
});

test.each(["A'; drop", 'A\0B', '%', 'Ä1'])(
  'a serial number has only letters and digits: %p is refused',
  async (serialNumber) => {
    expect(await refusals({ ...good, serialNumber })).toEqual(['serialNumber: serial.format']);
  },
);

test('an end date is not before the start date, and null means present', async () => {
  expect(await validate(assignedDatesRules, { startDate: '2026-01-02', endDate: '' })).toEqual({
    startDate: '2026-01-02',
    endDate: null,
  });
  expect(await validate(assignedDatesRules, { startDate: '2026-01-02', endDate: '2026-01-02' })).toMatchObject({
    endDate: '2026-01-02',
  });
  expect(await refusals({ startDate: '2026-01-02', endDate: '2026-01-01' }, assignedDatesRules)).toEqual([
    'endDate: device.end_before_start',
  ]);
  expect(await refusals({ startDate: 'x', endDate: '2026-01-01' }, assignedDatesRules)).toEqual([
    'startDate: date.invalid',
  ]);
});
