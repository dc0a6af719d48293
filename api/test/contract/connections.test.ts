import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { deviceAuthorization } from '../../src/auth/device.ts';
import { hashSessionId } from '../../src/sign-in/session-read.ts';
import { portalProcess, type PortalProcess } from '../portal-process.ts';
import { testConfig } from '../secrets.ts';
import { copyTemplate, type TestDatabase } from '../template.ts';
import { until } from '../until.ts';

const CONNECTIONS = 13;
const USERS = 12;
const OPEN = "from pg_stat_activity where datname = current_database() and application_name like 'airlog%'";

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-connections-`));
let database: TestDatabase;
let admin: pg.Client;
let holder: pg.Client;
let portal: PortalProcess;

const sessionOf = (user: number) => `session-of-user-${user}`.padEnd(43, 'x');

beforeAll(async () => {
  database = await copyTemplate();
  [admin, holder] = [database, database].map(({ url }) => new pg.Client({ connectionString: url })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([admin.connect(), holder.connect()]);
  // Every second user belongs to the support staff, whose login is another one.
  await admin.query("insert into organizations (name, type_id, draft, active) values ('One', 1, false, true)");
  const org = (await admin.query("select id from organizations where name = 'One'")).rows[0].id;
  const support = (
    await admin.query(
      "insert into organizations (name, type_id, draft, active) values ('Support', 3, false, true) returning id",
    )
  ).rows[0].id;
  for (let user = 1; user <= USERS; user += 1) {
    const orgId = user % 2 ? org : support;
    const role =
      user % 2 ? 1 : (await admin.query("select id from roles where host = 'support' order by id")).rows[0].id;
    await admin.query(
      "insert into users (id, org_id, email, first_name, last_name, email_verified_at) overriding system value values ($1, $2, $3, 'A', 'B', now())",
      [user, orgId, `u${user}@b.test`],
    );
    await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, $3)', [orgId, user, role]);
    await admin.query("insert into sessions (id_hash, org_id, user_id, stage) values ($1, $2, $3, 'full')", [
      hashSessionId(sessionOf(user)),
      orgId,
      user,
    ]);
  }
  portal = portalProcess(database.url, dataDir, { DATABASE_CONNECTIONS: String(CONNECTIONS) });
  await portal.start();
});

afterAll(async () => {
  await portal?.kill();
  await Promise.all([admin.end(), holder.end()]);
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = async (condition = '') => {
  await admin.query('select pg_stat_clear_snapshot()');
  return (await admin.query<{ count: number }>(`select count(*)::int ${OPEN} ${condition}`)).rows[0]!.count;
};

test('a node under load has never more connections than DATABASE_CONNECTIONS, and answers when all of them were taken', async () => {
  // Lists of patients wait for this lock, each with its connection.
  await holder.query('begin; lock table patients in access exclusive mode');
  const asked = Array.from({ length: USERS * 4 }, (_, nth) =>
    fetch(`${portal.origin}/api/patients/datatable`, {
      headers: { cookie: `airlog_session=${sessionOf((nth % USERS) + 1)}`, 'x-requested-with': 'XMLHttpRequest' },
    }),
  );
  const devices = Array.from({ length: 10 }, () =>
    fetch(`${portal.origin}/device/v1/settings`, {
      headers: { authorization: deviceAuthorization(testConfig(database.url), 'A77000000001') },
    }),
  );
  // Three of staff of organizations, three of support staff.
  await until(async () => (await open("and wait_event_type = 'Lock'")) === 6);
  const most = await open();
  await holder.query('commit');
  const statuses = await Promise.all(asked.map(async (answer) => (await answer).status));
  await Promise.all(devices);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(most).toBeLessThanOrEqual(CONNECTIONS);
  expect(await open()).toBeLessThanOrEqual(CONNECTIONS);
});
