import { afterEach, beforeEach } from '@jest/globals';

export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal | null | undefined;
}

/**
 * Replaces `fetch` for the tests of a file: every call is recorded and answered by `answer` (204 unless the test sets
 * another one). An aborted request rejects, as in a browser.
 */
export function fakeServer() {
  const server = {
    calls: [] as Call[],
    answer: (_call: Call): Response | Promise<Response> => new Response(null, { status: 204 }),
  };
  const realFetch = globalThis.fetch;
  const usual = server.answer;

  beforeEach(() => {
    server.calls = [];
    server.answer = usual;
    document.cookie = 'XSRF-TOKEN=token%3D';
    globalThis.fetch = (input, init = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      const call = { method: init.method ?? 'GET', url: String(input), headers, body: init.body, signal: init.signal };
      server.calls.push(call);
      return new Promise((resolve, reject) => {
        const abort = () => reject(init.signal?.reason as Error);
        if (init.signal?.aborted) abort();
        init.signal?.addEventListener('abort', abort);
        Promise.resolve(server.answer(call)).then(resolve, reject);
      });
    };
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    document.cookie = 'XSRF-TOKEN=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  });
  return server;
}

/** An answer with a JSON body. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** An answer that never arrives. */
export const never = () => new Promise<Response>(() => {});
