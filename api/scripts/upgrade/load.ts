import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { percentile } from '../bench/figures.ts';

const WRITERS = 2;
const READERS = 3;
const SOCKETS = 10;
const THINK_MS = 100;
const TIMEOUT_MS = 10_000;
/** A client gives up after so many attempts, which are spread over the nodes. */
const ATTEMPTS = 100;

const WRITE =
  'mutation ($input: CreatePatientInput!) { createPatient(input: $input) { patient { id } userErrors { field message } } }';
const READ = 'query ($id: ID!) { patient(id: $id) { id } notes: dashboard { cards { kind count } } }';
const WATCH = 'subscription ($id: ID!) { deviceHistoryChanged(patientId: $id) { __typename } }';

interface Phase {
  name: string;
  times: number[];
  failed: Map<string, number>;
  closed: number;
}

/** Clients of an installation whose nodes change: writers and readers who repeat what failed, and open sockets. */
export class Load {
  /** The nodes to which a proxy would lead. */
  serving: string[] = [];
  /** Numbers of the patients whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  readonly phases: Phase[] = [];
  #ends = false;
  #open = 0;
  #next = 0;

  constructor(
    readonly headers: Record<string, string>,
    readonly patientId: string,
  ) {}

  /** Begins a phase, whose answers are counted apart. */
  phase(name: string): void {
    this.phases.push({ name, times: [], failed: new Map(), closed: 0 });
  }

  /** Starts the clients. Returns a function that ends them, and resolves when each has its last answer. */
  start(): () => Promise<void> {
    const clients = [
      ...Array.from({ length: WRITERS }, () => this.#repeat(() => this.#write())),
      ...Array.from({ length: READERS }, () =>
        this.#repeat(() => this.#send(READ, { id: this.patientId }, 'patient', {})),
      ),
      ...Array.from({ length: SOCKETS }, () => this.#repeat(() => this.#watch())),
    ];
    for (const client of clients) client.catch(() => undefined); // the end throws it
    return async () => {
      this.#ends = true;
      await Promise.all(clients);
    };
  }

  /** Waits until all sockets are open. Throws when they are not in time. */
  async socketsOpen(): Promise<void> {
    for (const started = performance.now(); this.#open < SOCKETS; await wait(20))
      if (performance.now() - started > 3 * TIMEOUT_MS) throw new Error(`${this.#open} of ${SOCKETS} sockets are open`);
  }

  get #now(): Phase {
    return this.phases.at(-1)!;
  }

  #node(): string {
    this.#next += 1;
    return this.serving[this.#next % this.serving.length]!;
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#ends) await work();
  }

  async #write(): Promise<void> {
    const assignedId = randomUUID();
    const input = {
      firstName: 'Ada',
      lastName: 'Upgrade',
      dmeId: '1',
      country: 'us',
      state: 'NY',
      sex: 'FEMALE',
      assignedId,
      birthDate: '1961-02-03',
      therapyStart: '2026-05-01',
      address1: '1 Main St',
      city: 'Albany',
      zip: '12207',
      phone: '(518) 555-0100',
    };
    await this.#send(WRITE, { input }, 'createPatient', { 'idempotency-key': randomUUID() });
    this.acknowledged.push(assignedId);
  }

  /** Sends until there is an answer with data. Throws after too many attempts. */
  async #send(query: string, variables: object, field: string, headers: Record<string, string>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const started = performance.now();
      const failure = await this.#failure(JSON.stringify({ query, variables }), field, headers);
      if (!failure) {
        this.#now.times.push(performance.now() - started);
        break;
      }
      this.#now.failed.set(failure, (this.#now.failed.get(failure) ?? 0) + 1);
      if (attempt === ATTEMPTS) throw new Error(`${ATTEMPTS} attempts failed, the last one with ${failure}`);
      await wait(THINK_MS);
    }
    await wait(THINK_MS);
  }

  async #failure(body: string, field: string, headers: Record<string, string>): Promise<string | null> {
    try {
      const answer = await fetch(`${this.#node()}/graphql`, {
        method: 'POST',
        headers: { ...this.headers, ...headers },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.text();
      if (!answer.ok) return `${answer.status} ${text.slice(0, 80)}`;
      const { data, errors } = JSON.parse(text) as { data?: Record<string, unknown>; errors?: { message: string }[] };
      return (data?.[field] as { userErrors?: object[] } | null | undefined)?.userErrors?.length || !data?.[field]
        ? `200 ${errors?.[0]?.message ?? text.slice(0, 200)}`
        : null;
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      return cause?.code ?? message;
    }
  }

  /** Keeps a subscription open until its node closes it, or the load ends. */
  async #watch(): Promise<void> {
    const { cookie } = this.headers;
    class WithCookie extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, { headers: { cookie } });
      }
    }
    const url = `${this.#node().replace('http', 'ws')}/graphql`;
    const client = createClient({ url, webSocketImpl: WithCookie, retryAttempts: 0, onNonLazyError: () => undefined });
    let isOpen = false;
    client.on('connected', () => {
      isOpen = true;
      this.#open += 1;
    });
    const closed = new Promise<void>((done) => {
      client.subscribe(
        { query: WATCH, variables: { id: this.patientId } },
        { next: () => undefined, error: () => done(), complete: () => done() },
      );
    });
    const ending = async () => {
      while (!this.#ends) await wait(50);
    };
    await Promise.race([closed, ending()]);
    if (isOpen) this.#open -= 1;
    if (!this.#ends) this.#now.closed += 1;
    await client.dispose();
    await wait(THINK_MS);
  }
}

/** Returns a phase as one line. */
export function phaseLine({ name, times, failed, closed }: Phase): string {
  const failures = [...failed].map(([what, count]) => `${count} × ${what}`).join('; ');
  const p99 = times.length > 0 ? `${percentile(times, 0.99).toFixed(0)} ms` : 'none';
  return `${name}: ${times.length} answers, p99 ${p99}, ${failures ? `failed ${failures}` : '0 failed'}, ${closed} sockets closed`;
}
