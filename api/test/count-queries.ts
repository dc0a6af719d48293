import { watchStatements } from './watch-statements.ts';

const ROLE = /^airlog_(?!jobs)/;

/**
 * Counts the statements on the requests' pools while `fn` runs. Sign-in and counters have their own pool and are not
 * counted. Jobs share a pool with devices and run at any time: only transactions whose first statement sets the role of a
 * user or a device while `fn` runs are counted.
 */
export async function countQueries<T>(fn: () => Promise<T>): Promise<{ result: T; statements: number }> {
  /** The connections whose transaction is counted. */
  const counted = new WeakSet<object>();
  let statements = 0;
  const result = await watchStatements(
    ['org', 'support', 'background'],
    {
      begin: (connection) => void counted.delete(connection),
      statement: (_text, values, connection) => {
        if (values.some((value) => ROLE.test(String(value)))) counted.add(connection);
        if (!connection.isOpen || counted.has(connection)) statements += 1;
      },
    },
    fn,
  );
  return { result, statements };
}
