import pg from 'pg';

/** Statements that the portal sends for a request while `fn` runs, transaction control included; sign-in and counters run elsewhere and are not counted. */
export async function countQueries<T>(fn: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const original = pg.Client.prototype.query;
  let statements = 0;
  pg.Client.prototype.query = function counted(this: pg.Client & { connectionParameters: { application_name?: string } }, ...args: unknown[]) {
    if (this.connectionParameters.application_name === 'airlog') statements += 1;
    return (original as unknown as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  try {
    return { result: await fn(), statements };
  } finally {
    pg.Client.prototype.query = original;
  }
}
