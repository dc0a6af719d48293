import { expect, test } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.ts';
import { withPrincipal, type Principal } from '../../src/db/principal.ts';
import { admin, asViewer, makeOrganization, makePatient, running, usePortal, type TestViewer } from '../harness.ts';

usePortal();

const ORGANIZATIONS = 20;
const POOL = 10;
const OPERATIONS = 2500;
const PARALLEL = 60;

const random = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

async function inParallel(count: number, width: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await run(next++);
    }),
  );
}

test('a pooled connection never carries one organization into the next request: SQL errors, thrown faults and killed connections included', async () => {
  const own = new Map<number, number>();
  for (let index = 0; index < ORGANIZATIONS; index++) {
    const orgId = await makeOrganization();
    own.set(orgId, (await makePatient(orgId)).id);
  }
  const db = await openDatabase(running().app.db.logins, { org: POOL });
  const orgIds = [...own.keys()];
  const seen = { right: 0, foreign: 0, failed: 0, killed: 0 };
  const operation = async (index: number) => {
    const orgId = random(orgIds);
    const principal: Principal = { kind: 'org', orgId, userId: index, locationIds: index % 5 === 0 ? [] : null };
    const expected = index % 5 === 0 ? [] : [own.get(orgId)];
    try {
      await withPrincipal(db, principal, index % 3 === 0 ? 'write' : 'read', async (em) => {
        const rows = await em.execute<{ id: number }[]>('select id from patients');
        if (JSON.stringify(rows.map(({ id }) => id)) === JSON.stringify(expected)) seen.right += 1;
        else seen.foreign += 1;
        if (index % 20 === 0) await em.execute('select 1 / 0');
        if (index % 20 === 10) throw new Error('the caller canceled');
        if (index % 50 === 7) {
          await admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'airlog' and pid <> pg_backend_pid() order by random() limit 1`,
          );
          seen.killed += 1;
        }
        if (index % 3 === 0) await em.execute("update patients set note = 'x'");
      });
    } catch {
      seen.failed += 1;
    }
  };
  await inParallel(OPERATIONS, PARALLEL, operation);
  expect(seen).toMatchObject({ foreign: 0, killed: OPERATIONS / 50 });
  expect(seen.right).toBeGreaterThan(OPERATIONS * 0.85);
  expect(seen.failed).toBeGreaterThan(OPERATIONS * 0.1);

  // The pool lost no connection, and each was returned without a role and an organization.
  const left = await Promise.all(
    Array.from({ length: POOL }, () =>
      db.pools.org.em.fork().execute(
        `select pg_backend_pid() as pid, current_user = session_user as bare, coalesce(current_setting('app.org_id', true), '') || coalesce(current_setting('app.user_id', true), '')
       || coalesce(current_setting('app.location_ids', true), '') as context, pg_sleep(0.1)::text`,
      ),
    ),
  );
  const released = left.flat() as { pid: number; bare: boolean; context: string }[];
  expect(new Set(released.map(({ pid }) => pid)).size).toBe(POOL);
  for (const connection of released) expect(connection).toMatchObject({ bare: true, context: '' });
  await db.close();
});

test('clients that disconnect in the middle of a request leave nothing behind for the next one', async () => {
  const viewers: TestViewer[] = [];
  for (let index = 0; index < ORGANIZATIONS; index++) viewers.push(await asViewer());
  let foreign = 0;
  await inParallel(160, 30, async (index) => {
    const viewer = random(viewers);
    if (index % 4 === 0) {
      const request = fetch(`${viewer.origin}/graphql`, {
        method: 'POST',
        headers: { ...viewer.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ viewer { user { databaseId } } }' }),
        signal: AbortSignal.timeout(1 + (index % 12)),
      });
      await request.then((answer) => answer.text()).catch(() => undefined);
      return;
    }
    const { data } = await viewer.gql('{ viewer { user { databaseId } organization { databaseId } } }');
    if (data.viewer.user.databaseId !== viewer.userId || data.viewer.organization.databaseId !== viewer.orgId)
      foreign += 1;
  });
  expect(foreign).toBe(0);
  // A user's requests begin in the order of their arrival: those of clients that left began before the last ones ended.
  await Promise.all(viewers.map((viewer) => viewer.gql('{ viewer { user { databaseId } } }')));
  // Every transaction of an aborted request ends by itself, well before the database would end it (10 s). A background
  // job may begin one at any time: only those count that were open then.
  const [{ ended }] = (await admin.query('select clock_timestamp()::text as ended')).rows;
  const stillOpen = async () =>
    (
      await admin.query(
        `select application_name, pid, state, (clock_timestamp() - xact_start)::text as age, query from pg_stat_activity
        where datname = current_database() and application_name like 'airlog%' and state like 'idle in transaction%' and xact_start <= $1`,
        [ended],
      )
    ).rows;
  let open = await stillOpen();
  for (const deadline = Date.now() + 9000; open.length > 0 && Date.now() < deadline; open = await stillOpen())
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(open).toEqual([]);
});

test('a database that closes while connections are being opened closes, and refuses the work that waits for them', async () => {
  const db = await openDatabase(running().app.db.logins, { org: POOL });
  const principal: Principal = { kind: 'org', orgId: await makeOrganization(), userId: 1, locationIds: null };
  const work = () => withPrincipal(db, principal, 'read', (em) => em.execute('select 1'));
  await work();
  const waiting = Promise.allSettled(Array.from({ length: POOL }, work));
  await new Promise((resolve) => setImmediate(resolve));
  await db.close();
  expect((await waiting).map(({ status }) => status)).toContain('rejected');
});
