import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { until, useKilledPortal } from '../../test/killed-portal.ts';
import { isWaiting } from '../../test/locks.ts';
import { testConfig } from '../../test/secrets.ts';
import { csrfToken } from '../auth/cookies.ts';
import { insertRows, userRow } from '../db/factories.ts';
import { hashSessionId } from '../sign-in/session-read.ts';
import { PATIENTS, START } from './bulk-queries.fixture.ts';

/** Thirty pages, and the patient of the portal. */
const COUNT = 3000;
const at = useKilledPortal('A77000000009');
let headers: Record<string, string>;

beforeAll(async () => {
  const { org } = at.ids;
  const [user] = await insertRows(at.admin, 'users', [userRow(org)]);
  await at.admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)', [org, user]);
  await at.admin.query(
    `insert into patients (org_id, first_name, last_name, birth_date)
     select $1, 'Ana', 'Lane ' || n, '1960-05-06' from generate_series(1, $2::int) n`,
    [org, COUNT],
  );
  const sessionId = randomBytes(32).toString('base64url');
  await at.admin.query(`insert into sessions (id_hash, org_id, user_id, stage) values ($1, $2, $3, 'full')`, [
    hashSessionId(sessionId),
    org,
    user,
  ]);
  const token = encodeURIComponent(csrfToken(testConfig(at.database.ownerUrl), sessionId));
  headers = {
    cookie: `XSRF-TOKEN=${token}; airlog_session=${sessionId}`,
    'x-xsrf-token': token,
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  };
  await at.portal.start();
});

test('a kill of the portal while it keeps a page loses no line and doubles none: the next node goes on after the last one', async () => {
  const body = JSON.stringify({ query: START, variables: { input: { query: PATIENTS } } });
  const answer = await fetch(`${at.portal.origin}/graphql`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: { startBulkQuery: { bulkQuery: { databaseId: number } } } };
  const id = data.startBulkQuery.bulkQuery.databaseId;
  const row = async () =>
    (await at.admin.query('select state, object_count as objects, parts from bulk_queries where id = $1', [id]))
      .rows[0];
  await until(async () => (await row()).parts > 0);
  await at.holder.query('begin');
  await at.holder.query('select from bulk_queries where id = $1 for update', [id]);
  // The piece of the next page is in the store, and its row is not.
  await until(() => isWaiting(at.admin));
  await at.portal.kill();
  await at.holder.query('commit');
  await until(async () => !(await isWaiting(at.admin)));
  const { state, objects } = await row();
  expect([state, objects % 100, objects < COUNT]).toEqual(['running', 0, true]);

  // As if the queue had found the lost job.
  await at.admin.query("update bulk_queries set updated_at = now() - interval '1 hour' where id = $1", [id]);
  await at.portal.start();
  await until(async () => (await row()).state === 'completed');
  const file = await fetch(`${at.portal.origin}/api/bulk-queries/${id}/file`, { headers });
  const lines = (await file.text()).split('\n').slice(0, -1);
  const { rows } = await at.admin.query<{ id: number }>('select id from patients order by id');
  expect(lines.map((line) => (JSON.parse(line) as { databaseId: number }).databaseId)).toEqual(
    rows.map((patient) => patient.id),
  );
  expect((await row()).objects).toBe(COUNT + 1);
});
