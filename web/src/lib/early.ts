import { csrfFetch } from './csrf.ts';

/** Milliseconds after which an answer is too old to be shown as the current one. */
const KEPT_MS = 30_000;

interface Started {
  variables: string;
  answer: Promise<Response>;
  since: number;
}
/** The queries that the client has not made yet, by name. */
const started = new Map<string, Started>();
let waiting: (() => void)[] = [];

/** Sends a query of the first page before the client that asks for it is there; returns the answer. */
export function startEarly(operationName: string, query: string, variables: object): Promise<Response> {
  const answer = csrfFetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json;q=0.9',
    },
    body: JSON.stringify({ operationName, variables, query }),
  });
  // A failure is reported where the query is made.
  answer.catch(() => undefined);
  started.set(operationName, { variables: JSON.stringify(variables), answer, since: Date.now() });
  // A page that does not make the query keeps nothing waiting.
  setTimeout(() => remove(operationName), KEPT_MS);
  return answer;
}

/**
 * Resolves when the client has made the queries that were started early: the code of the first page is there, and what
 * it does without no longer delays it. At once when there are none.
 */
export const untilFirstPage = (): Promise<void> =>
  started.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));

/** Returns a `fetch` that answers a query which was started early, once, and sends every other request. */
export const earlyOr =
  (fetcher: typeof fetch): typeof fetch =>
  (input, init) => {
    const known = started.size > 0 && typeof init?.body === 'string' ? take(init.body) : undefined;
    return known ?? fetcher(input, init);
  };

function take(body: string): Promise<Response> | undefined {
  const { operationName = '', variables = {} } = JSON.parse(body) as { operationName?: string; variables?: object };
  const known = started.get(operationName);
  remove(operationName);
  const isSame = known?.variables === JSON.stringify(variables) && Date.now() - known.since < KEPT_MS;
  return isSame ? known.answer : undefined;
}

function remove(operationName: string): void {
  started.delete(operationName);
  if (started.size > 0) return;
  for (const resolve of waiting) resolve();
  waiting = [];
}
