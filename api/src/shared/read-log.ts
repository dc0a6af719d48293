import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../db/orm.ts';
import { asAuthOnce } from '../db/principal.ts';
import { DelayedWriter } from './delayed-writer.ts';
import { prepared } from './prepared.ts';

/** What one operation of a request has shown so far. */
export interface ShownReading {
  readonly actor: string;
  readonly operation: string;
  readonly orgId: number;
  readonly userId: number;
  readonly patients: Set<number>;
  /** Those of them that another line of this operation names. */
  readonly recorded: Set<number>;
  properties: Record<string, unknown>;
  /** Whether a service or an adapter said whose data it is, also when it is no patient's. */
  isStated: boolean;
  isAnswered: boolean;
}

/** The audit line of a reading. */
export interface ReadLine extends Pick<ShownReading, 'actor' | 'operation' | 'orgId' | 'userId' | 'properties'> {
  patients: number[];
  ip: string;
  requestId: string;
  session: string | null;
}

/** A line is written at most this long after its answer, while the database takes it. */
const WAIT_MS = 500;
const BATCH = 1000;
/** Lines and patients that wait at most: about 40 MB. */
const MAX_LINES = 20_000;
const MAX_PATIENTS = 1_000_000;
const RETRY_MS = 1000;
/** A node that ends tries this long to write its last lines. */
const LAST_MS = 5000;

// The clock is the database's: the node only measures how long ago it was.
const INSERT = prepared(`
  insert into audit_log (org_id, actor_user_id, actor_type, operation, outcome, patient_ids, properties, ip, request_id, session, read_at)
  select "orgId", "userId", actor, operation, 'read', patients::int[], properties, ip, "requestId", session, now() - age * interval '1 millisecond'
    from json_to_recordset(?::json) as line ("orgId" int, "userId" int, actor text, operation text, patients text, properties jsonb, ip text,
      "requestId" text, session text, age float)`);

/**
 * The audit lines of reads (decisions/038): kept in memory and written after the answers, many with one statement. When
 * they cannot be written they wait; when no more may wait, `isFull`, and nothing is read until they are written.
 */
export class ReadLog extends DelayedWriter {
  private waiting: (ReadLine & { at: number })[] = [];
  private patients = 0;
  private failing = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {
    super('read log', RETRY_MS);
  }

  protected get isWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether no further line may wait. */
  get isFull(): boolean {
    return this.waiting.length >= MAX_LINES || this.patients >= MAX_PATIENTS;
  }

  /** Adds the line of an answered operation; it is written soon after. */
  add(line: ReadLine): void {
    this.waiting.push({ ...line, at: performance.now() });
    this.patients += line.patients.length;
    if (this.waiting.length >= BATCH && !this.failing) void this.flush();
    else this.later(WAIT_MS);
  }

  /** Writes the last lines; those that the database does not take within 5 seconds are lost, and the log says how many. */
  async close(): Promise<void> {
    const end = performance.now() + LAST_MS;
    await this.flush();
    while (this.waiting.length > 0 && performance.now() < end) {
      await sleep(RETRY_MS / 5);
      await this.flush();
    }
    this.stop();
    if (this.waiting.length > 0)
      this.log.error({ lines: this.waiting.length }, 'reads were not written to the audit log');
  }

  protected async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, BATCH);
      const now = performance.now();
      try {
        await asAuthOnce(this.db, INSERT, [
          JSON.stringify(
            batch.map(({ at, patients, ...line }) => ({ ...line, patients: `{${patients.join()}}`, age: now - at })),
          ),
        ]);
      } catch (error) {
        this.failing = true;
        // The error of the driver may contain the statement.
        const { code } = error as { code?: string };
        this.log.warn({ lines: this.waiting.length, code }, 'reads wait for the audit log');
        return;
      }
      this.failing = false;
      this.waiting.splice(0, batch.length);
      this.patients -= batch.reduce((sum, { patients }) => sum + patients.length, 0);
    }
  }
}
