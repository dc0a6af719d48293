import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { GraphQLObjectType } from 'graphql';
import { hashSessionId } from '../../src/sign-in/session-read.ts';
import { openDatabase, type Database } from '../../src/db/orm.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { createSchema } from '../../src/schema.ts';
import { admin, running, superuserUrl, signInAgain, usePortalHere, type Client, type TestViewer } from '../harness.ts';
import { asToken } from '../token.ts';
import { comparable, selection, withEntities } from './as-entities.ts';

// An answer depends on its viewer and on the rows of now: not on who asked before, who asks at the same moment, or what
// the same query was answered before a change.

usePortalHere({ tokenPointsPerHour: 1_000_000_000 });

const [NORTHSIDE, LAKEVIEW, SUPPORT] = [1, 2, 4];
let single: Database;
let viewers: Record<string, Client>;
let sessions: Record<string, TestViewer>;
let queries: string[];

beforeAll(async () => {
  await seedDemo(superuserUrl(), running().app.config, { today: '2026-03-15', patients: 40, nightDays: 10 });
  await admin.query(
    `update users set locale = 'es' where id = 2; update organizations set timezone = 'Asia/Kolkata' where id = ${LAKEVIEW}`,
  );
  const acting = async (organization: number) => {
    const viewer = await signInAgain({ orgId: SUPPORT!, userId: 8 });
    await admin.query('update sessions set acting_org_id = $1 where id_hash = $2', [
      organization,
      hashSessionId(viewer.sessionId!),
    ]);
    return viewer;
  };
  const own = (orgId: number, userId: number) => signInAgain({ orgId, userId });
  sessions = {
    admin: await own(NORTHSIDE!, 1),
    spanish: await own(NORTHSIDE!, 2),
    limited: await own(NORTHSIDE!, 3),
    clinic: await own(LAKEVIEW!, 4),
    physician: await own(LAKEVIEW!, 6),
    unrelated: await own(3, 7),
    support: await own(SUPPORT!, 8),
    actingForProvider: await acting(NORTHSIDE!),
    actingForClinic: await acting(LAKEVIEW!),
  };
  viewers = {
    ...sessions,
    token: await asToken({ orgId: NORTHSIDE!, userId: 1 }),
    tokenOfLimited: await asToken({ orgId: NORTHSIDE!, userId: 3 }, ['view.patient']),
    tokenOfSupport: await asToken({ orgId: SUPPORT!, userId: 8 }),
  };
  const schema = await createSchema();
  const of = (type: string, depth: number, text: (fields: string) => string) =>
    fc.sample(selection(schema.getType(type) as GraphQLObjectType, depth), { numRuns: 2, seed: 12 }).map(text);
  queries = [
    ...of(
      'Patient',
      2,
      (fields) => `{ patients(first: 5) { totalCount unfilteredCount edges { node { ${fields} } } } }`,
    ),
    ...of('Patient', 3, (fields) => `{ patient(id: 1) { ${fields} } }`),
    ...of('DeviceHistory', 2, (fields) => `{ devices(first: 5) { totalCount edges { node { ${fields} } } } }`),
    ...of('Machine', 2, (fields) => `{ machines(first: 5) { totalCount edges { node { ${fields} } } } }`),
    '{ patients(first: 3, orderBy: { field: LAST_NAME }) { totalCount edges { cursor node { lastName devices { serial isActive } provider { name } } } } }',
    '{ users(first: 5) { totalCount edges { node { email role } } } }',
    '{ viewer { locale roleLabels organization { name timezone } } }',
    '{ dashboard { cards { kind count } rows { kind } } }',
  ];
  single = await openDatabase(running().app.db.logins, { org: 1, support: 1, auth: 1 });
});
afterAll(() => single.close());

const ask = async (viewer: Client, query: string) =>
  comparable((await viewer.rest('POST', '/graphql', { query })).text);

/** Runs with one connection for the staff of organizations, one for support staff, and one for sessions and tokens. */
async function overOneConnection<T>(run: () => Promise<T>): Promise<T> {
  const { db } = running().app;
  const { pools, connections } = db;
  Object.assign(db, { pools: single.pools, connections: single.connections });
  try {
    return await run();
  } finally {
    Object.assign(db, { pools, connections });
  }
}

test('viewers who ask at the same moment, over the same connections, get the answers that each gets alone', async () => {
  const asked = Object.values(viewers).flatMap((viewer) => queries.map((query) => ({ viewer, query })));
  const alone: string[] = [];
  for (const { viewer, query } of asked) alone.push(await withEntities(() => ask(viewer, query)));
  expect(new Set(alone).size).toBeGreaterThan(asked.length / 4);
  const order = fc.sample(fc.shuffledSubarray([...asked.keys()], { minLength: asked.length }), { numRuns: 2, seed: 8 });
  for (const each of order) {
    const answers = await overOneConnection(() =>
      Promise.all(each.map((at) => ask(asked[at]!.viewer, asked[at]!.query))),
    );
    each.forEach((at, nth) => expect([asked[at]!.query, answers[nth]]).toEqual([asked[at]!.query, alone[at]]));
  }
});

const ofSession = (name: string) => `id_hash = '\\x${hashSessionId(sessions[name]!.sessionId!).toString('hex')}'`;
/** Changes by anyone, and a viewer with another answer after each. */
const CHANGES: [string, string, () => string][] = [
  ['a patient is shared with a provider', 'unrelated', () => 'update patients set dme_id = 3 where id = 1'],
  ['a patient is not shared any more', 'unrelated', () => 'update patients set dme_id = null where id = 1'],
  [
    'a patient moves to another location',
    'limited',
    () => 'update patients set location_id = case location_id when 1 then 2 else 1 end where org_id = 1',
  ],
  ['a patient is renamed', 'admin', () => "update patients set last_name = 'Aaa' where id = 3"],
  [
    'an assignment ends',
    'admin',
    () =>
      'update device_history set end_date = current_date where id = (select min(id) from device_history where end_date is null and org_id = 1)',
  ],
  [
    'a machine changes its location',
    'limited',
    () => 'update machines set location_id = case location_id when 1 then 2 else 1 end where org_id = 1',
  ],
  ['a user gets other locations', 'limited', () => 'delete from user_locations where user_id = 3'],
  ['a user is no more one of locations', 'limited', () => "update users set user_type = 'Organization' where id = 3"],
  [
    'support staff acts in another organization',
    'actingForClinic',
    () => `update sessions set acting_org_id = 3 where ${ofSession('actingForClinic')}`,
  ],
  [
    'support staff acts in all organizations',
    'actingForClinic',
    () => `update sessions set acting_org_id = null where ${ofSession('actingForClinic')}`,
  ],
  ['a user chooses another language', 'admin', () => "update users set locale = 'es' where id = 1"],
  [
    'an organization changes its zone',
    'clinic',
    () => "update organizations set timezone = 'Pacific/Auckland' where id = 2",
  ],
  [
    'a token loses a scope',
    'token',
    () => "update personal_access_tokens set scopes = array['org.user.device'] where user_id = 1",
  ],
  ['a role is taken away', 'clinic', () => 'delete from user_roles where user_id = 4'],
  [
    'a permission is taken away',
    'physician',
    () =>
      "delete from role_permissions where permission = 'view.patient' and role_id = (select role_id from user_roles where user_id = 6)",
  ],
  ['a session ends', 'spanish', () => `delete from sessions where ${ofSession('spanish')}`],
  ['a user is deactivated', 'unrelated', () => 'update users set active = false where id = 7'],
];

test.each(CHANGES)(
  'a query that was answered before is answered by the rows and rights of now: %s',
  async (_title, concerned, sql) => {
    const read = () => Promise.all(queries.map((query) => ask(viewers[concerned]!, query)));
    const before = await read();
    await admin.query(sql());
    const after = await read();
    expect(after).toEqual(await withEntities(read));
    expect(after).not.toEqual(before);
  },
);
