import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Cluster } from './cluster.ts';
import type { Session } from './session.ts';

const SOCKETS = 8;
const BEAT_MS = 500;
/** After this a socket does not come back by itself. */
const LIMIT_MS = 60_000;

const BEAT = `select pg_notify('airlog', '{"topic":"inbox.changed","data":{"userId":1,"itemId":0}}')`;
const QUERY = 'subscription { inboxChanged { viewer { inboxUnreadCount } } }';

/** Pages that are open: each has a socket with a subscription, as the client has, and gets two events a second. */
export class OpenPages {
  readonly #clients: Client[] = [];
  /** When each page had its last event. */
  readonly #last: number[] = [];
  #longest = 0;
  /** Why subscriptions ended, which no client asked for. */
  readonly ended: string[] = [];
  #isOver = false;
  readonly #beats: Promise<void>;

  constructor(
    readonly cluster: Cluster,
    session: Session,
  ) {
    const { cookie } = session.headers;
    class Opened extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { origin: session.origin, headers: { cookie } });
      }
    }
    for (let page = 0; page < SOCKETS; page += 1) this.#open(page, Opened);
    this.#beats = this.#beat();
  }

  #open(page: number, webSocketImpl: unknown): void {
    const client = createClient({
      url: `${this.cluster.origin.replace('http', 'ws')}/graphql`,
      webSocketImpl,
      retryAttempts: Infinity,
      retryWait: () => wait(1000 + Math.random() * 3000), // about as the client, which waits no longer than 18 s
    });
    this.#clients.push(client);
    this.#last[page] = performance.now();
    const end = (why: unknown) => void (this.#isOver || this.ended.push(JSON.stringify(why) ?? String(why)));
    client.subscribe(
      { query: QUERY },
      {
        next: ({ errors }) => {
          if (errors) this.ended.push(JSON.stringify(errors));
          const now = performance.now();
          this.#longest = Math.max(this.#longest, now - this.#last[page]!);
          this.#last[page] = now;
        },
        error: end,
        complete: () => end('complete'),
      },
    );
  }

  async #beat(): Promise<void> {
    while (!this.#isOver) {
      await this.cluster.servers[0].query(BEAT).catch(() => undefined); // the primary is away
      await wait(BEAT_MS);
    }
  }

  /** Waits until each page has events again; returns the seconds of the longest silence of one, since the last call. */
  async silence(): Promise<{ seconds: number; faults: string[] }> {
    const since = performance.now();
    const silent = () => this.#last.filter((at) => at < since).length;
    const waits = () => silent() > 0 && this.ended.length === 0 && performance.now() - since < LIMIT_MS;
    while (waits()) await wait(50);
    const seconds = this.#longest / 1000;
    this.#longest = 0;
    const faults = [
      ...(silent() > 0 ? [`${silent()} of ${SOCKETS} sockets have no events any more`] : []),
      ...[...new Set(this.ended.splice(0))].map((why) => `a subscription ended: ${why}`),
    ];
    return { seconds, faults };
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#beats;
    for (const client of this.#clients) await client.dispose();
  }
}
