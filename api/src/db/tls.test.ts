import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testConfig } from '../../test/secrets.ts';
import { copyTemplate, type TestDatabase } from '../../test/template.ts';
import { startPortal, type Portal } from '../start.ts';

/** A certificate of localhost and 127.0.0.1 that signed itself, for tests alone. */
const CERTIFICATE = join(import.meta.dirname, '../../test/tls/cert.pem');
const KEY = join(import.meta.dirname, '../../test/tls/key.pem');
/** What a client sends first that wants TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

let database: TestDatabase;
let portal: Portal;
/** Connections that asked for TLS, and those that did not. */
const asked = { tls: 0, plain: 0 };

/** Passes connections with TLS on to the database, and ends all others. */
async function passOn(client: Socket): Promise<void> {
  client.on('error', () => undefined);
  const [first] = (await once(client, 'data')) as [Buffer];
  const wantsTls = first.equals(SSL_REQUEST);
  asked[wantsTls ? 'tls' : 'plain'] += 1;
  if (!wantsTls) return void client.destroy();
  client.write('S');
  const inside = new TLSSocket(client, { isServer: true, cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) });
  const { hostname, port } = new URL(database.url);
  const server = connect(Number(port), hostname);
  for (const end of [inside, server]) end.on('error', () => undefined);
  inside.pipe(server).pipe(inside);
}
const proxy = createServer((client) => void passOn(client));

beforeAll(async () => {
  database = await copyTemplate();
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const address = Object.assign(new URL(database.ownerUrl), { host: `127.0.0.1:${port}` });
  address.searchParams.set('sslmode', 'verify-full');
  address.searchParams.set('sslrootcert', CERTIFICATE);
  portal = await startPortal(testConfig(address.href));
});
afterAll(async () => {
  await portal?.stop();
  proxy.close();
  await database.drop();
});

test('every connection of a node is encrypted when the address asks for it', async () => {
  const { pools } = portal.app.db;
  for (const { em } of Object.values(pools)) expect(await em.execute('select 1 as one')).toEqual([{ one: 1 }]);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const { rows } = await admin.query<{ name: string }>(
    "select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name like 'airlog%' order by 1",
  );
  await admin.end();
  expect(rows.map(({ name }) => name)).toEqual([
    'airlog',
    'airlog-auth',
    'airlog-background',
    'airlog-jobs',
    'airlog-listen',
    'airlog-support',
  ]);
  expect(asked.plain).toBe(0);
  expect(asked.tls).toBeGreaterThanOrEqual(rows.length);
});
