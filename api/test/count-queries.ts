import { running } from './harness.ts';

const ROLE = /^airlog_(?!jobs)/;

type Execute = (sql: string, parameters?: unknown[], method?: string, transaction?: object) => Promise<unknown>;
interface Connection {
  execute: Execute;
}

/**
 * Counts the statements on the requests' pools while `fn` runs. Sign-in and counters have their own pool and are not
 * counted. Jobs share a pool with devices and run at any time: only transactions whose first statement sets the role of a
 * user or a device while `fn` runs are counted.
 */
export async function countQueries<T>(fn: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const { org, support, background } = running().app.db.pools;
  const connections = [org, support, background].map((orm) => orm.em.getConnection() as unknown as Connection);
  const before = connections.map(({ execute }) => execute);
  const counted = new WeakSet<object>();
  let statements = 0;
  for (const [index, connection] of connections.entries())
    connection.execute = function counting(...args) {
      const [, parameters, , transaction] = args;
      if (transaction && parameters?.some((value) => ROLE.test(String(value)))) counted.add(transaction);
      if (!transaction || counted.has(transaction)) statements += 1;
      return before[index]!.apply(this, args);
    };
  try {
    return { result: await fn(), statements };
  } finally {
    for (const [index, connection] of connections.entries()) connection.execute = before[index]!;
  }
}
