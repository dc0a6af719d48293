import { running } from './harness.ts';

type Execute = (sql: string, parameters?: unknown[], method?: string, transaction?: object) => Promise<unknown>;
interface Connection {
  execute: Execute;
}

/**
 * Counts the statements on the requests' pools while `fn` runs. Sign-in and counters have their own pool and are not
 * counted. Jobs share a pool with devices and run at any time: their transactions, known by the role in their first
 * statement, are not counted.
 */
export async function countQueries<T>(fn: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const { org, support, background } = running().app.db.pools;
  const connections = [org, support, background].map((orm) => orm.em.getConnection() as unknown as Connection);
  const before = connections.map(({ execute }) => execute);
  const ofJobs = new WeakSet<object>();
  let statements = 0;
  for (const [index, connection] of connections.entries())
    connection.execute = function counted(...args) {
      const [, parameters, , transaction] = args;
      if (transaction && parameters?.includes('airlog_jobs')) ofJobs.add(transaction);
      if (!transaction || !ofJobs.has(transaction)) statements += 1;
      return before[index]!.apply(this, args);
    };
  try {
    return { result: await fn(), statements };
  } finally {
    for (const [index, connection] of connections.entries()) connection.execute = before[index]!;
  }
}
