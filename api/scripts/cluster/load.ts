import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Server } from './postgres.ts';
import type { Session } from './session.ts';

/** An answer, or that there was none. */
interface Answer {
  at: number;
  ms: number;
  kind: 'write' | 'read';
  ok: boolean;
}

/** What the clients of a portal saw between two moments. */
export interface Seen {
  answers: number;
  errors: number;
  p50: number;
  p99: number;
}

const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;
const THINK_MS = 40;

const quantile = (sorted: readonly number[], part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

/** Clients that add patients and read lists without an end. Each write has a key, and is repeated until it is acknowledged. */
export class Load {
  readonly #answers: Answer[] = [];
  readonly #acknowledged: string[] = [];
  /** Answers that no client expects: neither success nor a request to retry. */
  readonly unexpected: string[] = [];
  #isOver = false;
  readonly #loops: Promise<void>[] = [];

  constructor(
    readonly session: Session,
    { writers = 3, readers = 2 } = {},
  ) {
    for (let nth = 0; nth < writers; nth += 1) this.#loops.push(this.#write());
    for (let nth = 0; nth < readers; nth += 1) this.#loops.push(this.#read());
  }

  async #ask(kind: Answer['kind'], ask: () => Promise<Response>, expected: number): Promise<boolean> {
    const at = performance.now();
    const { status, text } = await ask().then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }), // the connection was lost
    );
    const ok = status === expected;
    this.#answers.push({ at, ms: performance.now() - at, kind, ok });
    if (!ok && ![0, 502, 503, 504].includes(status)) {
      this.unexpected.push(`${kind} ${status} ${text.slice(0, 200)}`);
      this.#isOver = true; // repeating it does not help
    }
    return ok;
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const [name, key] = [randomUUID(), randomUUID()];
      const send = () => this.session.addPatient(name, key, AbortSignal.timeout(PATIENCE_MS));
      while (!(await this.#ask('write', send, 201))) {
        if (this.unexpected.length > 0) return;
        await wait(PAUSE_MS);
      }
      this.#acknowledged.push(name);
      await wait(THINK_MS);
    }
  }

  async #read(): Promise<void> {
    const read = () => this.session.ask('GET', '/api/patients/datatable', { signal: AbortSignal.timeout(PATIENCE_MS) });
    while (!this.#isOver) await wait((await this.#ask('read', read, 200)) ? THINK_MS : PAUSE_MS);
  }

  /** Returns what was seen of the requests that began in a time. */
  seen(from: number, to = performance.now()): Seen {
    const answers = this.#answers.filter(({ at }) => at >= from && at < to);
    const times = answers.filter(({ ok }) => ok).map(({ ms }) => ms);
    times.sort((a, b) => a - b);
    const errors = answers.length - times.length;
    return { answers: answers.length, errors, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  }

  /** Returns the seconds from a moment to the last failure after it, or the end of the slowest answer; 0 without a failure. */
  recovery(from: number): number {
    const failures = this.#answers.filter(({ at, ok, ms }) => at + ms >= from && !ok);
    const last = Math.max(from, ...failures.map(({ at, ms }) => at + ms));
    return (last - from) / 1000;
  }

  /** Returns how many acknowledged patients a database lacks, and how many patients it has more than once. */
  async compare(server: Server): Promise<{ acknowledged: number; lost: number; doubled: number }> {
    const acknowledged = [...this.#acknowledged];
    const rows = await server.query<{ name: string; times: number }>(
      'select assigned_id as name, count(*)::int as times from patients where assigned_id is not null group by 1',
    );
    const times = new Map(rows.map((row) => [row.name, row.times]));
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((name) => !times.has(name)).length,
      doubled: rows.filter((row) => row.times > 1).length,
    };
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }
}
