import { admin } from './harness.ts';
import { until } from './until.ts';

/**
 * Vacuums and analyzes tables until all of their pages are known as visible to all. They are not while a transaction is
 * open that is older than the rows, such as one of the queue or of the automatic analyze: PostgreSQL would then prefer
 * other plans.
 */
export const vacuumed = (...tables: string[]): Promise<void> =>
  until(async () => {
    await admin.query(`vacuum analyze ${tables.join(', ')}`);
    const { rowCount } = await admin.query(
      'select from pg_class where oid = any ($1::regclass[]) and relallvisible < relpages',
      [tables],
    );
    return rowCount === 0;
  });
