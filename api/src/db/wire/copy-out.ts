import pg from 'pg';
import { cancelOn, CANCELED, type Deadline } from '../deadline.ts';
import type { Database } from '../orm.ts';
import { heavyReader, settings, type Principal } from '../principal.ts';

/** Bytes after which rows wait in the database until these are taken. */
const ENOUGH = 32_768;

/** Gathers rows as they come: each is a line of CSV as PostgreSQL writes it, and is overwritten after `add`. */
export interface Lines {
  add(row: Buffer): void;
  /** Bytes that were gathered. */
  readonly size: number;
  /** Returns what was gathered, and begins again with nothing. */
  take(): CopiedRows;
}

/** Rows as bytes, and their number. */
export interface CopiedRows {
  bytes: Buffer;
  rows: number;
}

interface Connection {
  stream: { pause(): void; resume(): void; destroy(): void };
}

/** COPY TO STDOUT: its rows go to `onRow`, and its end or error to `onEnd`. A query of the driver's class, because others are refused in pipeline mode. */
class CopyQuery extends pg.Query {
  constructor(
    text: string,
    readonly onRow: (row: Buffer) => void,
    onEnd: (error?: Error) => void,
  ) {
    super({ text } as never);
    (this as unknown as { callback: typeof onEnd }).callback = onEnd;
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.onRow(chunk);
  }
}

const settingsOf = (principal: Principal) =>
  // The statement lasts as long as its reader; `deadline` counts the time in which the reader waits for rows.
  Object.entries({ ...settings(principal), statement_timeout: '0' })
    .map(([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`)
    .join(', ');

/**
 * Reads the rows of a query for a principal, as CSV, while the caller takes them: what is not taken waits in the database.
 * Waiting for rows is limited by the deadline. When the caller stops early or `gone` aborts, the statement is canceled in
 * PostgreSQL and its connection closed, because a backend that waits for its reader hears no request to cancel.
 */
export async function* copyOut(
  db: Database,
  principal: Principal,
  query: string,
  { lines, deadline, gone }: { lines: Lines; deadline: Deadline; gone: AbortSignal },
): AsyncGenerator<CopiedRows> {
  gone.throwIfAborted();
  const ended = db.slow?.begun(`copy (${query}) to stdout`);
  let worked = 0;
  const { client } = await heavyReader(db, principal);
  const { stream } = (client as unknown as { connection: Connection }).connection;
  let [isOver, isWhole] = [false, false];
  let fault: Error | undefined;
  let change: () => void = () => undefined;
  const stop = (error: Error) => {
    fault ??= error;
    change();
  };
  const left = () => stop(gone.reason as Error);
  gone.addEventListener('abort', left);

  /** Waits for rows, the end, or an error. The clock runs while the database works. */
  const next = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const since = performance.now();
    const late = setTimeout(
      () => stop(Object.assign(new Error('The rows took too long.'), { code: CANCELED })),
      deadline.left,
    );
    change = resolve;
    stream.resume();
    await promise;
    clearTimeout(late);
    const ms = performance.now() - since;
    worked += ms;
    deadline.spend(ms);
  };
  try {
    void client.query('begin read only').catch(stop);
    void client.query(`select ${settingsOf(principal)}`).catch(stop);
    client.query(
      new CopyQuery(
        `copy (${query}) to stdout (format csv)`,
        (row) => {
          lines.add(row);
          if (lines.size < ENOUGH) return;
          stream.pause();
          change();
        },
        (error) => {
          if (error) return stop(error);
          isOver = true;
          change();
        },
      ),
    );
    while (!isWhole) {
      if (fault) throw fault;
      if (lines.size >= ENOUGH || (isOver && lines.size > 0)) yield lines.take();
      else if (isOver) isWhole = true;
      else await next();
    }
  } finally {
    gone.removeEventListener('abort', left);
    change = () => undefined;
    ended?.(worked, fault && String((fault as { code?: unknown }).code ?? 'failed'));
    if (isWhole) {
      stream.resume();
      void client.query('rollback').then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
    } else {
      cancelOn(client);
      stream.destroy();
      client.release(true);
    }
  }
}
