import { beforeAll, expect, test } from '@jest/globals';
import { admin, asViewer, make, makePatient, usePortal, type TestViewer } from '../../test/harness.ts';

usePortal();

const DUPLICATES = `query ($input: PossibleDuplicatesInput!) { possibleDuplicates(input: $input) { patient { databaseId } reasons } }`;
const PERSON = {
  first_name: 'José',
  last_name: "O'Brien",
  birth_date: '1961-02-03',
  phone: '5185550111',
  mobile_phone: '5185550112',
  email: 'Jose.OBrien@Example.test',
  assigned_id: 'AL-0000001',
};

let viewer: TestViewer;
/** An organization that shares nothing with the first. */
let foreign: TestViewer;
let here: number;
let jose: number;

const found = async (input: object, who = viewer) => {
  const { data, errors } = await who.gql(DUPLICATES, { input });
  expect(errors).toBeUndefined();
  return data.possibleDuplicates.map(({ patient, reasons }: { patient: { databaseId: number }; reasons: string[] }) => [
    patient.databaseId,
    ...reasons,
  ]);
};

beforeAll(async () => {
  viewer = await asViewer();
  foreign = await asViewer();
  here = await make('locations', { org_id: viewer.orgId, name: 'Here', country: 'US', is_primary: false });
  jose = (await makePatient(viewer.orgId, PERSON)).id;
  await makePatient(foreign.orgId, PERSON);
});

test.each<[title: string, input: Record<string, string>, reasons: string[] | null]>([
  [
    'the name without case and accents, and the birth date',
    { firstName: ' JOSE ', lastName: "o'brien", birthDate: '1961-02-03' },
    ['NAME_AND_BIRTH_DATE'],
  ],
  ['the name and another birth date', { firstName: 'José', lastName: "O'Brien", birthDate: '1961-02-04' }, null],
  ['the name alone', { firstName: 'José', lastName: "O'Brien" }, null],
  ['the phone number', { phone: '(518) 555-0111' }, ['PHONE']],
  ['the phone number, entered as the mobile one', { mobilePhone: '518-555-0111' }, ['PHONE']],
  ['the mobile phone number, entered as the other one', { phone: '5185550112' }, ['PHONE']],
  ['a part of the phone number', { phone: '518555011' }, null],
  ['the e-mail address in another case', { email: 'jose.obrien@example.TEST' }, ['EMAIL']],
  ['a part of the e-mail address', { email: 'jose.obrien@example' }, null],
  ['the Patient ID in another case, with a blank', { assignedId: ' al 0000001 ' }, ['ASSIGNED_ID']],
  ['the Patient ID with an unseen character', { assignedId: 'AL\u2011000\u200b0001' }, ['ASSIGNED_ID']],
  ['a part of the Patient ID', { assignedId: 'AL-000000' }, null],
  [
    'an apostrophe of a word processor',
    { firstName: 'Jose\u0301', lastName: 'O’Brien', birthDate: '1961-02-03' },
    ['NAME_AND_BIRTH_DATE'],
  ],
  ['a single name and the birth date', { lastName: "O'Brien", birthDate: '1961-02-03' }, null],
  ['nothing', {}, null],
  [
    'invalid text',
    { birthDate: '1961-02-31', email: '\u0000', phone: 'x'.repeat(1000), firstName: '%', lastName: '%' },
    null,
  ],
])('%s: %j', async (_title, input, reasons) => {
  expect(await found(input)).toEqual(reasons ? [[jose, ...reasons]] : []);
});

test('the best match is first, at most 5 are shown, and the patient being changed is left out', async () => {
  const email = 'family@example.test';
  const family = await Promise.all(Array.from({ length: 6 }, () => makePatient(viewer.orgId, { email })));
  const best = await makePatient(viewer.orgId, { ...PERSON, last_name: 'Núñez', email });
  const input = { firstName: 'jose', lastName: 'nunez', birthDate: '1961-02-03', email, phone: '5185550111' };
  const answer = await found(input);
  expect(answer).toHaveLength(5);
  expect(answer[0]).toEqual([best.id, 'EMAIL', 'NAME_AND_BIRTH_DATE', 'PHONE']);
  expect(await found({ email, exceptId: String(best.id) })).toEqual(
    family
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .slice(0, 5)
      .map((id) => [id, 'EMAIL']),
  );
});

test('shows no patient that the viewer may not see: of another organization, of another location, or while support staff acts in none', async () => {
  const input = {
    firstName: 'José',
    lastName: "O'Brien",
    birthDate: '1961-02-03',
    phone: '5185550111',
    email: PERSON.email,
  };
  expect((await found(input)).map(([id]: unknown[]) => id)).toContain(jose);
  expect((await found(input, foreign)).map(([id]: unknown[]) => id)).not.toContain(jose);
  const elsewhere = await asViewer({ orgId: viewer.orgId, roles: ['location.ep.staff'], locationIds: [here] });
  expect(await found(input, elsewhere)).toEqual([]);
  const support = await asViewer({ kind: 'support' });
  expect((await support.gql(DUPLICATES, { input })).errors![0]!.extensions.code).toBe('FORBIDDEN');
});

test.each([
  ['the name and birth date', "plain_text('O''Brien') || chr(9) || plain_text('José'), '1961-02-03', null, null"],
  ['the phone number', "null, null, '{5185550111}', null"],
  ['the mobile phone number', "null, null, '{5185550112}', null"],
  ['the e-mail address', "null, null, null, 'jose.obrien@example.test'"],
  ['the Patient ID', 'null, null, null, null', "plain_text('al-0000001')"],
] as [string, string, string?][])(
  'no patient of another organization takes a place of the five: %s',
  async (_by, values, id = 'null') => {
    const own = await admin.query('select id from patients where org_id = $1', [foreign.orgId]);
    await admin.query('begin');
    try {
      await admin.query('set local role airlog_org');
      await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
        String(foreign.orgId),
        String(foreign.userId),
      ]);
      expect((await admin.query(`select id from possible_duplicates(${values}, null, ${id})`)).rows).toEqual(own.rows);
    } finally {
      await admin.query('rollback');
    }
  },
);

test('a Patient ID is compared within the organization of the patient that is changed, and refused nowhere', async () => {
  const partner = await asViewer();
  const shared = await makePatient(partner.orgId, { assigned_id: 'P-9', dme_id: viewer.orgId });
  const twin = await makePatient(partner.orgId, { assigned_id: 'p 9', dme_id: viewer.orgId });
  const own = await makePatient(viewer.orgId, { assigned_id: 'P-9' });
  expect(await found({ assignedId: 'P-9' })).toEqual([[own.id, 'ASSIGNED_ID']]);
  expect(await found({ assignedId: 'P-9', exceptId: String(own.id) })).toEqual([]);
  expect(await found({ assignedId: 'P-9', exceptId: String(shared.id) })).toEqual([[twin.id, 'ASSIGNED_ID']]);
  const body = {
    last_name: 'Twice',
    assigned_id: 'p-9',
    city: 'Albany',
    state: 'NY',
    country: 'US',
    dme_id: viewer.orgId,
  };
  expect((await viewer.rest('POST', '/api/patients', body)).status).toBe(201);
});

test('finds each part by an index among many patients', async () => {
  await admin.query('begin');
  try {
    await admin.query('set local session_replication_role = replica');
    await admin.query(
      `insert into patients (org_id, assigned_id, first_name, last_name, email, phone, mobile_phone, birth_date, visible_org_ids)
       select $1, 'ID-' || n, 'F' || n, 'L' || n, 'm' || n || '@example.test', '555' || lpad(n::text, 7, '0'), '556' || lpad(n::text, 7, '0'),
         date '1930-01-01' + n % 12007, array[$1::int] from generate_series(1, 12000) n`,
      [viewer.orgId],
    );
    await admin.query('analyze patients');
    const { rows: body } = await admin.query<{ source: string }>(
      `select prosrc as source from pg_proc where proname = 'possible_duplicates'`,
    );
    await admin.query(`prepare duplicates (text, date, text[], text, int, text) as ${body[0]!.source}`);
    const { rows } = await admin.query<Record<string, string>>(
      `explain execute duplicates (E'l1\\tf1', '1930-01-02', '{5550000001}', 'm1@example.test', null, 'id 1')`,
    );
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    expect(plan).not.toContain('Seq Scan');
    for (const index of [
      'patients_(name|birth_date)',
      'patients_phone',
      'patients_mobile_phone',
      'patients_email_key',
      'patients_assigned_key',
    ])
      expect(plan).toMatch(new RegExp(`(using|on) ${index}\\b`));
  } finally {
    await admin.query('rollback');
    await admin.query('deallocate all');
  }
});
