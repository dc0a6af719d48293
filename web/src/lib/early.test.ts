import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { earlyOr, startEarly, startEarlyWith, untilFirstPage } from './early.ts';

const sent = jest.fn<typeof fetch>();
const later = jest.fn<typeof fetch>(() => Promise.resolve({ status: 200, early: false } as unknown as Response));
const realFetch = globalThis.fetch;
beforeEach(() => {
  document.cookie = 'XSRF-TOKEN=token';
  sent.mockReset();
  later.mockClear();
  sent.mockImplementation(() => Promise.resolve(Object.assign(new Response('{"data":1}'), { early: true })));
  globalThis.fetch = sent;
});
afterEach(async () => {
  // Nothing started waits for the next test.
  for (const name of ['Viewer', 'PatientPage', 'PatientsPage']) await ask(name, {});
  globalThis.fetch = realFetch;
  jest.useRealTimers();
});

const ask = async (operationName: string, variables: object) => {
  const init = { method: 'POST', body: JSON.stringify({ operationName, variables, query: 'the same' }) };
  return (await earlyOr(later)('/graphql', init)) as unknown as { early: boolean };
};

test('a query that was started early is sent once, with the CSRF token, and answers the client', async () => {
  void startEarly('PatientPage', 'query PatientPage', { id: '1' });
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

test('the answer has its text at once, for each that reads it', async () => {
  const viewer = startEarly('Viewer', 'query Viewer', {});
  expect(await (await viewer).json()).toEqual({ data: 1 });
  const order: string[] = [];
  const text = ask('Viewer', {}).then(async (answer) => order.push(await (answer as unknown as Response).text()));
  setTimeout(() => order.push('the next task'));
  await text;
  await new Promise((resolve) => setTimeout(resolve));
  expect(order).toEqual(['{"data":1}', 'the next task']);
});

test('it answers once: reading again is a request', async () => {
  void startEarly('Viewer', 'query Viewer', {});
  expect((await ask('Viewer', {})).early).toBe(true);
  expect((await ask('Viewer', {})).early).toBe(false);
});

test.each([
  ['another patient', 'PatientPage', { id: '2' }],
  ['another query', 'DashboardPage', { id: '1' }],
])('%s gets an answer of its own', async (_what, name, variables) => {
  void startEarly('PatientPage', 'query PatientPage', { id: '1' });
  expect((await ask(name, variables)).early).toBe(false);
});

describe('a query whose variables are known later', () => {
  const start = () => {
    const variables = Promise.withResolvers<object | null>();
    startEarlyWith('PatientsPage', 'query PatientsPage', variables.promise);
    return variables;
  };

  test('is sent once by a client that asks before they are known', async () => {
    const { resolve } = start();
    const asked = ask('PatientsPage', { first: 50 });
    resolve({ first: 50 });
    expect((await asked).early).toBe(true);
    expect([sent, later].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });

  test.each([
    ['there are none', (variables: ReturnType<typeof start>) => variables.resolve(null)],
    ['they are not known', (variables: ReturnType<typeof start>) => variables.reject(new Error('offline'))],
    ['they are other ones', (variables: ReturnType<typeof start>) => variables.resolve({ first: 10 })],
  ])('is sent by the client when %s', async (_what, settle) => {
    const variables = start();
    const asked = ask('PatientsPage', { first: 50 });
    settle(variables);
    expect((await asked).early).toBe(false);
  });

  test('keeps nothing waiting when it is not sent', async () => {
    start().resolve(null);
    await untilFirstPage();
    expect(sent).not.toHaveBeenCalled();
  });
});

test('after 30 seconds the answer is too old', async () => {
  jest.useFakeTimers({ now: 0, doNotFake: ['queueMicrotask'] });
  void startEarly('PatientPage', 'query PatientPage', { id: '1' });
  jest.setSystemTime(29_999);
  expect((await ask('PatientPage', { id: '1' })).early).toBe(true);
  void startEarly('PatientPage', 'query PatientPage', { id: '1' });
  jest.setSystemTime(59_999);
  expect((await ask('PatientPage', { id: '1' })).early).toBe(false);
});

test('an upload, whose body is no text, is sent as it is', async () => {
  void startEarly('Viewer', 'query Viewer', {});
  expect(await earlyOr(later)('/graphql', { method: 'POST', body: new FormData() })).toMatchObject({ early: false });
});

describe('what the first page does without', () => {
  const waited = async () => {
    let isOver = false;
    void untilFirstPage().then(() => (isOver = true));
    await new Promise((done) => setTimeout(done));
    return isOver;
  };

  test('waits until the client has made each query that was started early', async () => {
    void startEarly('Viewer', 'query Viewer', {});
    void startEarly('PatientPage', 'query PatientPage', { id: '1' });
    const over = untilFirstPage();
    await ask('Viewer', {});
    expect(await waited()).toBe(false);
    await ask('PatientPage', { id: '1' });
    await over;
    expect(await waited()).toBe(true);
  });

  test('does not wait for a query that the client makes in another way', async () => {
    void startEarly('PatientsPage', 'query PatientsPage', { first: 50 });
    expect((await ask('PatientsPage', { first: 15 })).early).toBe(false);
    expect(await waited()).toBe(true);
  });

  test('waits 30 seconds for a query that the client does not make', async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ['queueMicrotask'] });
    void startEarly('PatientsPage', 'query PatientsPage', { first: 50 });
    const over = jest.fn();
    void untilFirstPage().then(over);
    await jest.advanceTimersByTimeAsync(29_999);
    expect(over).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalled();
  });
});
