import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { runJob } from '../../test/run-job.ts';
import { admin, asViewer, superuserUrl, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { sendUsers, userCells, usersFile } from '../../test/users-file.ts';
import { importUsersJob } from './users-import.jobs.ts';

usePortalHere();

const START = 'mutation ($input: ImportUsersInput!) { importUsers(input: $input) { userErrors { code } } }';
const many = (count: number) => Array.from({ length: count }, () => userCells());
const dryRun = async (viewer: TestViewer, rows: ReturnType<typeof userCells>[]): Promise<number> =>
  (await sendUsers(viewer, usersFile(...rows), { fields: { dry_run: '1' } })).body.data.id;
const start = (viewer: TestViewer, id: number) => viewer.gql(START, { input: { importId: String(id) } });
const importOf = async (id: number) =>
  (await admin.query('select state, done_count, refused_count, rows from user_imports where id = $1', [id])).rows[0];
const countUsers = async (rows: ReturnType<typeof userCells>[]) =>
  (await admin.query('select count(*)::int as n from users where email = any ($1)', [rows.map(({ email }) => email)]))
    .rows[0].n as number;
const isIn = (id: number, state: string) => async () => (await importOf(id)).state === state;

describe('the job of an import', () => {
  test('that is killed leaves no user and no mail; its retry creates all of them once', async () => {
    const viewer = await asViewer();
    const rows = many(600);
    const id = await dryRun(viewer, rows);
    // An open transaction has the address of row 500: the job waits in its second step.
    const other = new pg.Client({ connectionString: superuserUrl() });
    await other.connect();
    await other.query('begin');
    await other.query(
      `insert into users (org_id, email, first_name, last_name, user_type) select org_id, $2, 'x', 'x', 'Organization' from users where id = $1`,
      [viewer.userId, rows[499]!.email],
    );
    await start(viewer, id);
    const waiting = async () =>
      (
        await admin.query(
          `select pid, (select done_count from user_imports where id = $1) as done from pg_stat_activity
            where wait_event_type = 'Lock' and query like 'insert into users%' and datname = current_database()`,
          [id],
        )
      ).rows[0] as { pid: number; done: number } | undefined;
    let found: { pid: number; done: number } | undefined;
    await until(async () => (found = await waiting()));
    await admin.query('select pg_terminate_backend($1)', [found!.pid]);
    expect(found!.done).toBe(250);
    await other.query('rollback');
    await other.end();
    expect(await countUsers(rows)).toBe(0);
    await until(isIn(id, 'done'), 30_000);
    expect([(await importOf(id)).done_count, await countUsers(rows)]).toEqual([600, 600]);
    const mails = await admin.query(
      'select count(*)::int as n, count(distinct m.user_id)::int as users from mails m join users u on u.id = m.user_id where u.email = any ($1)',
      [rows.map(({ email }) => email)],
    );
    expect(mails.rows).toEqual([{ n: 600, users: 600 }]);
  });

  test('creates no user when an address was taken after the dry run; the import says which row', async () => {
    const viewer = await asViewer();
    const rows = many(3);
    const id = await dryRun(viewer, rows);
    const { email } = rows[1]!;
    const input = {
      email,
      confirmEmail: email,
      firstName: 'A',
      lastName: 'B',
      userType: 'ORGANIZATION',
      role: 'org.ep.staff',
    };
    const CREATE = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { userErrors { code } } }';
    expect((await viewer.gql(CREATE, { input })).data.createUser.userErrors).toEqual([]);
    await start(viewer, id);
    await until(isIn(id, 'refused'));
    const found = await importOf(id);
    expect([found.refused_count, found.rows[1].errors, await countUsers(rows)]).toEqual([
      1,
      [{ attribute: 'email', message: 'user.email_taken' }],
      1,
    ]);
  });

  test('of a user who may not create users any more creates none', async () => {
    const viewer = await asViewer();
    const rows = many(2);
    const id = await dryRun(viewer, rows);
    await admin.query("update user_imports set state = 'waiting' where id = $1", [id]);
    await admin.query('delete from user_roles where user_id = $1', [viewer.userId]);
    await runJob(importUsersJob, { importId: id, userId: viewer.userId });
    expect([(await importOf(id)).state, await countUsers(rows)]).toEqual(['failed', 0]);
  });

  test('that runs twice creates the users once', async () => {
    const viewer = await asViewer();
    const rows = many(2);
    const id = await dryRun(viewer, rows);
    await admin.query("update user_imports set state = 'waiting' where id = $1", [id]);
    const run = () => runJob(importUsersJob, { importId: id, userId: viewer.userId });
    await Promise.all([run(), run()]);
    await run();
    expect([(await importOf(id)).state, await countUsers(rows)]).toEqual(['done', 2]);
  });

  test('creates the users of several steps, the last of them of one user', async () => {
    const viewer = await asViewer();
    const rows = many(1001);
    const id = await dryRun(viewer, rows);
    await start(viewer, id);
    await until(isIn(id, 'done'), 60_000);
    expect(await countUsers(rows)).toBe(1001);
  });
});
