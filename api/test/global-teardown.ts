import pg from 'pg';

/** Stops the embedded cluster, or drops this run's databases from a given server. */
export default async function teardown(): Promise<void> {
  const template = process.env.AIRLOG_TEST_TEMPLATE;
  if (!template) return; // another project of the run has cleaned up
  delete process.env.AIRLOG_TEST_TEMPLATE;
  const cleanUp = (globalThis as { airlogCleanUp?: () => Promise<void> }).airlogCleanUp;
  if (cleanUp) return cleanUp();
  const admin = new pg.Client({ connectionString: process.env.AIRLOG_TEST_ADMIN_URL });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database where datname like $1', [
    `${template}%`,
  ]);
  for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`);
  await admin.end();
}
