import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import type { UserError } from '../../lib/userErrors.ts';
import { emptyEquipment, type EquipmentField } from './equipmentModes.ts';
import type { EquipmentFormReturn } from './useEquipmentForm.ts';
import { useLiveCheck } from './useLiveCheck.ts';

const refusal = (field: string): UserError => ({ field, code: 'refused', message: `refused ${field}` });

/** A form with every field filled in, and a server whose answers arrive when the test says so. */
function typing() {
  const answers: ((userErrors: UserError[]) => Promise<void>)[] = [];
  const asked: (readonly EquipmentField[])[] = [];
  const setError = jest.fn();
  const values = {
    ...emptyEquipment,
    startDate: '2026-05-01',
    endDate: '2026-06-01',
    serialNumber: 'A1',
    pinNumber: '4321',
  };
  const check = (_values: unknown, only: readonly EquipmentField[]) => {
    asked.push(only);
    return new Promise<{ userErrors: UserError[] }>((resolve) => {
      answers.push(async (userErrors) => {
        resolve({ userErrors });
        await jest.advanceTimersByTimeAsync(0);
      });
    });
  };
  const form = { getValues: () => values, setError } as unknown as EquipmentFormReturn;
  const { result } = renderHook(() => useLiveCheck(form, check));
  return { live: result.current, answers, asked, setError };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('the first change asks at once, those that follow together 1500 ms after the last', async () => {
  const { live, asked } = typing();
  live.changed('serialNumber');
  live.changed('serialNumber');
  live.changed('startDate');
  expect(asked).toEqual([['serialNumber']]);
  await jest.advanceTimersByTimeAsync(1499);
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked[1]).toEqual(['serialNumber', 'startDate']);
});

test('a refusal stands at its field', async () => {
  const { live, answers, setError } = typing();
  live.changed('endDate');
  await answers[0]!([refusal('end_date')]);
  expect(setError.mock.calls).toEqual([['endDate', { type: 'refused', message: 'refused end_date' }]]);
});

test('an answer about what the field held before is dropped', async () => {
  const { live, answers, setError } = typing();
  live.changed('serialNumber');
  live.changed('serialNumber');
  await answers[0]!([refusal('serialNumber')]);
  expect(setError).not.toHaveBeenCalled();
});

test('an answer that comes after the form was submitted or closed is dropped, and nothing more is asked', async () => {
  const { live, answers, asked, setError } = typing();
  live.changed('serialNumber');
  live.changed('startDate');
  live.drop();
  await answers[0]!([refusal('serialNumber')]);
  await jest.advanceTimersByTimeAsync(5000);
  expect(setError).not.toHaveBeenCalled();
  expect(asked).toHaveLength(1);
});

test('typing a PIN asks nothing, because every check of one is an attempt', async () => {
  const { live, asked } = typing();
  live.changed('pinNumber');
  await jest.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual([]);
});
