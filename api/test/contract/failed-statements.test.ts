import { beforeAll, expect, test } from '@jest/globals';
import { seedDemo } from '../../src/demo/seed.ts';
import { admin, running, signInAgain, superuserUrl, usePortal, type TestViewer } from '../harness.ts';

usePortal();

let staff: TestViewer;
let support: TestViewer;
beforeAll(async () => {
  await seedDemo(superuserUrl(), running().app.config, { today: '2026-03-15', patients: 20, nightDays: 10 });
  staff = await signInAgain({ orgId: 1, userId: 1 });
  support = await signInAgain({ orgId: 4, userId: 8 });
  await staff.gql('{ patient(id: 1) { lastName } }'); // the record that was opened
  await running().app.readLog.flush();
  await admin.query('insert into recent_organizations (org_id, user_id, recent_org_id) values (4, 8, 1)');
});

/** Queries whose answer is rows that loaders read, one by one, behind the first statement. */
const QUERIES: [string, () => TestViewer, string][] = [
  ['the roles of users', () => staff, '{ users { edges { node { role locations { name } groups { name } } } } }'],
  ['who may read a note', () => staff, '{ patient(id: 1) { noteReaders { name } } }'],
  [
    'who sees a patient',
    () => staff,
    '{ patientAccess(patientId: 1) { organizations { organization { name } reasons } } }',
  ],
  [
    'the users who see a patient',
    () => staff,
    '{ patientAccessUsers(patientId: 1) { edges { node { user { email } places } } } }',
  ],
  ['who opened a record', () => staff, '{ patientReaders(patientId: 1) { user { email } times } }'],
  ['the locations of a form', () => staff, '{ patientLocations { name } }'],
  [
    'possible duplicates',
    () => staff,
    '{ possibleDuplicates(input: { firstName: "FIRST", lastName: "LAST", birthDate: "BORN" }) { patient { firstName } reasons } }',
  ],
  [
    'search results',
    () => support,
    `{ searchResults(search: "north") { users { email } organizations { name }
       organizationPages { organization { name } } locations { location { name } organization { name } } } }`,
  ],
  ['the last organizations', () => support, '{ viewer { recentOrganizations { name } } }'],
  [
    'the details of an activity',
    () => support,
    '{ userActivity(userId: 1) { edges { node { description user { email } properties { name value } } } } }',
  ],
  [
    'the page of a patient',
    () => staff,
    `{ patient(id: 1) { organization { name } provider { name } clinician { lastName } settingsState
       devices { serial machine { provider { name } } currentSettings { status } pendingSettings { status } viewerCanDelete
         viewerCanAddPin viewerCanEditSettings } icodeReports { code } compliance { state } } }`,
  ],
];

type Execute = (sql: string, parameters?: unknown[], method?: string, transaction?: object) => Promise<unknown>;
const ABORTED = Object.assign(new Error('current transaction is aborted'), { code: '25P02' });
const CANCELED = Object.assign(new Error('canceling statement due to user request'), { code: '57014' });
const isSettings = (values: unknown[] = []) => values.some((value) => /^airlog_/.test(String(value)));

/**
 * Returns the texts of the statements of a transaction of staff that are sent while `fn` runs. The one with the text
 * `failing` fails, and those behind it in its transaction.
 */
async function statementsOf<T>(fn: () => Promise<T>, failing?: string): Promise<{ result: T; texts: Set<string> }> {
  const { org, support: all } = running().app.db.pools;
  const connections = [org, all].map((orm) => orm.em.getConnection() as unknown as { execute: Execute });
  const before = connections.map(({ execute }) => execute);
  const texts = new Set<string>();
  const failed = new WeakSet<object>();
  for (const [nth, connection] of connections.entries())
    connection.execute = function failingOne(...args) {
      const [sql, values, , transaction] = args;
      if (transaction && failed.has(transaction)) return Promise.reject(ABORTED);
      if (transaction && !isSettings(values)) texts.add(String(sql));
      if (transaction && String(sql) === failing) {
        failed.add(transaction);
        return Promise.reject(CANCELED);
      }
      return before[nth]!.apply(this, args);
    };
  try {
    return { result: await fn(), texts };
  } finally {
    for (const [nth, connection] of connections.entries()) connection.execute = before[nth]!;
  }
}

test.each(QUERIES)('a statement that fails is an error, and not a row less: %s', async (_title, viewer, query) => {
  const { firstName, lastName, birthDate } = (await staff.gql('{ patient(id: 1) { firstName lastName birthDate } }'))
    .data.patient as Record<string, string>;
  const asked = query.replace('FIRST', firstName!).replace('LAST', lastName!).replace('BORN', birthDate!);
  const ask = () => viewer().gql(asked);
  const { result, texts } = await statementsOf(ask);
  expect([result.errors, texts.size > 0]).toEqual([undefined, true]);
  for (const text of texts) {
    const { errors } = (await statementsOf(ask, text)).result;
    expect([text, errors?.map(({ extensions }) => extensions.code) ?? []]).toEqual([
      text,
      expect.arrayContaining(['TOO_EXPENSIVE']),
    ]);
  }
});

test('a query that is read again behind a failed statement names its rows once in the audit log', async () => {
  const ask = () => staff.gql('{ patient(id: 2) { lastName noteReaders { name } } }');
  const organizations = [...(await statementsOf(ask)).texts].find((text) => text.includes('"organizations"'));
  await running().app.readLog.flush();
  const { rows: before } = await admin.query<{ id: string }>('select max(id) as id from audit_log');
  expect((await statementsOf(ask, organizations)).result.errors).toHaveLength(1);
  await running().app.readLog.flush();
  const { rows } = await admin.query(
    'select operation, properties, patient_ids from audit_log where id > $1 and actor_user_id = 1',
    [before[0]!.id],
  );
  expect(rows.at(-1)).toEqual({
    operation: 'Query.patient',
    properties: { subjects: ['Patient:2'] },
    patient_ids: [2],
  });
});
