import { running } from './harness.ts';

interface Connection {
  execute: (...args: unknown[]) => Promise<unknown>;
}

/**
 * Counts the statements on the requests' pools while `fn` runs. Sign-in and counters have their own pool and are not
 * counted.
 */
export async function countQueries<T>(fn: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const { org, support, background } = running().app.db.pools;
  const connections = [org, support, background].map((orm) => orm.em.getConnection() as unknown as Connection);
  const before = connections.map(({ execute }) => execute);
  let statements = 0;
  for (const [index, connection] of connections.entries())
    connection.execute = function counted(...args) {
      statements += 1;
      return before[index]!.apply(this, args);
    };
  try {
    return { result: await fn(), statements };
  } finally {
    for (const [index, connection] of connections.entries()) connection.execute = before[index]!;
  }
}
