import { leadingAndTrailing } from './debounce.ts';
import { httpErrorOf, sendRequest, type HttpError, type Method } from './http.ts';
import type { RequestData } from './requestData.ts';

/** Milliseconds (document 000, sections 1, 7 and 9). */
const timeoutMs = 5000;
const debounceMs = 1500;

const noMarker =
  'Did not receive a Precognition response. Ensure you have the Precognition middleware in place for the route.';

type HandledStatus = 401 | 403 | 404 | 409 | 422 | 423;
/** What to do with an answer of this status; without a handler the request fails. */
export type StatusHandlers = Partial<Record<HandledStatus, (error: HttpError) => void>>;

export interface ValidateOnly {
  method: Method;
  url: string;
  data: RequestData;
  /** The fields to validate, dotted; all when absent, none (a success) when empty. */
  only?: readonly string[];
  on?: StatusHandlers;
}

/** The requests on their way, by method and address. */
const inFlight = new Map<string, AbortController>();

const isHandled = (status: number): status is HandledStatus => [401, 403, 404, 409, 422, 423].includes(status);

/**
 * Sends a form's data marked as validate-only: the server checks it and does nothing. Resolves to true when the input is
 * right and to false when a handler took the answer. Rejects with HttpError for an answer without a handler, and with
 * an Error when the answer is not from a validating route. A repeat cancels the one on its way, which rejects.
 */
export async function validateOnly({ method, url, data, only, on = {} }: ValidateOnly): Promise<boolean> {
  const key = `${method}:${url}`;
  inFlight.get(key)?.abort();
  const own = new AbortController();
  inFlight.set(key, own);
  try {
    const answer = await sendRequest(method, url, {
      data,
      headers: { Precognition: 'true', ...(only && { 'Precognition-Validate-Only': only.join(',') }) },
      timeoutMs,
      signal: own.signal,
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

/** Cancelled, by a repeat or by leaving the form. A timeout is not: nobody wanted it. */
const isCancelled = (error: unknown) => (error as Error).name === 'AbortError';

/**
 * Validates a form as it is filled in: at the first change and 1500 ms after the last, naming the fields touched so far.
 * `told` gets the fields asked about and the errors among them. Cancelled requests and refusals are no failures;
 * anything else is one, and goes to `failed`.
 */
export function createValidator(form: {
  method: Method;
  url: () => string;
  data: () => RequestData;
  told: (asked: readonly string[], errors: Record<string, string[]>) => void;
  failed: (error: unknown) => void;
}) {
  const touched = new Set<string>();
  let version = 0;

  async function ask() {
    const asked = [...touched];
    const current = version;
    const tell = (errors: Record<string, string[]>) => {
      if (current === version) form.told(asked, errors);
    };
    try {
      const valid = await validateOnly({
        method: form.method,
        url: form.url(),
        data: form.data(),
        only: asked,
        on: { 422: ({ errors }) => tell(errors) },
      });
      if (valid) tell({});
    } catch (error) {
      if (!isCancelled(error)) form.failed(error);
    }
  }

  const debounced = leadingAndTrailing(() => void ask(), debounceMs);
  return {
    /** To be called with every change of a field. */
    changed(field: string) {
      touched.add(field);
      version += 1; // an answer about what the fields were is dropped
      debounced.call();
    },
    /** Forgets what is to come and on its way: the form is submitted or closed. */
    stop() {
      debounced.cancel();
      version += 1;
      inFlight.get(`${form.method}:${form.url()}`)?.abort();
    },
  };
}
