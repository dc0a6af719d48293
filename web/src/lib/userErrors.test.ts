import { expect, jest, test } from '@jest/globals';
import { setUserErrors } from './userErrors.ts';

function form() {
  const setError = jest.fn();
  return {
    setError,
    getValues: () => ({ serialNumber: '', codes: [{ icode: '' }, { icode: '' }] }),
  } as unknown as Parameters<typeof setUserErrors<{ serialNumber: string; codes: { icode: string }[] }>>[0] & {
    setError: jest.Mock;
  };
}

test('a refusal is set on its field, also under the name of the REST layer', () => {
  const target = form();
  expect(
    setUserErrors(target, [
      { field: 'serial_number', code: 'unknown', message: 'Unknown serial.' },
      { field: 'codes.1.icode', code: 'icode', message: 'Wrong code.' },
    ]),
  ).toBeUndefined();
  expect(target.setError.mock.calls).toEqual([
    ['serialNumber', { type: 'unknown', message: 'Unknown serial.' }],
    ['codes.1.icode', { type: 'icode', message: 'Wrong code.' }],
  ]);
});

test('the refusals without a field are one text about the whole form', () => {
  const target = form();
  const refusals = [
    { field: '', code: 'failed', message: 'Failed to process code.' },
    { field: 'serialNumber', code: 'unknown', message: 'Unknown serial.' },
    { field: 'patientId', code: 'invalid', message: 'No such patient.' },
  ];
  expect(setUserErrors(target, refusals)).toBe('Failed to process code. No such patient.');
  expect(target.setError).toHaveBeenCalledTimes(1);
});

test('no refusal is no error', () => {
  expect(setUserErrors(form(), [])).toBeUndefined();
});
