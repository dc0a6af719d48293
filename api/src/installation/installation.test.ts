import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, make, queryAsOwner, running, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { announceNode } from './this-node.ts';

usePortalHere();

const PAGE = `{ installation {
  version migration startedAt nodes { id host version migration startedAt seenAt isSilent isThis }
  queues { queue waiting later active failed waitingSince } failedJobs { id queue failedAt attempts reason }
  mails { waiting failed suppressed } storage { kind uploads bytes held sweptAt }
  checks { complianceAt derivedAt sealedAt } lastBackup { takenAt bytes version } } }`;
const RUN =
  'mutation ($input: RunJobsAgainInput!) { runJobsAgain(input: $input) { count userErrors { field code message } } }';
/** Its jobs name a patient by a number: one with a text fails in the database, whose message repeats the text. */
const QUEUE = 'recompute-compliance';
const NAME = 'Okonkwo';

let support: TestViewer;
beforeAll(async () => {
  support = await asViewer({ kind: 'support' });
});

const page = async () => (await support.gql(PAGE)).data.installation;
const run = async (input: object, viewer = support) => (await viewer.gql(RUN, { input })).data.runJobsAgain;
const stateOf = async (id: string) =>
  (await admin.query('select state, retry_count from pgboss.job where id = $1', [id])).rows[0];

/** Adds jobs that fail in their only attempt, and returns their ids when they have. */
async function failed(...keys: string[]): Promise<string[]> {
  await admin.query('begin');
  for (const key of keys) await admin.query('select add_job($1, $2, $3, null)', [QUEUE, { patientId: NAME }, key]);
  const { rows } = await admin.query<{ id: string }>(
    'update pgboss.job set retry_limit = 0 where name = $1 and singleton_key = any ($2) returning id',
    [QUEUE, keys],
  );
  await admin.query('commit');
  for (const { id } of rows) await until(async () => (await stateOf(id)).state === 'failed');
  return rows.map(({ id }) => id);
}

describe('a failed job', () => {
  test('is shown with its queue, time, attempts and the kind of its error, without any value', async () => {
    const [id] = await failed('shown');
    const { failedJobs, queues } = await page();
    const job = failedJobs.find((one: { id: string }) => one.id === id);
    expect(job).toEqual({
      id,
      queue: QUEUE,
      failedAt: expect.stringMatching(/^\d{4}-/),
      attempts: 1,
      reason: 'DriverException 22P02',
    });
    expect(JSON.stringify(failedJobs)).not.toContain(NAME);
    expect(queues.find((one: { queue: string }) => one.queue === QUEUE)).toMatchObject({ failed: 1, active: 0 });
  });

  test('of which the library knows alone that its node did not end it says so', async () => {
    const ids = await failed('slow', 'lost');
    for (const [nth, message] of ['job timed out', 'job heartbeat timeout'].entries())
      await admin.query('update pgboss.job set output = $2 where id = $1', [ids[nth], { value: { message } }]);
    const { failedJobs } = await page();
    const reasons = ids.map((id) => failedJobs.find((one: { id: string }) => one.id === id).reason);
    expect(reasons).toEqual(['TimedOut', 'NodeLost']);
  });

  test('runs again once more, and not a second time for a second click', async () => {
    const [id] = await failed('again');
    await admin.query(`update pgboss.job set data = '{ "patientId": 0 }' where id = $1`, [id]);
    expect(await run({ queue: QUEUE, jobId: id })).toEqual({ count: 1, userErrors: [] });
    await until(async () => (await stateOf(id!)).state === 'completed');
    expect(await run({ queue: QUEUE, jobId: id })).toEqual({
      count: null,
      userErrors: [
        {
          field: 'jobId',
          code: 'not_failed',
          message: 'This job is not failed anymore: it waits, runs, or is done. Reload the page.',
        },
      ],
    });
    expect((await stateOf(id!)).state).toBe('completed');
  });

  test('runs again with all others of its queue, and leaves an audit line with their number', async () => {
    await run({ queue: QUEUE });
    await until(async () => (await page()).failedJobs.length > 0);
    await admin.query("delete from pgboss.job where name = $1 and state = 'failed'", [QUEUE]);
    const ids = await failed('first', 'second');
    await admin.query(`update pgboss.job set data = '{ "patientId": 0 }' where id = any ($1::uuid[])`, [ids]);
    const viewer = await asViewer({ kind: 'support' });
    expect(await run({ queue: QUEUE }, viewer)).toEqual({ count: 2, userErrors: [] });
    for (const id of ids) await until(async () => (await stateOf(id)).state === 'completed');
    expect((await run({ queue: QUEUE }, viewer)).userErrors).toEqual([
      { field: 'queue', code: 'not_failed', message: 'No job of this queue is failed anymore. Reload the page.' },
    ]);
    const { rows } = await admin.query(
      'select operation, outcome, properties from audit_log where actor_user_id = $1 order by id',
      [viewer.userId],
    );
    expect(rows[0]).toEqual({
      operation: 'Mutation.runJobsAgain',
      outcome: 'done',
      properties: { subjects: [], queue: QUEUE, jobs: 2 },
    });
  });

  test('is not run by the id of a job of another queue, or by what is no id', async () => {
    const [id] = await failed('other');
    for (const input of [{ queue: 'send-mail', jobId: id }, { queue: QUEUE, jobId: '7' }, { queue: 'no such queue' }])
      expect((await run(input)).userErrors).toHaveLength(1);
    expect((await stateOf(id!)).state).toBe('failed');
  });
});

test('only support administrators see the page, and only they let jobs run again', async () => {
  const [id] = await failed('refused');
  const provider = await asViewer({ can: ['viewAny.activity', 'update.org'] });
  const staff = await asViewer({ kind: 'support', roles: ['support.staff'] });
  for (const viewer of [provider, staff])
    for (const answer of [await viewer.gql(PAGE), await viewer.gql(RUN, { input: { queue: QUEUE, jobId: id } })])
      expect(answer.errors![0]!.extensions.code).toBe('FORBIDDEN');
  expect((await stateOf(id!)).state).toBe('failed');
});

describe('the nodes', () => {
  test('are those that run: each is seen, and the one that answers is named', async () => {
    const { nodes, version, startedAt, migration } = await page();
    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({ version, startedAt, migration, isSilent: false, isThis: true });
    expect([version, migration]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), expect.stringMatching(/^\d{3}-/)]);
  });

  test('that were killed are silent after a minute, and gone after a day', async () => {
    const add = (id: number, ago: string) =>
      admin.query(
        `insert into nodes (id, host, version, migration, started_at, seen_at)
         values ($1, 'away', '0.1.0', '105-declined-patients', now() - interval '9 days', now() - $2::interval)`,
        [`00000000-0000-4000-8000-00000000000${id}`, ago],
      );
    await add(1, '30 seconds');
    await add(2, '61 seconds');
    await add(3, '25 hours');
    // A sign of this node removes the last one; its row is there before and after.
    const end = await announceNode(running().app);
    const away = (await page()).nodes.filter(({ host }: { host: string }) => host === 'away');
    expect(away.map(({ isSilent }: { isSilent: boolean }) => isSilent).sort()).toEqual([false, true]);
    await end();
    expect((await page()).nodes.filter(({ isThis }: { isThis: boolean }) => isThis)).toEqual([]);
  });
});

test('mails that wait, that failed within a day and addresses without mail are counted, and replaced mails are not', async () => {
  const before = (await page()).mails;
  const mail = (state: string, failure: string | null, hours: number) =>
    make('mails', {
      org_id: support.orgId,
      user_id: support.userId,
      template: 'invitation',
      email: 'someone@example.test',
      locale: 'en',
      state,
      attempts: 1,
      failure,
      created_at: new Date(Date.now() - hours * 3_600_000),
      ended_at: state === 'queued' ? null : new Date(Date.now() - hours * 3_600_000),
    });
  await mail('queued', null, 0);
  await mail('failed', '550', 23);
  await mail('failed', '550', 25);
  await mail('failed', 'replaced', 1);
  await make('suppressed_emails', { email: 'away@example.test', reason: '550', created_at: new Date() });
  expect((await page()).mails).toEqual({
    waiting: before.waiting + 1,
    failed: before.failed + 1,
    suppressed: before.suppressed + 1,
  });
});

test('the cards that the store holds after a restore are those of the last sweep', async () => {
  await until(async () => (await page()).storage.sweptAt !== null);
  expect((await page()).storage).toMatchObject({ kind: 'FOLDER', uploads: 0, bytes: 0, held: 0 });
  await admin.query('update file_sweeps set held = 3');
  expect((await page()).storage.held).toBe(3);
});

test('a backup that a command noted with the login of the owner is the last one', async () => {
  expect((await page()).lastBackup).toBeNull();
  await queryAsOwner("select note_backup('2026-11-26T02:00:00Z', 5000000000, '0.2.0')");
  await queryAsOwner("select note_backup('2026-11-25T02:00:00Z', 1, '0.1.0')");
  expect((await page()).lastBackup).toEqual({
    takenAt: '2026-11-26T02:00:00.000Z',
    bytes: 5_000_000_000,
    version: '0.2.0',
  });
});

test('the last verifications are those of the night, each by its kind', async () => {
  expect((await page()).checks).toMatchObject({ complianceAt: null, derivedAt: null });
  const verified = (kind: string, at: string) =>
    make('verifications', { kind, verified_at: at, repaired: 0, repaired_of_orgs: {} });
  await verified('compliance', '2026-11-26T08:00:01Z');
  await verified('derived', '2026-11-26T08:00:02Z');
  await until(async () => (await page()).checks.sealedAt !== null);
  expect((await page()).checks).toMatchObject({
    complianceAt: '2026-11-26T08:00:01.000Z',
    derivedAt: '2026-11-26T08:00:02.000Z',
  });
});

test('a page that reads by itself does not keep an idle session alive', async () => {
  const seen = async () =>
    (await admin.query('select last_seen_at from sessions where user_id = $1', [support.userId])).rows[0].last_seen_at;
  await admin.query("update sessions set last_seen_at = now() - interval '3 minutes' where user_id = $1", [
    support.userId,
  ]);
  const before = await seen();
  await support.rest('POST', '/graphql', { query: PAGE }, { 'x-purpose': 'poll' });
  expect(await seen()).toEqual(before);
  await page();
  expect(await seen()).not.toEqual(before);
});
