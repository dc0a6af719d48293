import { httpErrorOf, sendRequest, type HttpError, type Method } from './http.ts';
import type { RequestData } from './requestData.ts';
import type { UserError } from './userErrors.ts';

/** Milliseconds (document 000, sections 7 and 9). */
const timeoutMs = 5000;

const noMarker =
  'Did not receive a Precognition response. Ensure you have the Precognition middleware in place for the route.';

type HandledStatus = 401 | 403 | 404 | 409 | 422 | 423;
/** Handles an answer of this status; without a handler the request fails. */
export type StatusHandlers = Partial<Record<HandledStatus, (error: HttpError) => void>>;

export interface ValidateOnly {
  method: Method;
  url: string;
  data: RequestData;
  /** The fields to validate, dotted; all when absent, none (a success) when empty. */
  only?: readonly string[];
  on?: StatusHandlers;
  /** Aborts the request, which then rejects. */
  signal?: AbortSignal;
}

/** Running requests by method and address. */
const inFlight = new Map<string, AbortController>();

const isHandled = (status: number): status is HandledStatus => [401, 403, 404, 409, 422, 423].includes(status);

/**
 * Sends a form's data marked as validate-only: the server checks it and writes nothing. Resolves to true when the input
 * is valid and to false when a handler took the answer. Rejects with HttpError for an answer without a handler, and
 * with an Error when the answer is not from a validating route. A repeated call cancels the running request, which
 * rejects.
 */
export async function validateOnly({ method, url, data, only, on = {}, signal }: ValidateOnly): Promise<boolean> {
  const key = `${method}:${url}`;
  inFlight.get(key)?.abort();
  const own = new AbortController();
  inFlight.set(key, own);
  try {
    const answer = await sendRequest(method, url, {
      data,
      headers: { Precognition: 'true', ...(only && { 'Precognition-Validate-Only': only.join(',') }) },
      timeoutMs,
      signal: signal ? AbortSignal.any([own.signal, signal]) : own.signal,
    });
    if (answer.headers.get('Precognition') !== 'true') throw new Error(noMarker);
    if (answer.status === 204 && answer.headers.get('Precognition-Success') === 'true') return true;
    const error = await httpErrorOf(answer);
    const handler = isHandled(answer.status) ? on[answer.status] : undefined;
    if (!handler) throw error;
    handler(error);
    return false;
  } finally {
    if (inFlight.get(key) === own) inFlight.delete(key);
  }
}

/** Returns the refusals of a validate-only request, for a live check. A refusal (422) is an answer, not an error. */
export async function validationErrors(request: Omit<ValidateOnly, 'on'>): Promise<UserError[]> {
  let refusals: UserError[] = [];
  const refused = (error: HttpError) => {
    refusals = error.refusals;
  };
  await validateOnly({ ...request, on: { 422: refused } });
  return refusals;
}
