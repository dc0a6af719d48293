import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createPrefetch } from './prefetch.ts';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => {
  jest.useRealTimers();
  Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true });
});

/** A row whose read ends when `answer` is called. */
function row(key: string) {
  let answer: () => void = () => undefined;
  const code = jest.fn(() => Promise.resolve());
  const data = jest.fn(() => new Promise<void>((done) => (answer = done)));
  return { key, code, data, answer: () => answer() };
}
const rest = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('the code is fetched at once, the data after the pointer has rested for 150 ms', async () => {
  const [prefetch, ada] = [createPrefetch(), row('1')];
  prefetch.near(ada);
  expect(ada.code).toHaveBeenCalledTimes(1);
  await rest(149);
  expect(ada.data).not.toHaveBeenCalled();
  await rest(1);
  expect(ada.data).toHaveBeenCalledTimes(1);
});

test('a pointer that passes over rows reads none of them', async () => {
  const [prefetch, rows] = [createPrefetch(), ['1', '2', '3'].map(row)];
  for (const one of rows) {
    prefetch.near(one);
    await rest(149);
  }
  prefetch.away();
  await rest(1000);
  expect(rows.map(({ data }) => data.mock.calls.length)).toEqual([0, 0, 0]);
});

test('one read runs at a time; of the rows that wait, only the last one is read', async () => {
  const [prefetch, rows] = [createPrefetch(), ['1', '2', '3'].map(row)];
  for (const one of rows) {
    prefetch.near(one);
    await rest(150);
  }
  expect(rows.map(({ data }) => data.mock.calls.length)).toEqual([1, 0, 0]);
  rows[0]!.answer();
  await rest(0);
  expect(rows.map(({ data }) => data.mock.calls.length)).toEqual([1, 0, 1]);
});

test('a row that the pointer has left while another one was read is not read', async () => {
  const [prefetch, ada, ben] = [createPrefetch(), row('1'), row('2')];
  prefetch.near(ada);
  await rest(150);
  prefetch.near(ben);
  await rest(150);
  prefetch.away();
  ada.answer();
  await rest(0);
  expect(ben.data).not.toHaveBeenCalled();
});

test('the same row is not read again within 30 seconds', async () => {
  const [prefetch, ada] = [createPrefetch(), row('1')];
  prefetch.near(ada);
  await rest(150);
  ada.answer();
  prefetch.near(ada);
  await rest(29_000);
  expect(ada.data).toHaveBeenCalledTimes(1);
  await rest(1_000);
  prefetch.near(ada);
  await rest(150);
  expect(ada.data).toHaveBeenCalledTimes(2);
});

test('a browser that saves data fetches nothing', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const [prefetch, ada] = [createPrefetch(), row('1')];
  prefetch.near(ada);
  await rest(1000);
  expect([ada.code.mock.calls, ada.data.mock.calls]).toEqual([[], []]);
});

test('a failure is not shown, and the next row is read', async () => {
  const [prefetch, ben] = [createPrefetch(), row('2')];
  const failing = () => Promise.reject(new Error('no answer'));
  prefetch.near({ key: '1', code: failing, data: failing });
  await rest(150);
  prefetch.near(ben);
  await rest(150);
  expect(ben.data).toHaveBeenCalledTimes(1);
});
