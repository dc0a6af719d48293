import { expect, jest, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { createFetcher } from './fetcher.ts';

const QUERY = '{ viewer { locale } }';
const MUTATION = 'mutation { dismissNotice(input: {}) { userErrors { code } } }';
const BOTH = `query Read ${QUERY} ${MUTATION.replace('mutation', 'mutation Write')}`;

function setUp(mayWrite = false) {
  const sent: { body: string; signal: AbortSignal }[] = [];
  const answers: ((answer: Response) => void)[] = [];
  const send = ((_url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    sent.push({ body, signal });
    return new Promise((resolve, reject) => {
      answers.push(resolve);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  }) as unknown as typeof fetch;
  const wsClient = { subscribe: jest.fn() } as unknown as Client;
  const fetcher = createFetcher({ fetch: send, wsClient, mayWrite: () => mayWrite, refusal: 'refused' });
  const seen: unknown[] = [];
  const run = (query: string, operationName?: string) => {
    const answer = fetcher({ query, operationName }) as unknown as {
      subscribe(to: object): { unsubscribe(): void };
    };
    return answer.subscribe({
      next: (result: unknown) => seen.push(result),
      error: (error: unknown) => seen.push(error),
      complete: () => seen.push('complete'),
    });
  };
  return { sent, answers, fetcher, seen, run };
}

test('a query is sent, and its answer shown', async () => {
  const { sent, answers, seen, run } = setUp();
  run(QUERY);
  answers[0]!({ json: async () => ({ data: {} }) } as Response);
  await new Promise(process.nextTick);
  expect(JSON.parse(sent[0]!.body)).toEqual({ query: QUERY });
  expect(seen).toEqual([{ data: {} }, 'complete']);
});

test('a query that is canceled is ended on its way, and shows nothing', async () => {
  const { sent, seen, run } = setUp();
  run(QUERY).unsubscribe();
  await new Promise(process.nextTick);
  expect(sent[0]!.signal.aborted).toBe(true);
  expect(seen).toEqual([]);
});

test.each([
  ['alone', MUTATION, undefined],
  ['named among others', BOTH, 'Write'],
])('a mutation, %s, is not sent before the switch is on', (_name, query, operationName) => {
  const off = setUp();
  expect(off.fetcher({ query, operationName })).toEqual({ errors: [{ message: 'refused' }] });
  expect(off.sent).toEqual([]);
  const on = setUp(true);
  on.run(query, operationName);
  expect(on.sent).toHaveLength(1);
});

test('a query is sent when its document has a mutation too', () => {
  const { sent, run } = setUp();
  run(BOTH, 'Read');
  expect(sent).toHaveLength(1);
});
