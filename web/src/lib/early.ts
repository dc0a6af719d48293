import { csrfFetch } from './csrf.ts';

/** Milliseconds after which an answer is too old to be shown as the current one. */
const KEPT_MS = 30_000;

interface Sent {
  variables: string;
  answer: Promise<Response>;
  since: number;
}
/** The queries that the client has not made yet, by name: null when one was not sent after all. */
const started = new Map<string, Promise<Sent | null>>();
let waiting: (() => void)[] = [];

/**
 * Returns the answer with its text, read as soon as it arrives: the client that asks for it has it at once, before it
 * paints the page without it.
 */
async function whole(answer: Response): Promise<Response> {
  const text = await answer.text();
  return Object.assign(answer, {
    text: () => Promise.resolve(text),
    json: () => Promise.resolve<unknown>(JSON.parse(text)),
  });
}

function send(operationName: string, query: string, variables: object): Sent {
  const answer = csrfFetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json;q=0.9',
    },
    body: JSON.stringify({ operationName, variables, query }),
  }).then(whole);
  // A failure is reported where the query is made.
  answer.catch(() => undefined);
  return { variables: JSON.stringify(variables), answer, since: Date.now() };
}

function keep(operationName: string, sent: Promise<Sent | null>): void {
  started.set(operationName, sent);
  // A page that does not make the query keeps nothing waiting.
  setTimeout(() => remove(operationName), KEPT_MS);
}

/** Sends a query of the first page before the client that asks for it is there; returns the answer. */
export function startEarly(operationName: string, query: string, variables: object): Promise<Response> {
  const sent = send(operationName, query, variables);
  keep(operationName, Promise.resolve(sent));
  return sent.answer;
}

/**
 * Sends a query once its variables are known, null for none. A client that asks earlier waits for them: otherwise it
 * would send the query too, and the answer of this one would be read by no one.
 */
export function startEarlyWith(operationName: string, query: string, variables: Promise<object | null>): void {
  const sent = variables.then(
    (known) => known && send(operationName, query, known),
    () => null,
  );
  keep(operationName, sent);
  void sent.then((one) => one ?? remove(operationName));
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
    const known = started.size > 0 && typeof init?.body === 'string' && take(init.body);
    return known ? known.then((answer) => answer ?? fetcher(input, init)) : fetcher(input, init);
  };

/** Returns the answer of the query that was started early, null when that was another one. */
function take(body: string): Promise<Response | null> | undefined {
  const { operationName = '', variables = {} } = JSON.parse(body) as { operationName?: string; variables?: object };
  const known = started.get(operationName);
  remove(operationName);
  const isCurrent = (sent: Sent) => sent.variables === JSON.stringify(variables) && Date.now() - sent.since < KEPT_MS;
  return known?.then((sent) => (sent && isCurrent(sent) ? sent.answer : null));
}

function remove(operationName: string): void {
  started.delete(operationName);
  if (started.size > 0) return;
  for (const resolve of waiting) resolve();
  waiting = [];
}
