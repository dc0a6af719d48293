import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { getNamedType, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { lookAhead } from '../../src/db/rows/plain-rows.ts';
import { isPlain } from '../../src/db/rows/plain-shapes.ts';
import { withPrincipal } from '../../src/db/principal.ts';
import { DeviceHistory } from '../../src/device-history/device-history.entity.ts';
import { lists } from '../../src/lists.ts';
import { MobileUser } from '../../src/mobile-users/mobile-user.entity.ts';
import { Patient } from '../../src/patients/patient.entity.ts';
import { createSchema } from '../../src/schema.ts';
import { CONDITIONS } from '../../src/shared/list.rules.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  type TestViewer,
  usePortalHere,
} from '../harness.ts';
import { comparable, selection, withEntities } from './as-entities.ts';
import { LISTS } from './contracts.ts';
import { icodeRow, mobileUserRow, settingsRow } from './isolation.fixture.ts';
import { literalOf, orderByOf, whereOf } from '../where.ts';
import { fieldsTogether } from './together.ts';

usePortalHere();

const RUNS = 25;
/** The root field of each list that has one; the sessions of a machine are read through the device below. */
const ROOTS = Object.fromEntries(Object.entries(LISTS).flatMap(([name, { field }]) => (field ? [[name, field]] : [])));
const TABLES = ['/api/patients/datatable', '/api/devices/datatable', '/api/machines/datatable', '/api/users/datatable'];
const VALUES = {
  integer: ['1', '3'],
  date: ['2026-01-15', '1950-01-01'],
  boolean: ['true', 'false'],
  text: ['a', 'Quill', '%'],
};

let schema: GraphQLSchema;
let viewers: Record<string, TestViewer>;
let patientIds: number[];
let guid: string;

function listQuery(name: string, isChosen?: (type: string, field: string) => boolean): fc.Arbitrary<string> {
  const root = schema.getQueryType()!.getFields()[ROOTS[name]!]!;
  const edge = getNamedType(
    (getNamedType(root.type) as GraphQLObjectType).getFields().edges!.type,
  ) as GraphQLObjectType;
  const node = getNamedType(edge.getFields().node!.type) as GraphQLObjectType;
  const { columns } = lists[name]!;
  const sortable = Object.keys(columns).filter((column) => columns[column]!.sortBy && !columns[column]!.isRestOnly);
  const filtered = Object.entries(columns).filter(([, { isFilter, isRestOnly }]) => isFilter !== false && !isRestOnly);
  const filter = fc.constantFrom(...filtered).chain(([field, { type, choices }]) =>
    fc.record({
      field: fc.constant(field),
      condition: fc.constantFrom(...CONDITIONS[type]),
      value: fc.constantFrom(...(type === 'choice' ? choices! : VALUES[type])),
    }),
  );
  const paging = fc.constantFrom('first: 3', 'first: 50', 'first: 2, page: 2', 'last: 2', 'first: 1');
  const filters = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(filter, { maxLength: 2 }));
  const search = fc.constantFrom(null, null, 'quill', 'a');
  return fc
    .tuple(
      selection(node, 2, isChosen),
      paging,
      fc.constantFrom(...sortable),
      fc.constantFrom('ASC' as const, 'DESC' as const),
      filters,
      search,
    )
    .map(
      ([
        fields,
        page,
        orderBy,
        orderDir,
        narrowed,
        word,
      ]) => `{ ${ROOTS[name]}(${page}, orderBy: ${literalOf(orderByOf(orderBy, orderDir))}
        where: ${literalOf(whereOf(columns, narrowed))}
        ${word ? `search: "${word}"` : ''}) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { ${fields} } } } }`,
    );
}

beforeAll(async () => {
  schema = await createSchema();
  const staff = await asViewer();
  const { orgId } = staff;
  const partner = await makeOrganization('ep', { name: 'North' });
  const location = await make('locations', { org_id: orgId, name: 'first', country: 'US', is_primary: false });
  viewers = {
    admin: staff,
    technician: await asViewer({ orgId, can: ['org.user.device'] }),
    nurse: await asViewer({ orgId, roles: ['org.clinical.staff'] }),
    limited: await asViewer({ orgId, locationIds: [location] }),
    partner: await asViewer({ orgId: partner }),
    support: await asViewer({ kind: 'support' }),
  };
  patientIds = [];
  for (let index = 0; index < 6; index++) {
    const patient = await makePatient(orgId, {
      last_name: ['Quill', 'Zorn', 'Abel'][index % 3],
      dme_id: index % 2 ? partner : null,
      location_id: index % 3 ? location : null,
      email: index % 3 ? `quill${index}@example.test` : null,
      therapy_start: index % 2 ? '2026-01-15' : null,
    });
    patientIds.push(patient.id);
    await make('mobile_users', mobileUserRow(orgId, patient.id));
    const machine = await makeMachine(index % 2 ? orgId : partner, index % 3 ? {} : { pin: '1234' });
    ({ guid } = machine);
    const history = await makeHistory(patient, machine, {
      end_date: index % 3 ? null : '2026-02-01',
      has_pin: index % 2 === 0,
    });
    // Two earlier assignments that begin on one day: their order is that of their ids.
    for (const end_date of ['2025-12-01', '2025-11-03'])
      await makeHistory(patient, await makeMachine(partner), { start_date: '2025-11-03', end_date });
    await make(
      'settings_records',
      settingsRow({ org_id: orgId, patient_id: patient.id, history_id: history, status: 'current' }),
    );
    await make('connections', {
      org_id: orgId,
      patient_id: patient.id,
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      start_time: '2026-01-20T02:00:00Z',
    });
    await make(
      'icode_reports',
      icodeRow({
        org_id: orgId,
        patient_id: index % 3 ? patient.id : null,
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        serial: machine.serial,
        pressure: index % 2 ? 9.5 : null,
        submitted_by_id: index % 2 ? staff.userId : null,
      }),
    );
    await make('org_messages', {
      org_id: orgId,
      user_id: staff.userId,
      sent_by_org_id: orgId,
      sent_by_id: staff.userId,
      html: `Quill ${index}`,
      hostname: 'a',
    });
  }
});

async function assertEqual(name: string, asked: { viewer: string; read: (viewer: TestViewer) => Promise<string> }[]) {
  let answered = 0;
  for (const { viewer, read } of asked) {
    const plain = comparable(await read(viewers[viewer]!));
    const known = comparable(await read(viewers[viewer]!)); // without Apollo, which has its document now
    expect([name, viewer, known]).toEqual([name, viewer, plain]);
    const entities = comparable(await withEntities(() => read(viewers[viewer]!)));
    expect([name, viewer, plain]).toEqual([name, viewer, entities]);
    if (!plain.includes('"errors"')) answered += 1;
  }
  expect(answered).toBeGreaterThan(asked.length / 20); // most viewers may not read the sent messages and the suppressed addresses
}

const post =
  (query: string, variables = {}) =>
  async (viewer: TestViewer) =>
    (await viewer.rest('POST', '/graphql', { query, variables })).text;

test.each(Object.keys(ROOTS))(
  'the list %s answers the same, byte for byte, whatever is selected, filtered and sorted, and for every viewer',
  async (name) => {
    const asked = fc.sample(fc.tuple(listQuery(name), fc.constantFrom(...Object.keys(viewers))), {
      numRuns: RUNS,
      seed: 33,
    });
    await assertEqual(
      name,
      asked.map(([query, viewer]) => ({ viewer, read: post(query) })),
    );
  },
);

test.each(Object.keys(ROOTS))(
  'the list %s answers the same, byte for byte, when its page is one statement',
  async (name) => {
    const together = new Map(Object.keys(schema.getTypeMap()).map((type) => [type, fieldsTogether(schema, type)]));
    const query = listQuery(name, (type, field) => together.get(type)!.includes(field));
    const asked = fc.sample(fc.tuple(query, fc.constantFrom(...Object.keys(viewers))), { numRuns: RUNS, seed: 39 });
    await assertEqual(
      name,
      asked.map(([text, viewer]) => ({ viewer, read: post(text) })),
    );
  },
);

test('the patient page answers the same, byte for byte, whatever is selected and for every viewer', async () => {
  const fields = selection(schema.getType('Patient') as GraphQLObjectType, 4);
  const asked = fc.sample(fc.tuple(fields, fc.constantFrom(...patientIds), fc.constantFrom(...Object.keys(viewers))), {
    numRuns: RUNS * 2,
    seed: 33,
  });
  await assertEqual(
    'patient',
    asked.map(([selected, id, viewer]) => ({
      viewer,
      read: post(`query ($id: ID!) { patient(id: $id) { ${selected} } }`, { id: String(id) }),
    })),
  );
});

test('tables and their files answer the same, byte for byte', async () => {
  const asked = [...TABLES, `/api/machines/${guid}/connection-history`].flatMap((path) =>
    ['', '?limit=2&page=2&orderDir=desc', '?searchTerm=a', '?csv=true'].flatMap((query) =>
      Object.keys(viewers).map((viewer) => ({
        viewer,
        read: async (who: TestViewer) => (await who.rest('GET', path + query)).text,
      })),
    ),
  );
  await assertEqual('tables', asked);
});

test('a reading transaction finds plain rows of the class, each once; a writing one finds rows that it can change', async () => {
  const { db } = running().app;
  const { orgId, userId } = viewers.admin!;
  const principal = { kind: 'org', orgId, userId, locationIds: null } as const;
  const id = patientIds[0]!;
  await withPrincipal(db, principal, 'read', async (em) => {
    const patient = await em.findOneOrFail(Patient, { id });
    const [found] = await em.find(Patient, { id: { $in: [id] } });
    expect(found).toBeInstanceOf(Patient);
    expect((found as { __helper?: { __em?: unknown } }).__helper?.__em).toBeUndefined();
    expect(await em.findOne(Patient, { id })).toBe(found);
    expect(found!.organization.id).toBe(patient.organization.id);
    const organization = await found!.organization.loadOrFail();
    expect((organization as { __helper?: { __em?: unknown } }).__helper?.__em).toBeUndefined();
    const [history] = await em.find(DeviceHistory, { patient: { $in: [id] } });
    expect(await history!.patient.loadOrFail()).toBe(found);
  });
  await withPrincipal(db, principal, 'write', async (em) => {
    const patient = await em.findOneOrFail(Patient, { id });
    patient.city = 'Bern';
  });
  const { rows } = await admin.query<{ city: string }>('select city from patients where id = $1', [id]);
  expect(rows).toEqual([{ city: 'Bern' }]);
});

test.each([
  ['that it refers to', DeviceHistory],
  ['whose id it has', MobileUser],
])('a row of a page that is one statement says whose data it is, by the patient %s', async (_title, entity) => {
  const { orgId, userId } = viewers.admin!;
  const principal = { kind: 'org', orgId, userId, locationIds: null } as const;
  await withPrincipal(running().app.db, principal, 'read', async (em) => {
    const whole = await em.find<DeviceHistory | MobileUser>(entity, {}, { orderBy: { id: 'asc' } });
    const answers = lookAhead(em, entity, [{ key: 'id', path: ['id'], value: (id) => id }], true)!;
    const page = await em.find<DeviceHistory | MobileUser>(
      entity,
      {},
      { orderBy: { id: 'asc' }, limit: 50, offset: 0 },
    );
    expect(page.map((row) => answers.get(row))).toEqual(whole.map(({ id }) => ({ id })));
    expect(page.map((row) => row.patientShown())).toEqual(whole.map((row) => row.patientShown()));
    expect(page[0]!.patientShown()).toEqual(expect.any(Number));
  });
});

test('no table has a column for which the library makes its rows', () => {
  const tables = [...running().app.db.pools.org.getMetadata().getAll().values()];
  expect(tables.length).toBeGreaterThan(30);
  expect(tables.filter((meta) => !isPlain(meta as never)).map(({ className }) => className)).toEqual([]);
});
