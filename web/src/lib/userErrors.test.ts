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

test('a refusal lands on its field, also under the name of the REST layer', () => {
  const target = form();
  expect(
    setUserErrors(target, [
      { field: 'serial_number', code: 'unknown', message: 'Unknown serial.' },
      { field: 'codes.1.icode', code: 'icode', message: 'Wrong code.' },
    ]),
  ).toBe(true);
  expect(target.setError.mock.calls).toEqual([
    ['serialNumber', { type: 'unknown', message: 'Unknown serial.' }],
    ['codes.1.icode', { type: 'icode', message: 'Wrong code.' }],
  ]);
});

test('a refusal that fits no field is said about the whole form', () => {
  const target = form();
  setUserErrors(target, [{ field: '', code: 'failed', message: 'Failed to process code.' }]);
  expect(target.setError).toHaveBeenCalledWith('root.server', { type: 'server', message: 'Failed to process code.' });
});

test('no refusal is no error', () => {
  expect(setUserErrors(form(), [])).toBe(false);
});
