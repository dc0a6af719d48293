import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Session } from './session.ts';

const PAUSE_MS = 400;
const PATIENCE_MS = 60_000;
const LIMIT_MS = 60_000;
/** Without an answer, the store is full, and the requests to try later. */
const EXPECTED = [0, 502, 503, 504, 507];

/** A client that sends cards until it is stopped, each until it is acknowledged. */
export class CardLoad {
  readonly #names: string[] = [];
  readonly #refusals = new Map<number, number>();
  readonly #unexpected: string[] = [];
  #isOver = false;
  readonly #loop: Promise<void>;

  constructor(session: Session) {
    this.#loop = this.#send(session);
  }

  async #send(session: Session): Promise<void> {
    while (!this.#isOver && this.#unexpected.length === 0) {
      const name = `${randomUUID()}.usr`;
      while (!(await this.#isTaken(session, name)) && this.#unexpected.length === 0) await wait(PAUSE_MS);
      await wait(PAUSE_MS);
    }
  }

  async #isTaken(session: Session, name: string): Promise<boolean> {
    const form = new FormData();
    form.append('sd_uploads[]', new Blob([`card ${name}`]), name);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { status, text } = await session.ask('POST', '/api/uploads', { body: form, signal }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }), // the connection was lost
    );
    if (status === 201) this.#names.push(name);
    else if (EXPECTED.includes(status)) this.#refusals.set(status, (this.#refusals.get(status) ?? 0) + 1);
    else this.#unexpected.push(`card ${status} ${text.slice(0, 200)}`);
    return status === 201;
  }

  /** How many cards were acknowledged. */
  get acknowledged(): number {
    return this.#names.length;
  }

  /** The refusals, as `12 × 507`. */
  get refusals(): string {
    return [...this.#refusals].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ');
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#loop;
  }

  /** Returns what is wrong with the cards that were sent: each that was acknowledged is stored once, and was looked at. */
  async faults({ servers, store }: Cluster): Promise<string[]> {
    const waiting = async () =>
      (await servers[0].query("select from uploads where state in ('queued', 'parsing')")).length;
    for (const from = performance.now(); (await waiting()) > 0 && performance.now() - from < LIMIT_MS;) await wait(250);
    const left = await waiting();
    const rows = await servers[0].query<{ name: string; key: string }>(
      'select f.name, u.storage_key as key from upload_files f join uploads u on u.id = f.upload_id',
    );
    const keys = Map.groupBy(rows, ({ name }) => name);
    const lacks = (name: string) => !keys.get(name)?.some(({ key }) => store.objects.has(`prod/${key}/0`));
    const [lost, doubled] = [
      this.#names.filter(lacks),
      this.#names.filter((name) => (keys.get(name)?.length ?? 0) > 1),
    ];
    return [
      ...this.#unexpected.map((what) => `unexpected: ${what}`),
      ...(lost.length > 0 ? [`${lost.length} acknowledged cards are not stored`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} cards were stored twice`] : []),
      ...(left > 0 ? [`${left} cards were not read`] : []),
    ];
  }
}
