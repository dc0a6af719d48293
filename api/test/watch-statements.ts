import type { PoolName } from '../src/db/orm.ts';
import { running } from './harness.ts';

/** A connection of the portal (portal-client.ts), by what it calls to send a statement of any origin. */
interface Connection {
  /** Whether it is in a transaction. */
  isOpen: boolean;
  sent(text: string, values: unknown[]): Promise<unknown>;
}

const BOUNDS = /^(begin|start transaction|commit|rollback|savepoint|release savepoint)\b/;
const BEGIN = /^(begin|start transaction)\b/;

interface Watch {
  statement(text: string, values: readonly unknown[], connection: Connection): void;
  begin?(connection: Connection): void;
}

/** Calls `watch` for each statement that connections of the pools send while `fn` runs, and for each begin of a transaction. */
export async function watchStatements<T>(pools: readonly PoolName[], watch: Watch, fn: () => Promise<T>): Promise<T> {
  const classes: Connection[] = [];
  for (const pool of pools) {
    const connection = await running().app.db.connections[pool]();
    connection.release();
    classes.push(Object.getPrototypeOf(connection) as Connection);
  }
  const before = classes.map(({ sent }) => sent);
  for (const [nth, connection] of classes.entries())
    connection.sent = function watched(text, values) {
      if (BEGIN.test(text)) watch.begin?.(this);
      if (!BOUNDS.test(text)) watch.statement(text, values, this);
      return before[nth]!.call(this, text, values);
    };
  try {
    return await fn();
  } finally {
    for (const [nth, connection] of classes.entries()) connection.sent = before[nth]!;
  }
}
