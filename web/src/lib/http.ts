import { csrfFetch } from './csrf.ts';
import { formDataOf, holdsFile, queryOf, type RequestData } from './requestData.ts';
import { expiryOfRequest } from './sessionGuard.ts';
import type { UserError } from './userErrors.ts';

/** Default timeout of a request in milliseconds (document 000, section 7). */
export const defaultTimeoutMs = 30_000;

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

export interface RequestOptions {
  /** get and delete: the query. post, patch and put: the body, multipart when it contains a file, else JSON. */
  data?: RequestData;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** An unsuccessful answer: its status, and the server's `error` or `message`. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  /** Messages by field, of a 422. */
  readonly errors: Record<string, string[]>;

  constructor(
    readonly response: Response,
    body: { message?: unknown; error?: unknown; errors?: unknown } | null,
  ) {
    const text = [body?.error, body?.message].find((part) => typeof part === 'string' && part !== '');
    super(typeof text === 'string' ? text : '');
    this.status = response.status;
    this.errors =
      typeof body?.errors === 'object' && body.errors !== null ? (body.errors as Record<string, string[]>) : {};
  }

  /** The refusals of a 422, the first of each field. REST names no codes. */
  get refusals(): UserError[] {
    return Object.entries(this.errors).flatMap(([field, messages]) =>
      messages.slice(0, 1).map((message) => ({ field, code: 'invalid', message })),
    );
  }
}

/** Returns the error of an answer, with its JSON body if any. */
export async function httpErrorOf(response: Response): Promise<HttpError> {
  return new HttpError(
    response,
    (await response.json().catch(() => null)) as ConstructorParameters<typeof HttpError>[1],
  );
}

/** `fetch` with a timeout of `ms`: it rejects with a TimeoutError. The caller's own signal still counts. */
export function withTimeout(fetcher: typeof fetch, ms: number): typeof fetch {
  return async (input, init = {}) => {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(new DOMException(`No answer within ${ms} ms`, 'TimeoutError')), ms);
    const signals = [giveUp.signal, ...(init.signal ? [init.signal] : [])];
    try {
      return await fetcher(input, { ...init, signal: AbortSignal.any(signals) });
    } finally {
      clearTimeout(timer);
    }
  };
}

const isSignIn = (url: string) => /^\/(login|verify-login)(\/|\?|$)/.test(url);

/**
 * Sends one request to the REST layer, with the headers of every request. Resolves to any answer; rejects without one.
 * A 401 on any call but sign-in is an expired session (document 000, section 1).
 */
export async function sendRequest(method: Method, url: string, options: RequestOptions = {}): Promise<Response> {
  const { data, timeoutMs = defaultTimeoutMs, signal } = options;
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  const init: RequestInit = { method: method.toUpperCase(), headers, ...(signal && { signal }) };
  let address = url;
  if (data && (method === 'get' || method === 'delete')) {
    const query = queryOf(data);
    if (query) address += `${url.includes('?') ? '&' : '?'}${query}`;
  } else if (data && holdsFile(data)) {
    init.body = formDataOf(data); // the browser writes the Content-Type, with the boundary
  } else if (data) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(data);
  }
  const expired = expiryOfRequest();
  const answer = await withTimeout(csrfFetch, timeoutMs)(address, init);
  if (answer.status === 401 && !isSignIn(url)) expired();
  return answer;
}
