import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import type pg from 'pg';

const OPERATION_MS = 10_000;
/** PostgreSQL's code of a statement that it canceled: by its own timeout, or at our request. */
export const CANCELED = '57014';
/** A statement in a transaction that has already failed. */
const FAILED = '25P02';

const opening = new AsyncLocalStorage<Deadline>();

/** The time of one operation in the database: its statements together, in all of its transactions. */
export class Deadline {
  #used = 0;

  constructor(readonly ms = OPERATION_MS) {}

  /** Milliseconds left. The clock runs only while a statement runs. */
  get left(): number {
    return Math.max(0, this.ms - this.#used);
  }

  spend(ms: number): void {
    this.#used += ms;
  }

  /**
   * Statements on a connection that `open` takes from a pool run within this time, until it is returned. Throws when
   * there is none left.
   */
  async covers<T>(open: () => Promise<T>): Promise<T> {
    if (this.left === 0) throw tooLate();
    return opening.run(this, open);
  }
}

/** Applies deadlines to the connections of a pool (decisions/028). Call it once, when the pool is created. */
export function limitOperations(pool: pg.Pool): void {
  const take = pool.connect.bind(pool);
  const covered = (callback?: Parameters<typeof take>[0]) => {
    const deadline = opening.getStore();
    return callback || !deadline ? take(callback!) : take().then((client) => limit(client, deadline));
  };
  pool.connect = covered as typeof pool.connect;
}

/** What pg knows of its connection, for a request to cancel. */
interface Backend {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
}

/** Cancels what runs on a connection. Do not use the connection again: the request may arrive after its statement. */
export const cancelOn = (client: pg.PoolClient): void => cancel(client as unknown as Backend);

/** PostgreSQL's CancelRequest, on a connection of its own: no statement, and it also works through a pooler. */
function cancel({ host, port, processID, secretKey }: Backend): void {
  const request = Buffer.alloc(16);
  [request.length, 80877102, processID, secretKey].forEach((word, at) => request.writeInt32BE(word, at * 4));
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => undefined).end(request);
}

const tooLate = () => Object.assign(new Error('The time of the operation is over.'), { code: CANCELED });
/** Begins or ends a transaction: never refused, because the query builder would not return its connection. */
const bounds = (statement: unknown) => {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text;
  return /^\s*(begin|start transaction|commit|rollback)\b/i.test(text ?? '');
};

type Query = (...args: unknown[]) => Promise<unknown>;

/** Limits the statements of a connection until it is returned to its pool. */
function limit(client: pg.PoolClient, deadline: Deadline): pg.PoolClient {
  const { release, query } = client as unknown as { release: typeof client.release; query: Query };
  let running = 0;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  let canceled = false;
  let timedOut = false;

  const begin = () => {
    running += 1;
    if (running > 1) return;
    since = performance.now();
    // Whole milliseconds: Node keeps a list of timers for each duration, until it would have ended.
    timer = setTimeout(() => {
      canceled = true;
      cancelOn(client);
    }, Math.ceil(deadline.left)).unref();
  };
  const end = () => {
    running -= 1;
    if (running > 0) return;
    clearTimeout(timer);
    deadline.spend(performance.now() - since);
  };
  /** The statements behind a canceled one fail for its reason. */
  const explained = (error: { code?: string }) => {
    timedOut ||= error.code === CANCELED;
    return timedOut && error.code === FAILED ? tooLate() : error;
  };
  const limited: Query = async (...args) => {
    if ((canceled || deadline.left === 0) && !bounds(args[0])) throw tooLate();
    begin();
    try {
      return await query.apply(client, args);
    } catch (error) {
      throw explained(error as { code?: string });
    } finally {
      end();
    }
  };
  const isPromised = ([first, ...rest]: unknown[]) =>
    typeof (first as { submit?: unknown }).submit !== 'function' && typeof rest.at(-1) !== 'function';

  const returned: typeof client.release = (error) => {
    clearTimeout(timer);
    Object.assign(client, { query });
    // The request to cancel may arrive late and end the statement of another request.
    release.call(client, error ?? canceled);
  };
  const sent: Query = (...args) => (isPromised(args) ? limited(...args) : query.apply(client, args));
  return Object.assign(client, { query: sent, release: returned });
}
