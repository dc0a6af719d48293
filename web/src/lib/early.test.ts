import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { earlyOr, startEarly } from './early.ts';

const sent = jest.fn<typeof fetch>();
const realFetch = globalThis.fetch;
beforeEach(() => {
  document.cookie = 'XSRF-TOKEN=token';
  sent.mockReset();
  sent.mockImplementation(() => Promise.resolve({ status: 200, early: true } as unknown as Response));
  globalThis.fetch = sent;
});
afterEach(() => {
  globalThis.fetch = realFetch;
  jest.useRealTimers();
});

const later = jest.fn<typeof fetch>(() => Promise.resolve({ status: 200, early: false } as unknown as Response));
const ask = async (operationName: string, variables: object) => {
  const init = { method: 'POST', body: JSON.stringify({ operationName, variables, query: 'the same' }) };
  return (await earlyOr(later)('/graphql', init)) as unknown as { early: boolean };
};

test('a query that was started early is sent once, with the CSRF token, and answers the client', async () => {
  startEarly('PatientPage', 'query PatientPage', { id: '1' });
  const [address, init] = sent.mock.calls[0]!;
  expect(address).toBe('/graphql');
  expect(new Headers(init?.headers).get('X-XSRF-TOKEN')).toBe('token');
  expect(JSON.parse(init?.body as string)).toEqual({
    operationName: 'PatientPage',
    query: 'query PatientPage',
    variables: { id: '1' },
  });
  expect(await ask('PatientPage', { id: '1' })).toMatchObject({ early: true });
  expect(sent).toHaveBeenCalledTimes(1);
});

test('it answers once: reading again is a request', async () => {
  startEarly('Viewer', 'query Viewer', {});
  expect((await ask('Viewer', {})).early).toBe(true);
  expect((await ask('Viewer', {})).early).toBe(false);
});

test.each([
  ['another patient', 'PatientPage', { id: '2' }],
  ['another query', 'DashboardPage', { id: '1' }],
])('%s gets an answer of its own', async (_what, name, variables) => {
  startEarly('PatientPage', 'query PatientPage', { id: '1' });
  expect((await ask(name, variables)).early).toBe(false);
});

test('after 30 seconds the answer is too old', async () => {
  jest.useFakeTimers({ now: 0, doNotFake: ['queueMicrotask'] });
  startEarly('PatientPage', 'query PatientPage', { id: '1' });
  jest.setSystemTime(29_999);
  expect((await ask('PatientPage', { id: '1' })).early).toBe(true);
  startEarly('PatientPage', 'query PatientPage', { id: '1' });
  jest.setSystemTime(59_999);
  expect((await ask('PatientPage', { id: '1' })).early).toBe(false);
});

test('an upload, whose body is no text, is sent as it is', async () => {
  startEarly('Viewer', 'query Viewer', {});
  expect(await earlyOr(later)('/graphql', { method: 'POST', body: new FormData() })).toMatchObject({ early: false });
});
