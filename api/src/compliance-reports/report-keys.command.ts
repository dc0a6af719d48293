import { newReportKey } from './report-keys.ts';

/** A connection of the owner of the tables. */
interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Runs `work` in a transaction with the rights of the jobs, which alone may read and add keys. */
async function asJobs<T>(client: Connection, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('set local role airlog_jobs');
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Retires the key in use and returns the id of a new one. Reports that were signed with the old key stay valid. */
export async function rotateKeys(client: Connection, encryptionKey: Buffer): Promise<string> {
  const { publicKey, cipher } = newReportKey(encryptionKey);
  return asJobs(client, async () => {
    const { rows } = await client.query<{ id: string }>('select key_id as id from add_report_key($1, $2, true)', [
      publicKey,
      cipher,
    ]);
    return rows[0]!.id;
  });
}

/** Returns a line for each key with its dates (UTC), the oldest first. */
export async function keyLines(client: Connection): Promise<string[]> {
  const { rows } = await asJobs(client, () =>
    client.query<{ id: string; from: Date; until: Date | null }>(
      'select id, valid_from as "from", valid_until as until from report_keys order by valid_from, id',
    ),
  );
  return rows.map(
    ({ id, from, until }) => `${id} from ${from.toISOString()} ${until ? `until ${until.toISOString()}` : 'in use'}`,
  );
}
