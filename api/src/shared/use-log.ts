import type { Logger } from 'pino';
import type { Database } from '../db/orm.ts';
import { asAuthOnce } from '../db/principal.ts';
import { prepared } from './prepared.ts';
import { DelayedWriter } from './delayed-writer.ts';

/** A call of an operation by a service account. */
interface Call {
  userId: number;
  operation: string;
}

const WAIT_MS = 5000;
/** Different ones that wait at most: more are not counted while the database does not take them. */
const MAX_WAITING = 10_000;

// In one order, so that nodes which count the same accounts wait for each other and do not deadlock.
const INSERT = prepared(`
  insert into service_account_uses as u (org_id, user_id, day, operation, calls)
  select s.org_id, s.user_id, (now() at time zone 'UTC')::date, c.operation, c.calls
    from json_to_recordset(?::json) as c ("userId" int, operation text, calls int) join service_accounts s on s.user_id = c."userId"
   order by s.user_id, c.operation
  on conflict (user_id, day, operation) do update set calls = u.calls + excluded.calls`);

/**
 * Counts what service accounts call (decisions/191): in memory, and written every five seconds with one statement, so
 * that a request writes no row. A node that is killed loses five seconds of it.
 */
export class UseLog extends DelayedWriter {
  private waiting = new Map<string, Call & { calls: number }>();

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {
    super('use log', WAIT_MS);
  }

  protected get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Counts a call. Never throws, and waits for nothing. */
  note(call: Call): void {
    this.add({ ...call, calls: 1 });
    this.later(WAIT_MS);
  }

  /** Writes the last ones. */
  async close(): Promise<void> {
    await this.flush();
    this.stop();
    if (this.waiting.size > 0)
      this.log.error({ calls: this.waiting.size }, 'calls of service accounts were not counted');
  }

  private add(call: Call & { calls: number }): void {
    const key = `${call.userId} ${call.operation}`;
    const counted = this.waiting.get(key);
    if (counted) counted.calls += call.calls;
    else if (this.waiting.size < MAX_WAITING) this.waiting.set(key, call);
  }

  protected async write(): Promise<void> {
    const calls = [...this.waiting.values()];
    if (calls.length === 0) return;
    this.waiting = new Map();
    try {
      await asAuthOnce(this.db, INSERT, [JSON.stringify(calls)]);
    } catch (error) {
      for (const call of calls) this.add(call);
      // The error of the driver may contain the statement.
      const { code } = error as { code?: string };
      this.log.warn({ calls: this.waiting.size, code }, 'calls of service accounts wait for the database');
    }
  }
}
