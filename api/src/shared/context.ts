import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import type { Viewer } from '../auth/viewer.ts';
import { copyOut, type CopiedRows, type Lines } from '../db/wire/copy-out.ts';
import { Deadline } from '../db/deadline.ts';
import { openUnit, sendLast, withPrincipal, type TransactionMode, type Principal, type Unit } from '../db/principal.ts';
import type { EnqueueOptions, JobName, Jobs } from '../queue/job.ts';
import type { TopicEvent, Topics } from '../realtime/topics.ts';
import { dayIn } from './dates.ts';
import { Unauthenticated } from './errors.ts';
import type { ReceivedFiles } from './file-store.ts';
import type { App } from './app.ts';
import type { Locale } from './messages.ts';
import type { ShownReading } from './read-log.ts';
import type { BudgetState, RequestInfo } from './request-info.ts';

export type { App } from './app.ts';
export type { RequestInfo } from './request-info.ts';

/** Deadlock, serialization failure, lock timeout. */
const SERIALIZATION_CONFLICTS = new Set(['40P01', '40001', '55P03']);
const MAX_RETRIES = 3;

/**
 * One request (or one event of a subscription): the viewer, the language, and the open transaction. Services take it as
 * their first argument; `em` is available only inside a transaction bound to the viewer. Private in TypeScript only:
 * Apollo copies the context, and a copy has no #fields.
 */
export class Context {
  /** Cost of the running GraphQL operation in points. */
  cost: number | undefined;
  /** True when the running query is a list whose total is selected: it is counted while its page is read. */
  isCounted = false;
  /** Points that were taken before the files of the operation were received (graphql/multipart.ts). */
  prepaid = 0;
  /** The files that the operation was sent with, which are removed after the answer unless the service kept them. */
  received: ReceivedFiles | undefined;
  /** What is left of the points of the request's token (auth/budget.ts). */
  budget: BudgetState | undefined;
  /** Mutations of the running GraphQL operation by their names in the response: committed, and whether read again. */
  readonly committed = new Map<string, 'read' | 'unread'>();

  /** The operations of this request and what they have shown, by their names in the response (auth/reading.ts). */
  readonly readings = new Map<string, ShownReading>();

  private shown: Set<number> | undefined;
  private details: Record<string, unknown> = {};
  private unit: Unit | undefined;
  private mode: TransactionMode = 'write';
  /** True while fields that resolve at the same time read in the same transaction: no one of them may end it. */
  isShared = false;
  private loaders = new Map<unknown, DataLoader<never, unknown>>();
  private deadline: Deadline | undefined;
  private readonly events: TopicEvent[] = [];
  private readonly followUps: (() => Promise<void>)[] = [];

  constructor(
    readonly app: App,
    readonly request: RequestInfo,
    public signedIn: Viewer | null,
    public locale: Locale,
    private readonly actor?: Principal,
  ) {
    this.startOperation();
  }

  /** Returns a context without a user: for a device at the gateway, or a queue job. `id` is in the lines of its log. */
  static of(app: App, actor: Principal, id: string): Context {
    const request = { id, ip: '', userAgent: '', sessionHash: null, sessionAlive: false, setCookie: () => undefined };
    return new Context(app, request, null, 'en', actor);
  }

  /** Returns a context of a job that acts for a user, with their rights of now. Its statements have the job's time. */
  static ofUser(app: App, viewer: Viewer, id: string): Context {
    const request = { ...Context.of(app, { kind: 'jobs' }, id).request };
    const ctx = new Context(app, request, viewer, viewer.facts.locale);
    ctx.deadline = undefined;
    return ctx;
  }

  /** A new operation has all of its time in the database (decisions/028): each event of a subscription is one. */
  startOperation(): void {
    this.deadline = this.actor?.kind === 'jobs' ? undefined : new Deadline();
  }

  /** Returns the identity for which rows are read and written; throws Unauthenticated when there is none. */
  get principal(): Principal {
    return this.actor ?? this.viewer.principal;
  }

  /** Returns the signed-in user; throws Unauthenticated when there is none. */
  get viewer(): Viewer {
    if (!this.signedIn) throw new Unauthenticated();
    return this.signedIn;
  }

  get em(): EntityManager {
    if (!this.unit) throw new Error('No transaction is open: rows are read inside Context.run or a query.');
    return this.unit.em;
  }

  /**
   * Returns the loader of a batch function for this transaction: rows that many fields request one by one are read in
   * one query. The batch returns its results in the order of its keys. For those of many keys see load-all.ts.
   */
  loader<K, V>(batch: (ctx: Context, keys: readonly K[]) => Promise<V[]>): Omit<DataLoader<K, V>, 'loadMany'> {
    let loader = this.loaders.get(batch) as DataLoader<K, V> | undefined;
    if (!loader) {
      loader = new DataLoader<K, V>((keys) => batch(this, keys));
      this.loaders.set(batch, loader as unknown as DataLoader<never, unknown>);
    }
    return loader;
  }

  /** The time zone of the viewer's organization. */
  get timezone(): string {
    return this.signedIn?.facts.timezone ?? 'America/New_York';
  }

  /** Today's calendar date, YYYY-MM-DD, in the time zone of the viewer's organization. */
  get today(): string {
    return this.todayIn(this.timezone);
  }

  /** Today's calendar date, YYYY-MM-DD, in a time zone. */
  todayIn(timezone: string): string {
    return dayIn(timezone, this.app.now());
  }

  /** Returns the calendar date of a time, YYYY-MM-DD, in the time zone of the viewer's organization. */
  dayOf(time: Date): string {
    return dayIn(this.timezone, time);
  }

  /** What services noted in the running transaction, for its audit line. */
  get noted(): Readonly<Record<string, unknown>> {
    return this.details;
  }

  /**
   * Adds details to the audit line of the running transaction: ids, dates and counts, never names or PINs. Details of
   * services that call each other are merged; a name noted again with another value keeps both values as a list.
   */
  note(details: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(details)) {
      const known = Object.hasOwn(this.details, name) ? [this.details[name]].flat() : [];
      if (!known.some((one) => isDeepStrictEqual(one, value))) known.push(value);
      this.details[name] = known.length === 1 ? known[0] : known;
    }
  }

  /**
   * States whose data the running operation shows, for its audit line: `findVisible` and lists do, and a service or an
   * adapter that shows the data of other patients does too.
   */
  shows(patientIds: Iterable<number>): void {
    this.shown ??= new Set();
    for (const id of patientIds) this.shown.add(id);
  }

  /** Returns the patients of `shows` and forgets them; undefined when the operation stated none, not even "none". */
  takeShown(): ReadonlySet<number> | undefined {
    const { shown } = this;
    this.shown = undefined;
    return shown;
  }

  /** Announces a change with the commit of the running transaction; a failed transaction announces nothing. */
  publish<T extends keyof Topics>(topic: T, data: Topics[T]): void {
    this.events.push({ topic, data } as TopicEvent);
  }

  /** Does `work` after the commit of the running transaction; a failure is logged, and fails nothing. */
  afterCommit(work: () => Promise<void>): void {
    this.followUps.push(work);
  }

  /** Adds a durable job, which exists if and only if the open transaction commits. */
  enqueue<Name extends JobName>(name: Name, data: Jobs[Name], options: EnqueueOptions): Promise<void> {
    return this.app.queue.enqueue(this.em, name, data, options);
  }

  /** Commits `fn` in one transaction of the viewer and announces, or rolls back. Retries serialization conflicts. */
  async run<T>(mode: TransactionMode, fn: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.runOnce(mode, fn);
      } catch (error) {
        if (attempt > MAX_RETRIES || !SERIALIZATION_CONFLICTS.has((error as { code?: string }).code ?? '')) throw error;
        await setTimeout(attempt * 20 * (1 + Math.random()));
      }
    }
  }

  private async runOnce<T>(mode: TransactionMode, fn: () => Promise<T>): Promise<T> {
    this.details = {};
    await this.open(mode);
    let result: T;
    try {
      result = await fn();
      if (mode === 'write' && (await this.request.mayCommit?.()) === false) throw new Unauthenticated();
      await this.commitWith(async () => undefined);
    } catch (error) {
      this.followUps.length = 0;
      await this.unit?.rollback();
      throw error;
    } finally {
      this.events.length = 0;
      this.unit = undefined;
    }
    for (const work of this.followUps.splice(0))
      await work().catch((err: unknown) => this.app.log.warn({ err }, 'what follows a commit failed'));
    return result;
  }

  /** Runs the last statement of the transaction, and announces and commits with it. Only for operations without an audit line. */
  commitWith<T>(statement: () => Promise<T>): Promise<T> {
    return sendLast(this.unit!, statement, () => this.app.pubsub.publish(this.em, this.events.splice(0)));
  }

  /** Opens a transaction that `close` ends: for GraphQL, whose fields resolve one after another. */
  async open(mode: TransactionMode): Promise<void> {
    await this.close();
    this.loaders = new Map();
    this.mode = mode;
    this.unit = await openUnit(this.app.db, this.principal, mode, this.deadline);
  }

  /**
   * Runs `fn`, which waits for another system, without a connection to the database where that is possible: the
   * transaction of a read ends before it, and another one begins after it. `fn` learns whether it holds a connection: in
   * a transaction that writes, and in one that other fields of the query share. Rows that were read before are stale. The
   * rest of the request waits for it.
   */
  async outside<T>(fn: (holdsConnection: boolean) => Promise<T>): Promise<T> {
    if (!this.unit) return fn(false);
    if (this.mode === 'write' || this.isShared) return fn(true);
    await this.close();
    try {
      return await fn(false);
    } finally {
      await this.open('read');
    }
  }

  /** Ends an open transaction; uncommitted changes are discarded. */
  async close(): Promise<void> {
    const unit = this.unit;
    this.unit = undefined;
    await unit?.rollback();
  }

  /**
   * Reads the rows of a query as CSV, in a transaction of its own for the viewer: after the one of the request, so that a
   * file needs one connection. Its time is the operation's.
   */
  copyOut(query: string, lines: Lines, gone: AbortSignal): AsyncGenerator<CopiedRows> {
    return copyOut(this.app.db, this.principal, query, { lines, deadline: this.deadline!, gone });
  }

  /** Runs counters, sign-in and denials on their own pool: they survive a rollback of the request. `userId`: whose act it is. */
  asAuth<T>(mode: TransactionMode, fn: (em: EntityManager) => Promise<T>, userId = this.signedIn?.userId): Promise<T> {
    return withPrincipal(this.app.db, { kind: 'auth', userId: mode === 'write' ? userId : undefined }, mode, fn);
  }
}
