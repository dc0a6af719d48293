import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/db/orm.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { openUnit, withPrincipal, type Principal } from '../../src/db/principal.ts';
import { admin, asViewer, makeOrganization, makePatient, queryAsOwner, running, usePortalHere } from '../harness.ts';
import { writesDuring } from '../writes.ts';

usePortalHere();

/** One connection for the staff of organizations, and one for support staff. */
const ONE = { org: 1, support: 1 };
const QUERY = 'select id from patients where id > ? order by id';
const own = new Map<number, number>();
let principals: Principal[];
let db: Database;

/** The wires of a node, and with each mechanism switched off. */
const WIRES = [
  { prepare: true, pipeline: true },
  { prepare: true, pipeline: false },
  { prepare: false, pipeline: true },
  { prepare: false, pipeline: false },
];

beforeAll(async () => {
  for (let index = 0; index < 3; index++) {
    const orgId = await makeOrganization();
    own.set(orgId, (await makePatient(orgId)).id);
  }
  const { userId } = await asViewer({ kind: 'support' });
  principals = [
    ...[...own.keys()].flatMap((orgId): Principal[] => [
      { kind: 'org', orgId, userId, locationIds: null },
      { kind: 'org', orgId, userId, locationIds: [] },
    ]),
    { kind: 'support', orgId: 1, userId, actingOrgId: null },
  ];
  db = await openDatabase(running().app.db.logins, ONE);
});
afterAll(() => db.close());

const ids = (on: Database, principal: Principal) =>
  withPrincipal(on, principal, 'read', (em) => em.execute<{ id: number }[]>(QUERY, [0])).then((rows) =>
    rows.map(({ id }) => id),
  );

test.each(WIRES)(
  'one connection serves roles and organizations in turn, each sees its own rows, and a read refuses to write: %j',
  async (wire) => {
    const single = await openDatabase(running().app.db.logins, ONE, wire);
    try {
      const all = (await admin.query<{ id: number }>('select id from patients order by id')).rows.map(({ id }) => id);
      for (let round = 0; round < 12; round++) {
        for (const principal of round % 2 ? principals : principals.toReversed()) {
          const expected =
            principal.kind === 'support'
              ? all
              : principal.kind === 'org' && principal.locationIds === null
                ? [own.get(principal.orgId)]
                : [];
          expect(await ids(single, principal)).toEqual(expected);
        }
      }
      const writing = withPrincipal(single, principals[0]!, 'read', (em) =>
        em.execute("update patients set note = 'x'"),
      );
      await expect(writing).rejects.toMatchObject({ code: '25006' });
    } finally {
      await single.close();
    }
  },
);

const backendOf = (on: Database) =>
  withPrincipal(on, principals[0]!, 'read', async (em) => {
    const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
    return row!.pid;
  });

interface Prepared {
  statement: string;
  generic_plans: number;
}
const preparedBy = (on: Database, principal: Principal) =>
  withPrincipal(on, principal, 'read', (em) =>
    em.execute<Prepared[]>(
      "select statement, generic_plans::int from pg_prepared_statements where statement ~ 'from patients'",
    ),
  );

test('a query is prepared once for each role, and its plan is kept when the roles alternate', async () => {
  const on = await openDatabase(running().app.db.logins, ONE);
  const [first, limited] = principals as [Principal, Principal];
  for (let round = 0; round < 20; round++) for (const principal of [first, limited]) await ids(on, principal);
  const prepared = await preparedBy(on, first);
  expect(prepared.map(({ statement }) => statement)).toEqual(
    Array(2).fill('select id from patients where id > $1::int order by id'),
  );
  for (const { generic_plans } of prepared) expect(generic_plans).toBeGreaterThan(5);
  await on.close();
});

test('without naming, nothing is prepared', async () => {
  const on = await openDatabase(running().app.db.logins, ONE, { prepare: false, pipeline: true });
  for (let round = 0; round < 5; round++) await ids(on, principals[0]!);
  expect(await preparedBy(on, principals[0]!)).toEqual([]);
  await on.close();
});

test('a query whose table has changed since is refused once and planned again', async () => {
  const on = await openDatabase(running().app.db.logins, ONE);
  const read = () =>
    withPrincipal(on, principals[0]!, 'read', (em) => em.execute('select * from machine_models order by id'));
  for (let round = 0; round < 5; round++) await read();
  await admin.query('alter table machine_models add column extra text');
  try {
    await expect(read()).rejects.toThrow('cached plan must not change result type');
    for (let round = 0; round < 3; round++)
      expect(await read()).toContainEqual(expect.objectContaining({ extra: null }));
  } finally {
    await admin.query('alter table machine_models drop column extra');
    await on.close();
  }
});

test.each([
  [true, 1],
  [false, 3],
])('with pipelining %s, the settings and the first query leave in %i writes with BEGIN', async (pipeline, writes) => {
  const on = await openDatabase(running().app.db.logins, ONE, { prepare: false, pipeline });
  try {
    const opening = await writesDuring(() => ids(on, principals[0]!));
    expect(opening.slice(0, writes).join()).toMatch(/start transaction.*set_config.*from patients/s);
    expect(opening[0]!.includes('from patients')).toBe(pipeline);
  } finally {
    await on.close();
  }
});

test('queries of one moment leave in one write, and each gets its answer', async () => {
  const machines = 'select count(*)::int as rows from machines where id > ?';
  const read = () =>
    withPrincipal(db, principals[0]!, 'read', (em) =>
      Promise.all([em.execute<{ id: number }[]>(QUERY, [0]), em.execute(machines, [0])]),
    );
  const [opening] = await writesDuring(read);
  expect(opening).toMatch(/start transaction.*set_config.*from patients.*from machines/s);
  const [patients, counted] = await read();
  expect(patients).toEqual([{ id: own.get((principals[0] as { orgId: number }).orgId) }]);
  expect(counted).toEqual([{ rows: 0 }]);
});

test('a query behind a failed one of the same moment fails too, and the next transaction reads', async () => {
  const read = withPrincipal(db, principals[0]!, 'read', (em) =>
    Promise.allSettled([em.execute('select 1 / (? - 1)', [1]), em.execute(QUERY, [0])]),
  );
  expect((await read).map((one) => (one as { reason?: { code: string } }).reason?.code)).toEqual(['22012', '25P02']);
  expect(await ids(db, principals[0]!)).toHaveLength(1);
});

test('a query that comes after the end of its reading transaction is not sent', async () => {
  const late = await withPrincipal(db, principals[0]!, 'read', async (em) => {
    await em.execute(QUERY, [0]);
    return () => em.execute(QUERY, [0]);
  });
  await expect(late()).rejects.toThrow('The transaction is over.');
  expect(await ids(db, principals[0]!)).toHaveLength(1);
});

describe('a transaction that could not be opened', () => {
  test('reports why, reads nothing, and leaves the connection usable', async () => {
    const { rows } = await admin.query<{ login: string }>(
      "select usename as login from pg_stat_activity where application_name = 'airlog-listen' and datname = current_database()",
    );
    await queryAsOwner(`revoke airlog_org, airlog_limited from ${rows[0]!.login}`);
    try {
      await expect(ids(db, principals[0]!)).rejects.toThrow('permission denied to set role');
    } finally {
      await queryAsOwner(`grant airlog_org, airlog_limited to ${rows[0]!.login}`);
    }
    expect(await ids(db, principals[0]!)).toHaveLength(1);
  });

  test.each(['read', 'write'] as const)(
    'because its backend was killed before the settings arrived fails (%s), and the next one sees its own rows',
    async (mode) => {
      const pid = await backendOf(db);
      const unit = await openUnit(db, principals[2]!, mode);
      await admin.query('select pg_terminate_backend($1, 2000)', [pid]);
      await expect(unit.em.execute(QUERY, [0])).rejects.toThrow();
      await unit.rollback();
      expect(await ids(db, principals[2]!)).toEqual([own.get((principals[2] as { orgId: number }).orgId)]);
    },
  );
});

test('a read whose end fails was answered, and its connection is not used again', async () => {
  const pid = await backendOf(db);
  const rows = await withPrincipal(db, principals[0]!, 'read', async (em) => {
    const read = await em.execute(QUERY, [0]);
    await admin.query('select pg_terminate_backend($1, 2000)', [pid]);
    return read;
  });
  expect(rows).toHaveLength(1);
  expect(await backendOf(db)).not.toBe(pid);
});
