import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { DatabaseProxy } from '../../test/database-proxy.ts';
import { askAs, makeOneUser } from '../../test/one-user.ts';
import { testConfig } from '../../test/secrets.ts';
import { until } from '../../test/until.ts';
import { databaseOf } from '../shared/config-database.ts';
import { startPortal, type Portal } from '../start.ts';
import { clusterFolder } from './embedded/embedded-programs.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded/embedded.ts';
import { temporaryFolder } from './embedded/temporary.ts';
import { PrimaryClient } from './primary.ts';

const { dir, remove } = await temporaryFolder();
const [atFirst, atSecond] = [join(dir, 'first'), join(dir, 'second')];
const start = (folder: string) => startEmbedded({ dir: folder, password: 'test', settings: { fsync: 'off' } });
const refusal = {
  of: null,
  when: 'opened',
  how: ({ client }: { client: { destroy(): void } }) => client.destroy(),
} as const;

let first: EmbeddedPostgres;
let second: EmbeddedPostgres | undefined;
let toFirst: DatabaseProxy;
let toSecond: DatabaseProxy;
let portal: Portal;
let session: string;
/** The address that names both servers, in an order. */
let named: (order: 'first, second' | 'second, first') => string;

const ask = (method: string, path: string, body?: unknown) => askAs(portal, session, method, path, body);
const NOTE = 'mutation ($input: CreatePatientNoteInput!) { createPatientNote(input: $input) { patientNote { id } } }';
const isNoted = async (text: string) => {
  const variables = { input: { patientId: 1, text } };
  return (await ask('POST', '/graphql', { query: NOTE, variables })).text.includes('"id"');
};
const at = async <T>(url: string, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
/** The connections of the node to a server, by what they are for. */
const connections = (url: string) =>
  at(url, async (client) => {
    const names =
      "select distinct application_name as name from pg_stat_activity where application_name like 'airlog%'";
    return (await client.query<{ name: string }>(names)).rows.map(({ name }) => name);
  });
/** What a command of this address finds: the timeline of the server. */
const timeline = async (address: string) => {
  const client = new PrimaryClient({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<{ timeline: number }>(
      'select timeline_id as timeline from pg_control_checkpoint()',
    );
    return rows[0]!.timeline;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  first = await start(atFirst);
  [toFirst, toSecond] = [new DatabaseProxy(new URL(first.url)), new DatabaseProxy(new URL(first.url))];
  const hosts = [await toFirst.start(), await toSecond.start()].map((address) => new URL(address).host);
  named = (order) => {
    const list = (order === 'first, second' ? hosts : hosts.toReversed()).join();
    const address = first.url.replace(new URL(first.url).host, list);
    return (databaseOf({ DATABASE_URL: `${address}?target_session_attrs=primary` }) as URL).href;
  };
  for (const proxy of [toFirst, toSecond]) proxy.lose(refusal);
});

afterAll(async () => {
  await portal?.stop();
  await toFirst?.close();
  await toSecond?.close();
  await second?.stop();
  await first?.stop();
  await remove();
});

test('a node that starts while no host answers waits, and starts when the primary does', async () => {
  const starting = startPortal(testConfig(named('first, second')));
  await wait(300);
  toFirst.lose(null);
  portal = await starting;
  session = await at(first.url, async (admin) => {
    await admin.query('checkpoint');
    const made = await makeOneUser(admin);
    await admin.query("insert into patients (org_id, first_name, last_name) values (1, 'A', 'B')");
    return made;
  });
  await until(async () => (await ask('GET', '/readyz')).status === 200);
});

test('a standby that the address names first is passed over', async () => {
  await first.stop();
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
  await copy(clusterFolder(atFirst), clusterFolder(atSecond));
  await copy(join(clusterFolder(atFirst), 'PG_VERSION'), join(clusterFolder(atSecond), 'standby.signal'));
  await first.restart();
  second = await start(atSecond);
  toSecond.target = new URL(second.url);
  toSecond.lose(null);
  const client = new PrimaryClient({ connectionString: named('second, first') });
  await client.connect();
  expect((await client.query('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: false }]);
  await client.end();
  await until(() => isNoted('before'));
});

test('after a promotion each connection of a node leads to the new primary, without a restart', async () => {
  await first.stop();
  await at(second!.url, (client) => client.query('select pg_promote()'));
  await until(() => isNoted('after'));
  // Also those of the job queue, and the one that listens.
  await until(async () => {
    const names = await connections(second!.url);
    return ['airlog-listen', 'airlog-jobs'].every((name) => names.includes(name));
  });
});

test('a former primary that returns as one is no primary: the newest timeline is', async () => {
  await first.restart();
  await at(second!.url, (client) => client.query('checkpoint'));
  expect(await timeline(named('first, second'))).toBe(2);
  // A new search, after the connections were lost.
  toSecond.loseOpen('airlog-auth', ({ client }) => client.destroy());
  await until(() => isNoted('later'));
  expect(await timeline(named('first, second'))).toBe(2);
  const notes = (url: string) =>
    at(url, async (client) => {
      const { rows } = await client.query<{ text: string }>('select text from patient_notes order by id');
      return rows.map(({ text }) => text);
    });
  expect(await notes(first.url)).toEqual(['before']);
  // The copy was made before, and got nothing of it: this is no streaming replica.
  expect(await notes(second!.url)).toEqual(['after', 'later']);
  expect(await connections(first.url)).toEqual([]);
});
