import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { startTemporary } from '../../src/db/embedded/temporary.ts';
import { databaseText } from './database.ts';
import { signatures } from './signatures.ts';
import { typesOfTables } from './table-types.ts';

/**
 * Returns the text of a database that has the migrations and no data, created for this on the given server or a
 * temporary one, the functions that code may call, and the source of `typesFile`, the types of its tables.
 */
export async function migratedTexts(
  server: string | undefined,
  typesFile: string,
): Promise<{ sql: string; types: string; calls: string }> {
  const cluster = server ? { url: server, stop: async () => undefined } : await startTemporary();
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const name = `airlog_schema_${process.pid}`;
  try {
    await admin.query(`create database ${name}`);
    const url = new URL(cluster.url);
    url.pathname = `/${name}`;
    await migrate(url.href);
    const reader = new pg.Client({ connectionString: url.href });
    await reader.connect();
    try {
      const calls = await signatures(async (sql) => (await reader.query(sql)).rows);
      return { sql: await databaseText(url.href), types: await typesOfTables(url.href, typesFile), calls };
    } finally {
      await reader.end();
    }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await cluster.stop();
  }
}
