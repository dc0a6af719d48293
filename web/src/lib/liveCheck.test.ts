import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createLiveCheck } from './liveCheck.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A form whose changed fields are all ready, and a server whose answers the test controls. */
function typing(ready = (changed: readonly string[]) => changed) {
  const requests: { fields: readonly string[]; signal: AbortSignal; answer: (text: string) => Promise<void> }[] = [];
  const show = jest.fn<(fields: readonly string[], answer: string) => void>();
  const live = createLiveCheck<string>({
    ready,
    ask: (fields, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        const answer = async (text: string) => {
          resolve(text);
          await jest.advanceTimersByTimeAsync(0);
        };
        requests.push({ fields, signal, answer });
      }),
    show,
  });
  return { live, requests, show, asked: () => requests.map(({ fields }) => fields) };
}

test('the first change sends a request at once, those that follow one together 1500 ms after the last', async () => {
  const { live, asked } = typing();
  live.changed('serial');
  await jest.advanceTimersByTimeAsync(1000);
  live.changed('serial');
  live.changed('date');
  expect(asked()).toEqual([['serial']]);
  await jest.advanceTimersByTimeAsync(1499);
  expect(asked()).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked()[1]).toEqual(['serial', 'date']);
});

test('an answer is shown with the fields that it covers', async () => {
  const { live, requests, show } = typing();
  live.changed('serial');
  await requests[0]!.answer('refused');
  expect(show.mock.calls).toEqual([[['serial'], 'refused']]);
});

test('fields that are not ready are left out, and without any other no request is sent', async () => {
  const { live, asked } = typing((changed) => changed.filter((field) => field !== 'empty'));
  live.changed('empty');
  live.changed('serial');
  await jest.advanceTimersByTimeAsync(1500);
  expect(asked()).toEqual([['serial']]);
});

test('a canceled request is aborted, and its answer is dropped', async () => {
  const { live, requests, show } = typing();
  live.changed('serial');
  live.cancel();
  expect(requests[0]!.signal.aborted).toBe(true);
  await requests[0]!.answer('about the old value');
  expect(show).not.toHaveBeenCalled();
});

test('the next request cancels the one that is still on its way', async () => {
  const { live, requests } = typing();
  live.changed('serial');
  live.changed('serial');
  await jest.advanceTimersByTimeAsync(1500);
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test('an answer that arrives although its request was canceled is dropped', async () => {
  const show = jest.fn();
  let answer = (_text: string) => {};
  const live = createLiveCheck<string>({
    ready: (changed) => changed,
    // Does not end with its signal, like a request whose answer is already being read.
    ask: () => new Promise((resolve) => (answer = resolve)),
    show,
  });
  live.changed('serial');
  live.cancel();
  answer('about the old value');
  await jest.advanceTimersByTimeAsync(0);
  expect(show).not.toHaveBeenCalled();
});

test('a request ends after 5000 ms with a TimeoutError', async () => {
  const { live, requests, show } = typing();
  live.changed('serial');
  await jest.advanceTimersByTimeAsync(4999);
  expect(requests[0]!.signal.aborted).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(requests[0]!.signal.reason).toMatchObject({ name: 'TimeoutError' });
  await requests[0]!.answer('late');
  expect(show).not.toHaveBeenCalled();
});

test('a form that is submitted or closed sends no more requests and shows no more answers', async () => {
  const { live, requests, show, asked } = typing();
  live.changed('serial');
  live.changed('date');
  live.stop();
  await requests[0]!.answer('late');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked()).toHaveLength(1);
  expect(requests[0]!.signal.aborted).toBe(true);
  expect(show).not.toHaveBeenCalled();
});
