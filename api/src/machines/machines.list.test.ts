import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { encryptColumn } from '../shared/cipher.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type Ref,
  running,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';

usePortal();

const PATH = '/api/machines/datatable';
let viewer: TestViewer;
let held: Ref & { serial: string };
let patient: Ref;

beforeAll(async () => {
  const orgId = await makeOrganization('ep', { name: '@Northside' });
  viewer = await asViewer({ orgId });
  patient = await makePatient(orgId, { first_name: 'Zoë', last_name: 'Holder', email: 'holder@example.test' });
  held = await makeMachine(orgId, { serial: 'LG30000001', pin: '0042' });
  await makeHistory(patient, held);
  const returned = await makeMachine(orgId, { serial: 'LG30000002', pin: null, model_id: 6 });
  await makeHistory(patient, returned, { start_date: '2025-01-01', end_date: '2025-06-01' });
  await makeMachine(orgId, { serial: 'ZZ70000003' });
});

const SHOW = 'mutation ($id: ID!) { showMachinePin(id: $id) { pin userErrors { code } } }';
/** The PIN that a user is shown, or the code of the refusal. */
const shown = async (who: TestViewer, id: number): Promise<unknown> => {
  const { data, errors } = await who.gql(SHOW, { id });
  return errors ? errors[0]!.extensions.code : data.showMachinePin.pin;
};

const serials = async (query: string) =>
  (await viewer.rest('GET', `${PATH}?${query}`)).body.data.map((row: { serial: string }) => row.serial);

test('a row holds the documented columns: id, serial, pin, patient with e-mail, provider', async () => {
  const { data, total } = (await viewer.rest('GET', PATH)).body;
  expect(total).toBe(3);
  expect(data[0]).toMatchObject({
    id: held.id,
    serial: 'LG30000001',
    pin: '0042',
    has_pin: true,
    model: 'Luna G3',
    patient: { id: patient.id, email: 'holder@example.test' },
    dme: { id: viewer.orgId, name: '@Northside' },
  });
  expect(data[1]).toMatchObject({ serial: 'LG30000002', pin: null, has_pin: false, patient: null });
});

test('a row is the whole machine: machine_id, created, start_date, end_date, dme and organization too', async () => {
  const { data } = (await viewer.rest('GET', PATH)).body;
  const northside = { id: viewer.orgId, name: '@Northside' };
  expect(data[0]).toMatchObject({
    machine_id: held.id,
    created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    start_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    end_date: null,
    dme: northside,
    organization: northside,
  });
  expect(data[1]).toMatchObject({ start_date: '2025-01-01', end_date: '2025-06-01' });
  expect(data[2]).toMatchObject({ start_date: null, end_date: null });
  const { data: history } = (await viewer.rest('GET', `/api/machines/${held.id}/history`)).body;
  expect(history[0]).toMatchObject({
    machine_id: held.id,
    serial: 'LG30000001',
    created: data[0].created,
    dme: northside,
    organization: northside,
  });
});

describe('the search finds a machine', () => {
  const clinicalPartner = async () => {
    const clinic = await makeOrganization('clinical', { name: 'Clinic of owners' });
    return { clinic, machine: await makeMachine(clinic) };
  };

  test.each([
    ['by a part of its serial number', 'g3000000', ['LG30000001', 'LG30000002']],
    ['by the e-mail of its patient', 'holder@example', ['LG30000001']],
    ['by the name of its patient, without case and accents', 'zoe holder', ['LG30000001']],
    ['by two letters that begin a name of its patient', 'zo', ['LG30000001']],
    ['not by two letters inside a name', 'ol', []],
    ['by its provider', 'northside', ['LG30000001', 'LG30000002', 'ZZ70000003']],
    ['by words of several columns', 'northside holder', ['LG30000001']],
    ['not by what no column shows', 'northsides', []],
  ])('%s', async (_how, word, expected) => {
    expect(await serials(`searchTerm=${encodeURIComponent(word)}`)).toEqual(expected);
  });

  test('by its id, whole', async () => {
    expect(await serials(`searchTerm=${held.id}`)).toContain('LG30000001');
    expect(await serials(`searchTerm=${held.id}&filters[id]=${held.id}`)).toEqual(['LG30000001']);
    expect(await serials('searchTerm=99999999999')).toEqual([]);
  });

  test('not by a past patient, nor by a patient that the user may not read', async () => {
    const own = await asViewer();
    const past = await makePatient(own.orgId, { email: 'past@example.test' });
    const machine = await makeMachine(own.orgId);
    await makeHistory(past, machine, { end_date: '2026-01-05', start_date: '2026-01-01' });
    expect((await own.rest('GET', `${PATH}?searchTerm=past@example`)).body.total).toBe(0);
    expect((await own.rest('GET', `${PATH}?searchTerm=${machine.serial}`)).body.total).toBe(1);
    const reader = await asViewer({ orgId: viewer.orgId, can: ['org.user.device'] });
    expect((await reader.rest('GET', `${PATH}?searchTerm=holder@example`)).body.total).toBe(0);
    const order = async (column: string) =>
      (await reader.rest('GET', `${PATH}?orderBy=${column}&orderDir=desc`)).body.data;
    for (const column of ['patient', 'patient_name']) expect(await order(column)).toEqual(await order('id'));
    expect((await viewer.gql('{ machines(search: "zoe") { totalCount } }')).data.machines.totalCount).toBe(1);
    expect((await reader.gql('{ machines(search: "zoe") { totalCount } }')).data.machines.totalCount).toBe(0);
  });

  test('not by the name of an owner that is no equipment provider, which the column does not show', async () => {
    const { clinic, machine } = await clinicalPartner();
    const own = await asViewer({ orgId: clinic, kind: 'clinical' });
    expect((await own.rest('GET', PATH)).body.data).toMatchObject([{ serial: machine.serial, dme: null }]);
    expect((await own.rest('GET', `${PATH}?searchTerm=owners`)).body.total).toBe(0);
  });
});

describe('the table is sorted by every column that it shows', () => {
  let sorted: TestViewer;
  const order = async (orderBy: string, orderDir: string) =>
    (await sorted.rest('GET', `${PATH}?orderBy=${orderBy}&orderDir=${orderDir}`)).body.data.map(
      (row: { serial: string }) => row.serial,
    );

  beforeAll(async () => {
    const orgId = await makeOrganization('ep', { name: 'beta' });
    sorted = await asViewer({ orgId });
    const partner = await makeOrganization('ep', { name: 'Álpha' });
    const holder = (email: string | null, overrides = {}) =>
      makePatient(orgId, { email, dme_id: partner, ...overrides });
    await makeHistory(
      await holder('b@x.test', { last_name: 'Aaron' }),
      await makeMachine(orgId, { serial: 'SORT000001', model_id: 6 }),
    );
    await makeHistory(
      await holder('a@x.test', { last_name: 'Ábel' }),
      await makeMachine(partner, { serial: 'SORT000002', model_id: 2 }),
    );
    await makeMachine(orgId, { serial: 'SORT000003', model_id: 1 });
  });

  test.each([
    ['id', ['SORT000001', 'SORT000002', 'SORT000003']],
    ['serial', ['SORT000001', 'SORT000002', 'SORT000003']],
    ['patient', ['SORT000003', 'SORT000002', 'SORT000001']],
    ['patient_name', ['SORT000003', 'SORT000001', 'SORT000002']],
    ['model', ['SORT000003', 'SORT000002', 'SORT000001']],
  ])('by %s, in both directions', async (column, expected) => {
    expect(await order(column, 'asc')).toEqual(expected);
    expect(await order(column, 'desc')).toEqual([...expected].reverse());
  });

  // The screen names the column provider, and a row of REST has it as dme.
  test.each(['provider', 'dme'])('by %s, without case and accents, then by id', async (column) => {
    expect(await order(column, 'asc')).toEqual(['SORT000002', 'SORT000001', 'SORT000003']);
    expect(await order(column, 'desc')).toEqual(['SORT000003', 'SORT000001', 'SORT000002']);
  });

  test.each(['id', 'serial', 'model', 'patient', 'patient_name', 'provider'])(
    'by %s, page after page with next_token, in GraphQL by cursor too',
    async (column) => {
      for (const orderDir of ['asc', 'desc']) {
        const expected = await order(column, orderDir);
        const read: string[] = [];
        let next = '';
        do {
          const { body } = await sorted.rest(
            'GET',
            `${PATH}?orderBy=${column}&orderDir=${orderDir}&limit=1&next=${next}`,
          );
          expect(body).toMatchObject({ from: read.length + 1, to: read.length + 1, total: 3 });
          read.push(body.data[0].serial);
          next = body.next_token;
        } while (next);
        expect(read).toEqual(expected);
        const field = column === 'id' ? 'DATABASE_ID' : column.toUpperCase();
        const { data } = await sorted.gql(
          `{ machines(first: 2, orderBy: { field: ${field}, direction: ${orderDir.toUpperCase()} }) { pageInfo { endCursor } } }`,
        );
        const after = await sorted.gql(
          `query ($after: String) { machines(first: 2, after: $after, orderBy: { field: ${field}, direction: ${orderDir.toUpperCase()} }) { edges { node { serial } } } }`,
          { after: data.machines.pageInfo.endCursor },
        );
        expect(after.data.machines.edges).toEqual([{ node: { serial: expected[2] } }]);
      }
    },
  );
});

test.each([
  ['searchTerm=lg3', ['LG30000001', 'LG30000002']],
  ['searchTerm=%25', []],
  ["searchTerm='", ['LG30000001', 'LG30000002', 'ZZ70000003']],
  ['searchTerm=lg3-000%E2%80%8B0001', ['LG30000001']],
  ['searchTerm=0003', ['ZZ70000003']],
  ['orderBy=serial&orderDir=desc', ['ZZ70000003', 'LG30000002', 'LG30000001']],
  ['model[start_with]=resmart', ['LG30000002']],
  ['provider[contain]=north&serial[end_with]=3', ['ZZ70000003']],
  ['provider[contain]=harbor', []],
  ['page=2&limit=2', ['ZZ70000003']],
])('%s finds %j', async (query, expected) => {
  expect(await serials(query)).toEqual(expected);
});

test.each([
  ['has_pin=1', 'hasPin: { equal: true }', ['LG30000001']],
  ['has_pin=0', 'hasPin: { equal: false }', ['LG30000002']],
])('the filter %s finds the machines whose PIN is known, or not', async (rest, where, expected) => {
  expect(await serials(`serial[start_with]=LG3&${rest}`)).toEqual(expected);
  const { data } = await viewer.gql(
    `{ machines(where: { serial: { startWith: "LG3" }, ${where} }) { edges { node { serial hasPin } } } }`,
  );
  expect(data.machines.edges).toEqual(
    expected.map((serial) => ({ node: { serial, hasPin: serial === 'LG30000001' } })),
  );
});

test('support staff finds the machines of clinical organizations', async () => {
  const clinic = await makeMachine(await makeOrganization('clinical'), { serial: 'CL50000001' });
  await makeMachine(await makeOrganization('ep'), { serial: 'CL50000002' });
  const support = await asViewer({ kind: 'support' });
  const found = async (clinical: boolean) =>
    (
      await support.gql(
        `{ machines(where: { serial: { startWith: "CL5" }, isClinical: { equal: ${clinical} } }) { edges { node { serial } } } }`,
      )
    ).data.machines.edges.map(({ node }: { node: { serial: string } }) => node.serial);
  expect([await found(true), await found(false)]).toEqual([[clinic.serial], ['CL50000002']]);
});

test.each(['pin', 'has_pin', 'pin_cipher', 'password'])('orderBy=%s is refused with 422', async (column) => {
  expect((await viewer.rest('GET', `${PATH}?orderBy=${column}`)).status).toBe(422);
});

test.each(['pin=0042', 'pin_cipher[contain]=v1', 'patient[contain]=holder', 'patient_name[contain]=holder'])(
  'the filter %s is refused with 422 because it would reveal a hidden column',
  async (query) => {
    expect((await viewer.rest('GET', `${PATH}?${query}`)).status).toBe(422);
  },
);

describe('the PIN', () => {
  const query = 'query ($id: ID!) { machine(id: $id) { hasPin viewerCanShowPin } }';
  const offered = async (who: TestViewer) => (await who.gql(query, { id: held.id })).data.machine;

  test('is shown to users who may set it, in the table, in the file, and one by one in GraphQL', async () => {
    expect(await offered(viewer)).toEqual({ hasPin: true, viewerCanShowPin: true });
    expect(await shown(viewer, held.id)).toBe('0042');
    const { text } = await viewer.rest('GET', `${PATH}?csv=true`);
    expect(text.replace('\ufeff', '').split('\r\n').slice(0, 2)).toEqual([
      'ID,Serial,Model,PIN,Patient,Patient Name,Provider',
      `${held.id},LG30000001,Luna G3,0042,holder@example.test,"Holder, Zoë",'@Northside`,
    ]);
  });

  test('is shown to support staff, who may view any device', async () => {
    const support = await asViewer({ kind: 'support' });
    expect(await offered(support)).toEqual({ hasPin: true, viewerCanShowPin: true });
    expect(await shown(support, held.id)).toBe('0042');
  });

  test('is hidden from all other users, whose file has no such column', async () => {
    const reader = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'view.patient', 'export.device'] });
    expect(await offered(reader)).toEqual({ hasPin: true, viewerCanShowPin: false });
    expect(await shown(reader, held.id)).toBe('FORBIDDEN');
    expect((await reader.rest('GET', PATH)).body.data[0]).toMatchObject({ pin: null, has_pin: true });
    const { text } = await reader.rest('GET', `${PATH}?csv=true`);
    expect(text).toContain('ID,Serial,Model,Patient,Patient Name,Provider');
    expect(text).not.toContain('0042');
  });

  test('is in no answer of GraphQL to a list or a machine', async () => {
    for (const selection of ['machines { edges { node { pin } } }', `machine(id: "${held.id}") { pin }`])
      expect((await viewer.gql(`{ ${selection} }`)).errors?.[0]!.message).toMatch(/Cannot query field/);
  });

  test('is shown with a line of its own each time, which names the user, the machine and its patient', async () => {
    const other = await asViewer({ orgId: viewer.orgId });
    for (const _time of ['first', 'second']) expect(await shown(other, held.id)).toBe('0042');
    const { rows } = await admin.query(
      'select operation, outcome, patient_ids, properties, session is not null as has_session from audit_log where actor_user_id = $1',
      [other.userId],
    );
    const line = {
      operation: 'Mutation.showMachinePin',
      outcome: 'done',
      patient_ids: [patient.id],
      properties: { subjects: [`Machine:${held.id}`] },
      has_session: true,
    };
    expect(rows).toEqual([line, line]);
  });

  test('is not shown when its line cannot be written', async () => {
    const other = await asViewer({ orgId: viewer.orgId });
    await admin.query(
      'alter table audit_log add constraint no_lines check (actor_user_id <> ' + other.userId + ') not valid',
    );
    try {
      const answer = await other.gql(SHOW, { id: held.id });
      expect(answer.errors).toHaveLength(1);
      expect(JSON.stringify(answer)).not.toContain('0042');
    } finally {
      await admin.query('alter table audit_log drop constraint no_lines');
    }
  });

  test('of a machine that the viewer only had with an earlier patient is refused, and the refusal is recorded', async () => {
    const clinic = await asViewer({ kind: 'clinical' });
    const machine = await makeMachine(viewer.orgId, { pin: '4711' });
    const former = await makePatient(viewer.orgId, { physician_org_id: clinic.orgId });
    await makeHistory(former, machine, { start_date: '2026-01-01', end_date: '2026-02-01' });
    expect((await clinic.gql(query, { id: machine.id })).data.machine).toEqual({
      hasPin: true,
      viewerCanShowPin: false,
    });
    expect(await shown(clinic, machine.id)).toBe('FORBIDDEN');
    const { rows } = await admin.query(
      'select operation, outcome from audit_log where actor_user_id = $1 and outcome <> $2',
      [clinic.userId, 'read'],
    );
    expect(rows).toEqual([{ operation: 'Mutation.showMachinePin', outcome: 'denied' }]);
  });

  test('that is not known is null, and is not offered', async () => {
    const machine = await makeMachine(viewer.orgId, { pin: null });
    expect((await viewer.gql(query, { id: machine.id })).data.machine).toEqual({
      hasPin: false,
      viewerCanShowPin: false,
    });
    expect(await shown(viewer, machine.id)).toBeNull();
  });
});

describe('a PIN that the key does not decrypt', () => {
  let owner: TestViewer;
  let support: TestViewer;
  let damaged: Ref & { serial: string };

  beforeAll(async () => {
    owner = await asViewer();
    support = await asViewer({ kind: 'support' });
    damaged = await makeMachine(owner.orgId, { serial: 'LG30000077', pin: '0042' });
    await makeMachine(owner.orgId, { serial: 'LG30000078', pin: '0078' });
    // The same text under another key.
    await admin.query('update machines set pin_cipher = $2 where id = $1', [
      damaged.id,
      encryptColumn(randomBytes(32), '0042'),
    ]);
  });

  test('is empty on its row of the table, which says that there is one; the other rows have theirs', async () => {
    for (const viewer of [owner, support]) {
      const { status, body } = await viewer.rest('GET', `${PATH}?searchTerm=lg3000007&orderBy=serial`);
      expect([status, body.data]).toMatchObject([
        200,
        [
          { serial: 'LG30000077', pin: null, has_pin: true },
          { serial: 'LG30000078', pin: '0078', has_pin: true },
        ],
      ]);
    }
  });

  test('is empty in the file and in GraphQL, and is logged without its text', async () => {
    const logged = jest.spyOn(running().app.log, 'error');
    const { text } = await owner.rest('GET', `${PATH}?csv=true&columns=serial,pin`);
    expect(text.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      'Serial,PIN',
      'LG30000077,',
      'LG30000078,0078',
    ]);
    expect(await shown(owner, damaged.id)).toBeNull();
    expect(logged.mock.calls.map(([fields]) => fields)).toEqual([
      { err: expect.objectContaining({ message: expect.any(String) }), machineId: damaged.id },
      { err: expect.objectContaining({ message: expect.any(String) }), machineId: damaged.id },
    ]);
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(/v[12]\./);
    logged.mockRestore();
  });

  test('is empty on the page of the patient who has the machine', async () => {
    const patient = await makePatient(owner.orgId);
    await makeHistory(patient, damaged, { has_pin: true });
    const { data } = await owner.gql('query ($id: ID!) { patient(id: $id) { devices { serial hasPin pin } } }', {
      id: patient.id,
    });
    expect(data.patient.devices).toEqual([{ serial: 'LG30000077', hasPin: true, pin: null }]);
  });
});

test('a user who may not read patients does not see who has a device', async () => {
  const reader = await asViewer({ orgId: viewer.orgId, can: ['org.user.device'] });
  expect((await reader.rest('GET', PATH)).body.data[0].patient).toBeNull();
  expect((await reader.rest('GET', `${PATH}?csv=true`)).text).not.toContain('holder@');
  expect(
    (await reader.gql('query ($id: ID!) { machine(id: $id) { currentPatient { email } } }', { id: held.id })).data
      .machine.currentPatient,
  ).toBeNull();
  expect((await reader.rest('GET', '/api/patients/datatable')).status).toBe(403);
});

test('a user who may not see devices is refused with 403', async () => {
  const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
  expect((await reader.rest('GET', PATH)).status).toBe(403);
  expect((await reader.gql('{ machines { totalCount } }')).errors![0]!.extensions.code).toBe('FORBIDDEN');
});

test('the file has Spanish titles for a Spanish user', async () => {
  const spaniard = await asViewer({ orgId: viewer.orgId, locale: 'es' });
  expect((await spaniard.rest('GET', `${PATH}?csv=true`)).text).toContain(
    'ID,Número de serie,Modelo,PIN,Paciente,Nombre del paciente,Proveedor',
  );
});

test("a clinic sees its patient's device but not the name of an owner that it does not work with", async () => {
  const clinic = await asViewer({ kind: 'clinical' });
  const machine = await makeMachine(await makeOrganization('ep'));
  await makeHistory(await makePatient(clinic.orgId), machine);
  const answer = await clinic.gql(
    'query ($id: ID!) { machine(id: $id) { serial provider { name } organization { name } } }',
    { id: machine.id },
  );
  expect(answer).toMatchObject({ data: { machine: { serial: machine.serial, provider: null, organization: null } } });
});

test('a machine is found by its guid, which the addresses of device pages contain', async () => {
  const machine = await makeMachine(viewer.orgId);
  const answer = await viewer.gql('query ($id: ID!) { machine(id: $id) { serial } }', { id: machine.guid });
  expect(answer).toMatchObject({ data: { machine: { serial: machine.serial } } });
});

test('a page of 20 machines takes as many statements as a page of 1', async () => {
  const many = await asViewer();
  for (let index = 0; index < 20; index++)
    await makeHistory(await makePatient(many.orgId), await makeMachine(many.orgId));
  const query =
    'query ($first: Int) { machines(first: $first, orderBy: { field: SERIAL }) { totalCount edges { node { serial hasPin viewerCanShowPin provider { name } organization { name } currentPatient { firstName email provider { name } } history { startDate patientName module { serial } } } } } }';
  const one = await countQueries(() => many.gql(query, { first: 1 }));
  const twenty = await countQueries(() => many.gql(query, { first: 20 }));
  expect(twenty.result.errors).toBeUndefined();
  expect(twenty.result.data.machines.edges).toHaveLength(20);
  expect(twenty.statements).toBe(one.statements);
  const small = await countQueries(() => many.rest('GET', `${PATH}?limit=1`));
  const large = await countQueries(() => many.rest('GET', `${PATH}?limit=20`));
  expect(large.result.body.data).toHaveLength(20);
  expect(large.statements).toBe(small.statements);
});
