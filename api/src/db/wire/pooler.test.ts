import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { emptyDatabase, type TestDatabase } from '../../../test/template.ts';
import { prepareDatabase } from '../migrate.ts';
import { TEST_SECRETS } from '../../../test/secrets.ts';

let database: TestDatabase;
let pooler: Server;

/** BackendKeyData: its kind, its length, the process, the secret. */
const KEY = Buffer.from('K\0\0\0\x0c');

/** Like a pooler, answers each sign-in with a number of its own for requests to cancel. */
beforeEach(async () => {
  database = await emptyDatabase();
  const target = new URL(database.url);
  pooler = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const end of [client, server]) end.on('error', () => undefined);
    client.pipe(server);
    server.on('data', (chunk) => {
      const at = chunk.indexOf(KEY);
      if (at >= 0) chunk.writeInt32BE(1_736_864_987, at + KEY.length);
      client.write(chunk);
    });
    server.on('end', () => client.end());
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
});
afterEach(async () => {
  pooler.close();
  await database.drop();
});

test('a pooler is refused before anything is written or locked', async () => {
  const { port } = pooler.address() as AddressInfo;
  const through = Object.assign(new URL(database.url), { host: `127.0.0.1:${port}` }).href;
  await expect(prepareDatabase(through, TEST_SECRETS)).rejects.toThrow('give the address of PostgreSQL itself');

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select (select count(*)::int from pg_tables where schemaname = 'public') as tables,
            (select count(*)::int from pg_locks l join pg_database d on d.oid = l.database
              where d.datname = current_database() and l.locktype = 'advisory') as locks`,
  );
  await client.end();
  expect(rows).toEqual([{ tables: 0, locks: 0 }]);
});
