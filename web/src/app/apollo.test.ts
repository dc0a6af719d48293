import { ApolloClient, ApolloLink, gql, Observable } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { HttpLink } from '@apollo/client/link/http';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { withTimeout } from '../lib/http.ts';
import { page } from '../lib/page.ts';
import { reloadOnce, reloadServed, sessionExpired, setSessionEnding, sessionRenewed } from '../lib/sessionGuard.ts';
import { socketId } from '../lib/socketId.ts';
import { trackWork } from '../lib/unsavedWork.ts';
import { fakeServer, json } from '../testing/fakeServer.ts';
import { createApolloClient, createCache, createRenewalLink, createSessionLink, socketEvents } from './apollo.ts';

const server = fakeServer();
const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
afterEach(() => {
  reload.mockClear();
  reloadServed();
});

const unauthenticated = { errors: [{ message: 'Unauthenticated.', extensions: { code: 'UNAUTHENTICATED' } }] };

function clientThat(answers: () => Observable<ApolloLink.Result>) {
  return new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([createSessionLink(), new ApolloLink(answers)]),
  });
}

const answering = (result: ApolloLink.Result) =>
  clientThat(
    () =>
      new Observable((observer) => {
        observer.next(result);
        observer.complete();
      }),
  );

const patients = {
  query: gql`
    query SomePage {
      patients {
        totalCount
      }
    }
  `,
};

test('an ended session reloads the page', async () => {
  await expect(answering(unauthenticated).query(patients)).rejects.toThrow();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an HTTP 401 without a GraphQL body reloads the page too', async () => {
  const refused = new ServerError('401', { response: new Response('', { status: 401 }), bodyText: '' });
  const client = clientThat(() => new Observable((observer) => observer.error(refused)));
  await expect(client.query(patients)).rejects.toThrow();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an answer to a request that was sent before the user signed in again is not the end of the new session', async () => {
  const answer = Promise.withResolvers<ApolloLink.Result>();
  const client = clientThat(
    () =>
      new Observable((observer) => {
        void answer.promise.then((result) => {
          observer.next(result);
          observer.complete();
        });
      }),
  );
  const sent = client.query(patients);
  sessionRenewed();
  answer.resolve(unauthenticated);
  await expect(sent).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

test('a refused sign-in does not reload the page', async () => {
  const signIn = {
    mutation: gql`
      mutation SignIn {
        signIn {
          verificationRequired
        }
      }
    `,
  };
  await expect(answering(unauthenticated).mutate(signIn)).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

test('another error does not reload the page', async () => {
  const forbidden = { errors: [{ message: 'This action is unauthorized.', extensions: { code: 'FORBIDDEN' } }] };
  await expect(answering(forbidden).query(patients)).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

test('when the server keeps answering 401 the page reloads once in 30 seconds, not in a loop', () => {
  expect(reloadOnce(1_000_000)).toBe(true);
  expect(reloadOnce(1_001_000)).toBe(false);
  expect(reloadOnce(1_029_999)).toBe(false);
  expect(reloadOnce(1_030_001)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('after a reload that found no session, the 401 of the next session reloads at once', () => {
  expect(reloadOnce(2_000_000)).toBe(true);
  reloadServed();
  expect(reloadOnce(2_000_001)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('the socket that the server ends while the user signs out does not reload the page', () => {
  setSessionEnding(true);
  socketEvents.closed(new CloseEvent('close', { code: 4401 }));
  expect(reload).not.toHaveBeenCalled();
  setSessionEnding(false);
  socketEvents.closed(new CloseEvent('close', { code: 4401 }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the id of the realtime socket is known while the socket is open', () => {
  socketEvents.connected(null, { socketId: '12.34' });
  expect(socketId()).toBe('12.34');
  socketEvents.closed(null);
  expect(socketId()).toBeNull();
  socketEvents.connected(null, undefined);
  expect(socketId()).toBeNull();
});

test('a socket that is closed with 4401 reloads the page; any other close does not', () => {
  for (const code of [1000, 1006, 1013, 4400, 4402]) socketEvents.closed(new CloseEvent('close', { code }));
  expect(reload).not.toHaveBeenCalled();
  socketEvents.closed(new CloseEvent('close', { code: 4401 }));
  expect(reload).toHaveBeenCalledTimes(1);
});

describe('a socket that cannot be opened', () => {
  let tries = 0;
  const real = globalThis.WebSocket;
  let live: { unsubscribe: () => void };
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    globalThis.WebSocket = class {
      onclose?: (event: CloseEvent) => void;
      constructor() {
        tries += 1;
        queueMicrotask(() => this.onclose?.(new CloseEvent('close', { code: 1006 })));
      }
    } as unknown as typeof WebSocket;
    live = createApolloClient()
      .subscribe({
        query: gql`
          subscription Live {
            changed
          }
        `,
      })
      .subscribe(() => {});
  });
  afterEach(() => {
    live.unsubscribe();
    globalThis.WebSocket = real;
    jest.useRealTimers();
  });

  test('is tried again at least every 18 seconds, however long the server is away', async () => {
    await jest.advanceTimersByTimeAsync(60 * 60_000);
    tries = 0;
    await jest.advanceTimersByTimeAsync(18_000);
    expect(tries).toBeGreaterThanOrEqual(1);
    expect(tries).toBeLessThanOrEqual(2);
  });

  test('is tried again at once when the browser has a network again', async () => {
    await jest.advanceTimersByTimeAsync(60 * 60_000);
    tries = 0;
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(tries).toBe(1);
  });
});

describe('a session that ended while input was unsaved and was renewed', () => {
  let untrack = () => {};
  beforeEach(() => {
    untrack = trackWork(() => 'dirty');
  });
  afterEach(() => untrack());

  const live = {
    query: gql`
      subscription Live {
        changed
      }
    `,
  };
  const socket = () => {
    const opened: { error: (reason: Error) => void }[] = [];
    const link = new ApolloLink(() => new Observable((observer) => void opened.push(observer)));
    const client = new ApolloClient({ cache: createCache(), link: ApolloLink.from([createRenewalLink(), link]) });
    const errors: unknown[] = [];
    const subscription = client.subscribe(live).subscribe(({ error }) => errors.push(error));
    return { opened, errors, subscription };
  };

  test('subscribes again, once for each time', () => {
    const { opened, errors, subscription } = socket();
    for (const times of [1, 2]) {
      expect(opened).toHaveLength(times);
      sessionExpired();
      opened.at(-1)!.error(new Error('Socket closed with event 4401'));
      expect(opened).toHaveLength(times);
      sessionRenewed();
    }
    expect(opened).toHaveLength(3);
    expect(errors).toEqual([]);
    subscription.unsubscribe();
  });

  test('reports no subscription that failed with it while the page is reloaded', () => {
    untrack();
    const { opened, errors, subscription } = socket();
    socketEvents.closed(new CloseEvent('close', { code: 4401 }));
    opened[0]!.error(new Error('Socket closed with event 4401'));
    expect([reload.mock.calls.length, errors]).toEqual([1, []]);
    subscription.unsubscribe();
  });

  test('is the only reason to repeat a subscription that failed', () => {
    const { opened, errors, subscription } = socket();
    opened[0]!.error(new Error('refused'));
    sessionRenewed();
    expect(opened).toHaveLength(1);
    expect(errors).toHaveLength(1);
    subscription.unsubscribe();
  });

  test('reloads what the page shows', async () => {
    server.answer = () => json(200, { data: { patients: { __typename: 'PatientConnection', totalCount: 1 } } });
    const reading = createApolloClient()
      .watchQuery(patients)
      .subscribe(() => {});
    await waitFor(() => expect(server.calls).toHaveLength(1));
    sessionExpired();
    sessionRenewed();
    await waitFor(() => expect(server.calls).toHaveLength(2));
    reading.unsubscribe();
  });
});

test('a new query aborts the one that it replaces', async () => {
  const aborted: boolean[] = [];
  const slow = (_input: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      const n = aborted.push(false) - 1;
      init?.signal?.addEventListener('abort', () => {
        aborted[n] = true;
        reject(init.signal?.reason as Error);
      });
    });
  const client = new ApolloClient({
    cache: createCache(),
    link: new HttpLink({ uri: '/graphql', fetch: withTimeout(slow, 30_000) }),
  });
  const list = client.watchQuery({
    query: gql`
      query List($search: String) {
        patients(search: $search) {
          totalCount
        }
      }
    `,
    variables: { search: 'a' },
  });
  const reading = list.subscribe(() => {});
  void list.setVariables({ search: 'ab' }).catch(() => {});
  await waitFor(() => expect(aborted).toEqual([true, false]));
  reading.unsubscribe();
});

test('a page whose socket was lost reads again what it shows once the socket is back, and not before', async () => {
  const sockets: { onclose?: (event: CloseEvent) => void; onmessage?: (event: { data: string }) => void }[] = [];
  const real = globalThis.WebSocket;
  globalThis.WebSocket = class {
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    constructor() {
      sockets.push(this);
      queueMicrotask(() => this.onopen?.());
    }
    send(text: string) {
      if ((JSON.parse(text) as { type: string }).type === 'connection_init')
        queueMicrotask(() => this.onmessage?.({ data: JSON.stringify({ type: 'connection_ack', payload: {} }) }));
    }
    close() {}
  } as unknown as typeof WebSocket;
  try {
    server.answer = () => json(200, { data: { patients: { __typename: 'PatientConnection', totalCount: 1 } } });
    const client = createApolloClient();
    const reading = client.watchQuery(patients).subscribe(() => {});
    const live = client
      .subscribe({
        query: gql`
          subscription Anything {
            orgMessageDelivered {
              message
            }
          }
        `,
      })
      .subscribe({ error: () => undefined });
    await waitFor(() => expect(sockets).toHaveLength(1));
    await waitFor(() => expect(server.calls).toHaveLength(1));
    sockets[0]!.onclose!(new CloseEvent('close', { code: 1006 }));
    expect(server.calls).toHaveLength(1);
    await waitFor(() => expect(server.calls).toHaveLength(2));
    expect(sockets).toHaveLength(2);
    live.unsubscribe();
    reading.unsubscribe();
  } finally {
    globalThis.WebSocket = real;
  }
});

test('no socket is opened until something on the page is subscribed to', async () => {
  const opened: string[] = [];
  const real = globalThis.WebSocket;
  globalThis.WebSocket = class extends EventTarget {
    constructor(url: string) {
      super();
      opened.push(url);
    }
    close() {}
  } as unknown as typeof WebSocket;
  try {
    const client = createApolloClient();
    expect(opened).toEqual([]);
    const subscription = gql`
      subscription Anything {
        orgMessageDelivered {
          message
        }
      }
    `;
    const running = client.subscribe({ query: subscription }).subscribe({ error: () => undefined });
    await waitFor(() => expect(opened).toEqual(['ws://localhost/graphql']));
    running.unsubscribe();
  } finally {
    globalThis.WebSocket = real;
  }
});
