import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, asViewer, make, usePortalHere, type Client, type TestViewer } from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { asToken, holdPoints, pointsOf, type TokenClient } from '../../test/token.ts';
import { digestOf, newSecret } from '../auth/secret.ts';
import { runBulkQueryJob, sweepBulkQueriesJob } from './bulk-queries.jobs.ts';
import { atPiece, call, download, patientsOf, piecesOf, shown, start } from './bulk-queries.fixture.ts';

usePortalHere({ tokenPointsPerHour: 2000 });

const SCOPES = ['view.patient', 'export.patient'];
let viewer: TestViewer;
let undo = () => {};
beforeEach(async () => {
  viewer = await asViewer({ can: ['view.patient', 'export.patient'] });
});
afterEach(() => undo());

const run = (id: number) => runJob(runBulkQueryJob, { bulkQueryId: id });

/** Runs a query of 250 patients, and does `act` between its first and second page; returns how it ended. */
async function ended(who: Client, act: () => Promise<unknown>): Promise<unknown[]> {
  await patientsOf(viewer, 250);
  const id = await start(who);
  undo = atPiece(async (nth, put) => {
    await put();
    if (nth === 0) await act();
  });
  await run(id);
  undo();
  const { rows } = await admin.query('select state, failure, object_count from bulk_queries where id = $1', [id]);
  return [rows[0].state, rows[0].failure, rows[0].object_count, await piecesOf(id)];
}
const FAILED = (code: string) => ['failed', code, 100, []];

/** An API key of the viewer, and a client with an access token of it. */
async function asKey(): Promise<{ client: TokenClient; key: number }> {
  await admin.query(
    "insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = 'org.ep.admin'",
    [viewer.orgId, viewer.userId],
  );
  const digest = digestOf(newSecret('token'));
  const { rows } = await admin.query<{ id: number }>(
    `insert into api_keys (org_id, user_id, created_by_id, digest, last_four, scopes, expires_at)
     values ($1, $2, $2, $3, 'abcd', $4, now() + interval '30 days') returning id`,
    [viewer.orgId, viewer.userId, digest, SCOPES],
  );
  const token = await asToken(viewer, SCOPES);
  await admin.query(
    `insert into api_key_tokens (org_id, api_key_id, digest, key_digest, scopes, expires_at)
     select t.org_id, $1, t.digest, $2, $3, now() + interval '1 hour' from personal_access_tokens t where t.id = $4`,
    [rows[0]!.id, digest, SCOPES, token.tokenId],
  );
  await admin.query('delete from personal_access_tokens where id = $1', [token.tokenId]);
  return { client: token, key: rows[0]!.id };
}

describe('rows of devices that show patients', () => {
  takeJobsByHand();
  const OF = (fields: string) => `{ machines { edges { node { serial ${fields} } } } }`;
  const WITH = [
    OF('currentPatient { lastName }'),
    `${OF('history { ...A }')} fragment A on DeviceHistory { patient { birthDate } }`,
  ];

  test('are saved with the permission to save patients alone, also by a narrower token', async () => {
    const who = await asViewer();
    const scopes = ['view.patient', 'org.user.device', 'export.device'];
    const [narrow, whole] = [await asToken(who, scopes), await asToken(who, [...scopes, 'export.patient'])];
    const codes = async (token: Client, query: string) =>
      (await call(token, query)).errors?.map(({ extensions }) => extensions.code) ?? 'started';
    for (const query of WITH) expect(await codes(narrow, query)).toEqual(['FORBIDDEN']);
    expect([await codes(narrow, OF('')), await codes(whole, WITH[0]!)]).toEqual(['started', 'started']);
  });

  test('are not sent to a user who may no longer save patients', async () => {
    const who = await asViewer({ can: ['view.patient', 'org.user.device', 'export.device', 'export.patient'] });
    const id = await start(who, WITH[0]);
    await run(id);
    expect((await download(who, id)).status).toBe(200);
    await admin.query(
      "delete from role_permissions where permission = 'export.patient' and role_id = (select role_id from user_roles where user_id = $1)",
      [who.userId],
    );
    expect((await download(who, id)).status).toBe(403);
  });
});

describe('in the middle of a bulk query', () => {
  takeJobsByHand();

  test.each([
    [
      'its user is deactivated',
      () => admin.query('update users set active = false where id = $1', [viewer.userId]),
      'UNAUTHENTICATED',
    ],
    [
      'its user loses the permission to read the list',
      () =>
        admin.query(
          "delete from role_permissions where permission = 'view.patient' and role_id = (select role_id from user_roles where user_id = $1)",
          [viewer.userId],
        ),
      'FORBIDDEN',
    ],
    [
      'its user loses the permission to save it',
      () =>
        admin.query(
          "delete from role_permissions where permission = 'export.patient' and role_id = (select role_id from user_roles where user_id = $1)",
          [viewer.userId],
        ),
      'FORBIDDEN',
    ],
    [
      'the organization keeps its users from saving lists',
      () => admin.query('update organizations set export_to_csv_access = 0 where id = $1', [viewer.orgId]),
      'FORBIDDEN',
    ],
    [
      'its user sees fewer locations',
      () => admin.query("update users set user_type = 'Location' where id = $1", [viewer.userId]),
      'FORBIDDEN',
    ],
  ] as [string, () => Promise<unknown>, string][])(
    '%s: it fails, and its file is removed',
    async (_name, act, code) => {
      expect(await ended(viewer, act)).toEqual(FAILED(code));
    },
  );

  test.each([
    ['revoked', 'revoked_at = now()'],
    ['expired', "created_at = now() - interval '2 days', expires_at = now() - interval '1 second'"],
  ])('its token is %s: it fails, and its file is removed', async (_name, change) => {
    const token = await asToken(viewer, SCOPES);
    const act = () => admin.query(`update personal_access_tokens set ${change} where id = $1`, [token.tokenId]);
    expect(await ended(token, act)).toEqual(FAILED('UNAUTHENTICATED'));
  });

  test('its token loses the scope of the list: it fails', async () => {
    const token = await asToken(viewer, SCOPES);
    const act = () =>
      admin.query("update personal_access_tokens set scopes = '{export.patient}' where id = $1", [token.tokenId]);
    expect(await ended(token, act)).toEqual(FAILED('FORBIDDEN'));
  });

  test.each([
    ['the API key is revoked', 'revoked_at = now()', FAILED('UNAUTHENTICATED')],
    ['the secret of the API key is replaced', "renewed_at = now() + interval '1 second'", FAILED('UNAUTHENTICATED')],
    [
      'the secret of the API key is replaced and its old one still counts',
      "renewed_at = now() + interval '1 second', previous_digest = digest, previous_until = now() + interval '1 hour'",
      ['completed', null, 250, expect.any(Array)],
    ],
    ['its access token has ended', 'last_used_at = now()', ['completed', null, 250, expect.any(Array)]],
  ])('%s', async (_name, change, outcome) => {
    const { client, key } = await asKey();
    const act = async () => {
      await admin.query(`update api_keys set ${change} where id = $1`, [key]);
      await admin.query('delete from api_key_tokens where api_key_id = $1', [key]);
    };
    expect(await ended(client, act)).toEqual(outcome);
  });

  test('its user sees no other organization, nor another location than before', async () => {
    const location = await make('locations', { org_id: viewer.orgId, name: 'Main' });
    const limited = await asViewer({
      orgId: viewer.orgId,
      can: ['view.patient', 'export.patient'],
      locationIds: [location],
    });
    await patientsOf(viewer, 3);
    await patientsOf(await asViewer(), 3);
    const [own] = (await patientsOf(viewer, 1)) as [number];
    await admin.query('update patients set location_id = $1 where id = $2', [location, own]);
    const id = await start(limited);
    await run(id);
    expect((await download(limited, id)).lines()).toEqual([{ databaseId: own, lastName: 'Lane 1' }]);
  });
});

describe('support staff', () => {
  takeJobsByHand();

  test('reads in bulk the organization in which it acts, and has the file only there', async () => {
    const [support, other] = [await asViewer({ kind: 'support' }), await asViewer()];
    await admin.query(
      "insert into role_permissions (role_id, permission) select r.id, p from roles r, unnest('{viewAny.patient,export.patient}'::text[]) p where r.name = 'support.admin' on conflict do nothing",
    );
    const [ids] = [await patientsOf(viewer, 2), await patientsOf(other, 2)];
    const act = (orgId: number | null) =>
      admin.query('update sessions set acting_org_id = $1 where user_id = $2', [orgId, support.userId]);
    await act(viewer.orgId);
    const id = await start(support);
    await run(id);
    expect((await download(support, id)).lines()).toEqual(
      ids.map((databaseId, nth) => ({ databaseId, lastName: `Lane ${nth + 1}` })),
    );
    for (const orgId of [null, other.orgId]) {
      await act(orgId);
      expect((await download(support, id)).status).toBe(404);
    }
  });
});

describe('the points of a bulk query', () => {
  takeJobsByHand();

  /** As if all of the token's points had come back. */
  const refill = (token: TokenClient) => admin.query('delete from attempt_counters where key = $1', [pointsOf(token)]);

  test('are those of its pages: when they are spent it waits, and goes on after they have come back', async () => {
    const ids = await patientsOf(viewer, 250);
    const token = await asToken(viewer, SCOPES);
    const page = await token.gql(
      '{ patients(first: 100) { edges { node { databaseId lastName } } pageInfo { endCursor } } }',
    );
    const price = page.extensions!.cost as number;
    const id = await start(token);
    await holdPoints(token, 2000 - price);
    const before = Date.now();
    expect(await workJobs('run-bulk-query')).toContain(String(id));
    const waiting = await shown(viewer, id);
    expect(waiting).toMatchObject({ state: 'WAITING', objectCount: 100, errorCode: null, url: null });
    expect(Math.abs(waiting.pointsSpent - price)).toBeLessThanOrEqual(5);
    // The points of a page come back in its part of an hour; those that were spent come back from an hour on.
    const seconds = (Date.parse(waiting.resumesAt) - before) / 1000;
    expect(seconds).toBeGreaterThan(3600);
    expect(await workJobs('run-bulk-query')).not.toContain(String(id));
    const { rows } = await admin.query<{ at: Date }>(
      "select start_after as at from pgboss.job where name = 'run-bulk-query' and singleton_key = $1 and state = 'created'",
      [String(id)],
    );
    expect(Math.abs(rows[0]!.at.getTime() - Date.parse(waiting.resumesAt))).toBeLessThan(2);
    await refill(token);
    await admin.query(
      "update pgboss.job set start_after = now() where name = 'run-bulk-query' and singleton_key = $1",
      [String(id)],
    );
    expect(await workJobs('run-bulk-query')).toContain(String(id));
    expect(await shown(viewer, id)).toMatchObject({
      state: 'COMPLETED',
      objectCount: 250,
      pointsSpent: 3 * waiting.pointsSpent,
      resumesAt: null,
    });
    expect((await download(token, id)).lines()).toEqual(
      ids.map((databaseId, nth) => ({ databaseId, lastName: `Lane ${nth + 1}` })),
    );
    const { data } = await token.gql('{ rateLimit { limit remaining restorePerSecond cost } }');
    expect(data.rateLimit).toMatchObject({ limit: 2000, restorePerSecond: 2000 / 3600, cost: expect.any(Number) });
  });

  test('are counted for a session too, which does not wait for them', async () => {
    await patientsOf(viewer, 250);
    const id = await start(viewer);
    await run(id);
    const { pointsSpent, state } = await shown(viewer, id);
    expect([state, pointsSpent > 250]).toEqual(['COMPLETED', true]);
  });

  test('do not keep a query for more than seven days', async () => {
    const id = await start(viewer);
    const pass = (time: string) =>
      admin.query(
        "update bulk_queries set created_at = now() - $2::interval, resumes_at = now() + interval '1 day' where id = $1",
        [id, time],
      );
    await pass('6 days 23 hours 59 minutes');
    await runJob(sweepBulkQueriesJob, {});
    expect(await shown(viewer, id)).toMatchObject({ state: 'CREATED' });
    await pass('7 days 1 second');
    await runJob(sweepBulkQueriesJob, {});
    expect(await shown(viewer, id)).toMatchObject({ state: 'FAILED', errorCode: 'TIMED_OUT' });
  });
});
