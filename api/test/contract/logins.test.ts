import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { assertOwnRolesOnly } from '../../src/db/logins.ts';
import { prepareDatabase } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { scratchDatabase } from '../harness.ts';
import { TEST_SECRETS } from '../secrets.ts';

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  scratch = await scratchDatabase();
  client = new pg.Client({ connectionString: scratch.adminUrl });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await scratch?.drop();
});

const ROLES = ['org', 'limited', 'support', 'auth', 'device', 'jobs', 'definer'];
/** The roles of each login, and the one that its connections have from their start. */
const LOGINS = {
  org: { own: ['org', 'limited'], atStart: 'none' },
  support: { own: ['support'], atStart: 'none' },
  auth: { own: ['auth', 'device', 'jobs'], atStart: 'airlog_auth' },
} as const;
type Name = keyof typeof LOGINS;
const names = Object.keys(LOGINS) as Name[];

const loginOf = (name: Name) => decodeURIComponent(new URL(scratch.logins[name]).username);

async function as<T>(name: Name, work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: scratch.logins[name] });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

describe.each(names)('the login %s', (name) => {
  const { own, atStart } = LOGINS[name];

  test('takes its own roles in a transaction, and none of another principal, whatever it set before', async () => {
    await as(name, async (connection) => {
      const outcome: Record<string, string> = {};
      for (const before of own)
        for (const role of [
          ...ROLES.map((one) => `airlog_${one}`),
          ...names.map(loginOf),
          'postgres',
          'pg_read_all_data',
        ]) {
          await connection.query(`begin; select set_config('role', 'airlog_${before}', true)`);
          const taken = await connection.query("select set_config('role', $1, true)", [role]).then(
            () => 'taken',
            (error: { code: string }) => error.code,
          );
          await connection.query('rollback');
          outcome[role] = taken;
        }
      const taken = Object.keys(outcome).filter((role) => outcome[role] === 'taken');
      expect(taken.sort()).toEqual([...own.map((one) => `airlog_${one}`), loginOf(name)].sort());
      expect(new Set(Object.values(outcome))).toEqual(new Set(['taken', '42501']));
    });
  });

  test('has the role from its start that its statements need, and reads no table without a role', async () => {
    await as(name, async (connection) => {
      expect((await connection.query("select current_setting('role') as role")).rows).toEqual([{ role: atStart }]);
      await connection.query('set role none');
      for (const table of ['patients', 'sessions', 'roles'])
        await expect(connection.query(`select from public.${table}`)).rejects.toMatchObject({ code: '42501' });
    });
  });
});

describe.each(names)('what the login %s leaves behind', (name) => {
  test('is no temporary table, with any of its roles', async () => {
    await as(name, async (connection) => {
      for (const role of ['none', ...LOGINS[name].own.map((one) => `airlog_${one}`)]) {
        await connection.query(`set role ${role}`);
        await expect(connection.query('create temporary table patients (id int)')).rejects.toMatchObject({
          code: '42501',
        });
      }
    });
  });

  test('is no setting, after the next start', async () => {
    const database = client.escapeIdentifier(new URL(scratch.adminUrl).pathname.slice(1));
    await as(name, async (connection) => {
      await connection.query('set role none');
      await connection.query("alter role session_user set role = 'none'");
      await connection.query('alter role session_user set search_path = pg_temp, public');
      await connection.query(`alter role session_user in database ${database} set statement_timeout = '1h'`);
    });
    await prepareDatabase(scratch.adminUrl, TEST_SECRETS);
    const { rows } = await client.query(
      `select unnest(setconfig) as setting from pg_db_role_setting where setrole = to_regrole($1)`,
      [loginOf(name)],
    );
    expect(rows).toEqual(name === 'auth' ? [{ setting: 'role=airlog_auth' }] : []);
  });
});

test('the pools of a usual node open at most 13 connections, which leaves 2 of 15 for its queue and its listener', async () => {
  const db = await openDatabase(scratch.logins);
  try {
    const sleepers = Object.values(db.pools).flatMap((orm) =>
      Array.from({ length: 40 }, () => orm.em.fork().execute('select pg_sleep(0.05)::text')),
    );
    await Promise.all(sleepers);
    const { rows } = await client.query(
      `select application_name as pool, count(*)::int as connections from pg_stat_activity
        where datname = current_database() and application_name like 'airlog%' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { pool: 'airlog', connections: 5 },
      { pool: 'airlog-auth', connections: 2 },
      { pool: 'airlog-background', connections: 3 },
      { pool: 'airlog-support', connections: 3 },
    ]);
  } finally {
    await db.close();
  }
});

describe('the server refuses to open', () => {
  const refusal = async () => {
    const database = await openDatabase(scratch.logins).catch((error: Error) => error.message);
    if (typeof database === 'string') return database;
    await database.close();
    return 'opened';
  };

  test('never for the logins that migration creates', async () => {
    expect(await refusal()).toBe('opened');
  });

  describe.each(names)('when the login %s', (name) => {
    const login = () => loginOf(name);
    const foreign = name === 'support' ? 'airlog_org' : 'airlog_support';

    test.each([
      [
        'is a superuser',
        () => `alter role ${login()} superuser`,
        () => `alter role ${login()} nosuperuser`,
        'superuser',
      ],
      [
        'bypasses row-level security',
        () => `alter role ${login()} bypassrls`,
        () => `alter role ${login()} nobypassrls`,
        'bypasses',
      ],
      [
        'owns a table',
        () => `alter table connections owner to ${login()}`,
        () => 'alter table connections owner to postgres',
        'owns tables',
      ],
      [
        'is a member of the owner of a table',
        () => `alter table connections owner to ${LOGINS[name].own.map((role) => `airlog_${role}`)[0]!}`,
        () => 'alter table connections owner to postgres',
        'owns tables',
      ],
      [
        'is a member of another principal',
        () => `grant ${foreign} to ${login()}`,
        () => `revoke ${foreign} from ${login()}`,
        'may take a role that is not its own',
      ],
      [
        'inherits the rights of its roles',
        () => `alter role ${login()} inherit`,
        () => `alter role ${login()} noinherit`,
        'has other rights than its own',
      ],
      [
        'starts with a role that is not meant',
        () => `alter role ${login()} set role = '${name === 'auth' ? 'airlog_jobs' : `airlog_${LOGINS[name].own[0]}`}'`,
        () => (name === 'auth' ? `alter role ${login()} set role = 'airlog_auth'` : `alter role ${login()} reset role`),
        'has other rights than its own',
      ],
    ])('%s', async (_title, breaks, mends, message) => {
      await client.query(breaks());
      try {
        const said = await refusal();
        expect(said).toContain(message);
        expect(said).toContain(`"${name}"`);
      } finally {
        await client.query(mends());
      }
    });
  });

  test.each([
    [
      "a view over a tenant table with its owner's rights",
      'create view everyone as select * from patients',
      'drop view everyone',
      'view',
    ],
    [
      'a materialized view of a tenant table',
      'create materialized view everyone as select * from patients',
      'drop materialized view everyone',
      'view',
    ],
    [
      'a tenant table without row-level security',
      'alter table patients disable row level security',
      'alter table patients enable row level security',
      'without forced row-level security',
    ],
    [
      'a tenant table whose row-level security is not forced',
      'alter table patients no force row level security',
      'alter table patients force row level security',
      'without forced row-level security',
    ],
  ])('for %s', async (_title, breaks, mends, message) => {
    await client.query(breaks);
    try {
      expect(await refusal()).toContain(message);
    } finally {
      await client.query(mends);
    }
  });

  // The cluster's other databases share these roles, so the change is never committed.
  test.each([
    ['bypasses row-level security', 'alter role airlog_limited bypassrls', 'bypasses'],
    [
      'is a member of another principal',
      'grant airlog_support to airlog_limited',
      'may take a role that is not its own',
    ],
  ])('when a role of a login %s', async (_title, breaks, message) => {
    await client.query('begin');
    try {
      await client.query(`set local session authorization ${loginOf('org')}`);
      await assertOwnRolesOnly(client, 'org');
      await client.query(`reset session authorization; ${breaks}; set local session authorization ${loginOf('org')}`);
      await expect(assertOwnRolesOnly(client, 'org')).rejects.toThrow(message);
    } finally {
      await client.query('rollback');
    }
  });

  test("never for a view with the reader's rights", async () => {
    await client.query('create view mine with (security_invoker = true) as select * from patients');
    expect(await refusal()).toBe('opened');
    await client.query('drop view mine');
  });
});
