import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import type { Logger } from 'pino';
import type { Viewer } from '../auth/viewer.ts';
import type { Database } from '../db/orm.ts';
import { openUnit, withPrincipal, type Mode, type Principal, type Unit } from '../db/principal.ts';
import type { EnqueueOptions, JobName, Jobs } from '../queue/job.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { PubSub } from '../realtime/pubsub.ts';
import type { Topics } from '../realtime/topics.ts';
import type { Config } from './config.ts';
import { Unauthenticated } from './errors.ts';
import type { Locale } from './messages.ts';

/** Deadlock, serialisation failure, a lock that took too long. */
const SERIALIZATION_CONFLICTS = new Set(['40P01', '40001', '55P03']);
const MAX_RETRIES = 3;

/** What lives as long as the process. */
export interface App {
  config: Config;
  db: Database;
  pubsub: PubSub;
  queue: JobQueue;
  log: Logger;
  /** The definitions of lists.ts: no other list is served. */
  lists: ReadonlySet<object>;
  now: () => Date;
}

/** What the transport knows of one request. */
export interface RequestInfo {
  id: string;
  ip: string;
  userAgent: string;
  /** SHA-256 of the session cookie, when there is one. */
  sessionHash: Buffer | null;
  /** That cookie's session is alive, a second factor still owed or not. */
  sessionAlive: boolean;
  setCookie: (cookie: string) => void;
}

/**
 * One request (or one event of a subscription): who asks, in which language, and the open transaction.
 * Services take it as their first argument; they see `em` only inside a transaction that is bound to the viewer.
 * Private in TypeScript only: Apollo copies the context it is given, and a copy has no #fields.
 */
export class Context {
  /** Points that the running GraphQL operation costs. */
  cost: number | undefined;

  private details: Record<string, unknown> = {};
  private unit: Unit | undefined;
  private loaders = new Map<unknown, DataLoader<never, unknown>>();
  private readonly events: (() => Promise<void>)[] = [];

  constructor(
    readonly app: App,
    readonly request: RequestInfo,
    public signedIn: Viewer | null,
    public locale: Locale,
    private readonly actor?: Principal,
  ) {}

  /** A context without a user: a device at the gateway, or work of the queue. `id` stands in the log beside what it does. */
  static of(app: App, actor: Principal, id: string): Context {
    return new Context(
      app,
      { id, ip: '', userAgent: '', sessionHash: null, sessionAlive: false, setCookie: () => undefined },
      null,
      'en',
      actor,
    );
  }

  /** On whose behalf rows are read and written; throws Unauthenticated when there is nobody. */
  get principal(): Principal {
    return this.actor ?? this.viewer.principal;
  }

  /** The signed-in user; throws Unauthenticated when there is none. */
  get viewer(): Viewer {
    if (!this.signedIn) throw new Unauthenticated();
    return this.signedIn;
  }

  get em(): EntityManager {
    if (!this.unit) throw new Error('No transaction is open: rows are read inside Context.run or a query.');
    return this.unit.em;
  }

  /**
   * The loader of a batch function for this transaction: rows that many fields ask for one by one are read in one query.
   * The batch answers its keys in order.
   */
  loader<K, V>(batch: (ctx: Context, keys: readonly K[]) => Promise<V[]>): DataLoader<K, V> {
    let loader = this.loaders.get(batch) as DataLoader<K, V> | undefined;
    if (!loader) {
      loader = new DataLoader<K, V>((keys) => batch(this, keys));
      this.loaders.set(batch, loader as unknown as DataLoader<never, unknown>);
    }
    return loader;
  }

  /** Today's calendar date, YYYY-MM-DD, in the organisation's time zone. */
  get today(): string {
    const timeZone = this.signedIn?.facts.timezone ?? 'America/New_York';
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
      this.app.now(),
    );
  }

  /** What services noted in the running transaction, for its audit line. */
  get noted(): Readonly<Record<string, unknown>> {
    return this.details;
  }

  /**
   * Adds details to the audit line of the running transaction: ids, dates and counts, never names or PINs. Details of services that call
   * each other merge; a name that is noted again with another value keeps both values as a list.
   */
  note(details: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(details)) {
      const known = Object.hasOwn(this.details, name) ? [this.details[name]].flat() : [];
      if (!known.some((one) => isDeepStrictEqual(one, value))) known.push(value);
      this.details[name] = known.length === 1 ? known[0] : known;
    }
  }

  /** Announces a change; it leaves after the commit and not at all when the transaction fails. */
  publish<T extends keyof Topics>(topic: T, payload: Topics[T]): void {
    this.events.push(() => this.app.pubsub.publish(topic, payload));
  }

  /** Adds work that survives a restart; it is there once the open transaction commits, and never was when it fails. */
  enqueue<Name extends JobName>(name: Name, data: Jobs[Name], options: EnqueueOptions): Promise<void> {
    return this.app.queue.enqueue(this.em, name, data, options);
  }

  /**
   * Runs `fn` in one transaction of the viewer: commits, then publishes; or rolls back. Begins again, up to three times, when the database
   * gave the turn to someone else.
   */
  async run<T>(mode: Mode, fn: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.runOnce(mode, fn);
      } catch (error) {
        if (attempt > MAX_RETRIES || !SERIALIZATION_CONFLICTS.has((error as { code?: string }).code ?? '')) throw error;
        await setTimeout(attempt * 20 * (1 + Math.random()));
      }
    }
  }

  private async runOnce<T>(mode: Mode, fn: () => Promise<T>): Promise<T> {
    this.details = {};
    await this.open(mode);
    try {
      const result = await fn();
      await this.unit!.commit();
      for (const send of this.events.splice(0)) await send();
      return result;
    } catch (error) {
      await this.unit!.rollback();
      this.events.length = 0;
      throw error;
    } finally {
      this.unit = undefined;
    }
  }

  /** Opens a transaction that `close` ends: for GraphQL, whose fields resolve one after the other. */
  async open(mode: Mode): Promise<void> {
    await this.close();
    this.loaders = new Map();
    this.unit = await openUnit(this.app.db, this.principal, mode);
  }

  /** Ends an open transaction; nothing that was not committed stays. */
  async close(): Promise<void> {
    const unit = this.unit;
    this.unit = undefined;
    await unit?.rollback();
  }

  /** Counters, sign-in and denials: outside the request's transaction, on their own pool, so that a rollback forgets nothing. */
  asAuth<T>(mode: Mode, fn: (em: EntityManager) => Promise<T>): Promise<T> {
    return withPrincipal(this.app.db, { kind: 'auth' }, mode, fn);
  }
}
