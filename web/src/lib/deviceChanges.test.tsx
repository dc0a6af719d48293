import { expect, jest, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { announceDeviceChange, useReloadOnDeviceChange } from './deviceChanges.ts';

/** A query whose answers the test gives. */
function query(isReading = false) {
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const refetch = jest.fn(() => new Promise<void>((resolve, reject) => answers.push({ resolve, reject })));
  const view = renderHook(() => useReloadOnDeviceChange(refetch, isReading));
  return { answers, refetch, ...view };
}
const change = () => act(announceDeviceChange);

test('a change reads the query again, and one during that read reads it once more after it', async () => {
  const { answers, refetch } = query();
  change();
  change();
  change();
  expect(refetch).toHaveBeenCalledTimes(1);
  answers[0]!.resolve();
  await waitFor(() => expect(refetch).toHaveBeenCalledTimes(2));
});

test('a change during the first read reads the query after it, whose answer the first one gets', async () => {
  const { answers, refetch } = query(true);
  change();
  expect(refetch).toHaveBeenCalledTimes(1);
  answers[0]!.resolve();
  await waitFor(() => expect(refetch).toHaveBeenCalledTimes(2));
});

test('a read that fails is followed by the next change, and none by a component that is gone', async () => {
  const { answers, refetch, result, unmount } = query();
  act(result.current);
  await act(async () => answers[0]!.reject(new Error('no answer')));
  change();
  expect(refetch).toHaveBeenCalledTimes(2);
  await act(async () => answers[1]!.resolve());
  unmount();
  change();
  expect(refetch).toHaveBeenCalledTimes(2);
});
