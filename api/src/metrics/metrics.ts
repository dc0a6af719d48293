import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../shared/context.ts';
import { release } from '../version.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Returns a folder, or the nearest one above it that exists: the first file that is kept makes DATA_DIR, on that disk. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

/** ok; refused: the client's fault; failed: ours. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** Open sockets of a node by protocol. */
export type SocketCounts = () => Record<'graphql' | 'pusher', number>;

/**
 * What a node measures. A label is of a closed set (a route's pattern, a field of the schema, a pool, a queue): never a value
 * of a request, which could be a person's.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = this.#histogram(
    'airlog_http_request_seconds',
    'Seconds until the answer to a request was sent, by the pattern of its route',
    ['method', 'route', 'status'],
  );
  readonly #operations = this.#histogram(
    'airlog_graphql_operation_seconds',
    'Seconds of a GraphQL operation, by its first root field',
    ['field', 'outcome'],
  );
  readonly #jobs = this.#histogram('airlog_job_seconds', 'Seconds of a run of a job', ['job', 'outcome']);

  readonly #slow = new Counter({
    name: 'airlog_slow_statements_total',
    help: 'Statements that lasted for SLOW_STATEMENT_MS or longer',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    const { version, commit, migration } = release;
    this.#gauge('airlog_build_info', 'What the node runs', ['version', 'commit', 'migration']).set(
      { version, commit: commit ?? '', migration },
      1,
    );
  }

  /** An answer to a request: its duration in seconds. */
  request(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
  }

  /** The end of a GraphQL operation: its duration in seconds. */
  operation(field: string, outcome: Outcome, seconds: number): void {
    this.#operations.observe({ field, outcome }, seconds);
  }

  /** The end of a run of a job: its duration in seconds. */
  job(name: string, outcome: Outcome, seconds: number): void {
    this.#jobs.observe({ job: name, outcome }, seconds);
  }

  /** A statement that was slow (db/slow.ts). */
  slowStatement(): void {
    this.#slow.inc();
  }

  /**
   * Adds what is read when Prometheus asks: connections, queues, sockets, events and the disk. Each gauge reads its own
   * values: they are read at the same time.
   */
  collect({ config, db, pubsub, queue }: App, sockets: SocketCounts): void {
    this.#gauge('airlog_database_connections', 'Connections of a pool', ['pool', 'state'], (gauge) => {
      for (const [pool, { total, idle, waiting }] of Object.entries(db.poolCounts())) {
        gauge.set({ pool, state: 'busy' }, total - idle);
        gauge.set({ pool, state: 'idle' }, idle);
        gauge.set({ pool, state: 'waited_for' }, waiting);
      }
    });
    this.#gauge('airlog_database_connections_most', 'Connections that a pool may have', ['pool'], (gauge) => {
      for (const [pool, { max }] of Object.entries(db.poolCounts())) gauge.set({ pool }, max);
    });
    this.#gauge(
      'airlog_queue_jobs',
      'Jobs of a queue; failed: those that are kept',
      ['queue', 'state'],
      async (gauge) => {
        for (const { name, ...counts } of await queue.counts())
          for (const [state, count] of Object.entries(counts)) gauge.set({ queue: name, state }, count);
      },
    );
    this.#gauge(
      'airlog_queue_oldest_seconds',
      'Seconds for which the oldest ready job waits',
      ['queue'],
      async (gauge) => {
        for (const { name, seconds } of await queue.oldest()) gauge.set({ queue: name }, seconds);
      },
    );
    this.#gauge('airlog_sockets', 'Open sockets of users', ['protocol'], (gauge) => {
      for (const [protocol, count] of Object.entries(sockets())) gauge.set({ protocol }, count);
    });
    new Counter({
      name: 'airlog_realtime_events_total',
      help: 'Events received from the nodes since the start',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(pubsub.received);
      },
    });
    this.#gauge('airlog_disk_free_bytes', 'Free bytes of the disk of DATA_DIR', [], async (gauge) => {
      const { bavail, bsize } = await statfs(existing(config.dataDir));
      gauge.set(bavail * bsize);
    });
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [this.registry] });
  }

  #gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect?: (gauge: Gauge<Label>) => Promise<void> | void,
  ): Gauge<Label> {
    return new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect && {
        collect() {
          return collect(this);
        },
      }),
    });
  }
}
