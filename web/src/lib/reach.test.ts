import { afterEach, expect, jest, test } from '@jest/globals';
import { reach, Unreachable } from './reach.ts';

const realFetch = globalThis.fetch;
const fetching = (answer: () => Promise<Response>) => {
  globalThis.fetch = jest.fn<typeof fetch>(answer);
};
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** An answer whose connection breaks in the middle of its body. */
const cut = () =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"data":'));
        body.error(new TypeError('network error'));
      },
    }),
  );

test('a request without an answer rejects with Unreachable, which names its cause', async () => {
  const cause = new TypeError('Failed to fetch');
  fetching(() => Promise.reject(cause));
  await expect(reach('/graphql')).rejects.toBeInstanceOf(Unreachable);
  await expect(reach('/graphql')).rejects.toMatchObject({ cause });
});

test.each(['text', 'json', 'blob'] as const)(
  'a connection that breaks during the body rejects with Unreachable when it is read as %s',
  async (read) => {
    fetching(() => Promise.resolve(cut()));
    const answer = await reach('/graphql');
    await expect(answer[read]()).rejects.toBeInstanceOf(Unreachable);
  },
);

test.each([
  ['a timeout', new DOMException('late', 'TimeoutError')],
  ['a cancellation', new DOMException('stopped', 'AbortError')],
])('%s keeps its own error', async (_title, error) => {
  fetching(() => Promise.reject(error));
  await expect(reach('/graphql')).rejects.toBe(error);
});

test('an answer is read as it is, whatever its status', async () => {
  fetching(() => Promise.resolve(new Response('{"message":"no"}', { status: 422 })));
  const answer = await reach('/api/patients');
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ message: 'no' });
});

test('an answer that is not JSON is no lost connection', async () => {
  fetching(() => Promise.resolve(new Response('<html>')));
  await expect((await reach('/api/patients')).json()).rejects.toMatchObject({ name: 'SyntaxError' });
});
