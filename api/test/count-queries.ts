import { running } from './harness.ts';

/**
 * Counts the statements on the requests' pool while `fn` runs. Sign-in and counters have their own pool and are not
 * counted.
 */
export async function countQueries<T>(fn: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const connection = running().app.db.main.em.getConnection() as unknown as {
    execute: (...args: unknown[]) => Promise<unknown>;
  };
  const execute = connection.execute;
  let statements = 0;
  connection.execute = function counted(...args) {
    statements += 1;
    return execute.apply(this, args);
  };
  try {
    return { result: await fn(), statements };
  } finally {
    connection.execute = execute;
  }
}
