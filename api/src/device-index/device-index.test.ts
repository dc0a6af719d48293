import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { settingsRow } from '../../test/contract/isolation.fixture.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type Ref,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';

usePortal();

const PATH = '/api/devices/datatable';
let viewer: TestViewer;

/** A device of its own patient, in a given settings state. */
async function device(
  orgId: number,
  serial: string,
  lastName: string,
  dates: Record<string, string>,
  settings: [status: string, isEdit: boolean, at?: string][] = [],
  connected?: string,
) {
  const patient: Ref = await makePatient(orgId, { first_name: 'Ana', last_name: lastName });
  const machine = await makeMachine(orgId, { serial });
  const id = await makeHistory(patient, machine, dates);
  for (const [status, is_edit, at] of settings) {
    await make(
      'settings_records',
      settingsRow({ org_id: orgId, patient_id: patient.id, history_id: id, status, is_edit, submitted_at: at ?? null }),
    );
  }
  if (connected)
    await make('connections', {
      org_id: orgId,
      patient_id: patient.id,
      machine_org_id: orgId,
      machine_id: machine.id,
      start_time: connected,
    });
  return { id, patient, machine };
}

let first: Awaited<ReturnType<typeof device>>;
beforeAll(async () => {
  viewer = await asViewer();
  first = await device(
    viewer.orgId,
    'AA10000001',
    'Young',
    { start_date: '2026-01-01' },
    [
      ['current', false],
      ['pending', true, '2026-02-02'],
    ],
    '2026-03-01T12:00:00Z',
  );
  // The evening of March 31 in New York is April 1 in UTC.
  await device(
    viewer.orgId,
    'AA10000002',
    'Baker',
    { start_date: '2026-02-01' },
    [
      ['current', false],
      ['failed', true, '2026-02-02'],
    ],
    '2026-04-01T02:00:00Z',
  );
  await device(viewer.orgId, 'BB20000003', 'Clark', { start_date: '2025-01-01', end_date: '2025-06-01' }, [
    ['void', true, '2025-02-01'],
    ['past', true, '2025-03-01'],
    ['defaults', false],
  ]);
  await device(viewer.orgId, 'BB20000004', 'Dunn', { start_date: '2024-01-01', end_date: '2024-06-01' });
  await device(await makeOrganization(), 'ZZ90000009', 'Alien', { start_date: '2026-01-01' });
});

const serials = async (query: string, who = viewer): Promise<string[]> =>
  (await who.rest('GET', `${PATH}?${query}`)).body.data.map((row: { serial: string }) => row.serial.slice(-1));

test('a row has serial, model, patient, start, end, last connection and settings state of active and past assignments', async () => {
  const { data, total } = (await viewer.rest('GET', PATH)).body;
  expect(total).toBe(4);
  expect(data[0]).toEqual({
    id: first.id,
    serial: 'AA10000001',
    guid: first.machine.guid,
    model: 'Luna G3',
    patient_id: first.patient.id,
    patient: 'Young, Ana',
    start_date: '2026-01-01',
    end_date: null,
    last_connection: '2026-03-01T12:00:00.000Z',
    settings_state: 'pending',
  });
  expect(data.map((row: { settings_state: string }) => row.settings_state)).toEqual([
    'pending',
    'failed',
    'defaults',
    'none',
  ]);
});

test.each([
  ['searchTerm=aa1', ['1', '2']],
  ['searchTerm=baker', ['2']],
  ['searchTerm=young ana', ['1']],
  ['serial[start_with]=bb', ['3', '4']],
  ['model[contain]=luna', ['1', '2', '3', '4']],
  ['patient[equal]=Clark', ['3']],
  ['end_date[is_null]=1', ['1', '2']],
  ['start_date[less_than]=2025-01-01', ['4']],
  ['start_date[greater_than]=2024-06-01&start_date[less_than]=2026-01-01', ['3']],
  ['settings_state=pending', ['1']],
  ['settings_state=failed', ['2']],
  ['settings_state=defaults', ['3']],
  ['settings_state[not_equal]=none', ['1', '2', '3']],
  ['settings_state=void', []],
  ['last_connection[is_null]=1', ['3', '4']],
  ['last_connection=2026-03-31', ['2']],
  ['last_connection[less_than]=2026-03-31', ['1']],
  ['last_connection[greater_than]=2026-03-01', ['2']],
  ['orderBy=start_date&orderDir=desc', ['2', '1', '3', '4']],
  ['orderBy=end_date', ['1', '2', '4', '3']],
  ['orderBy=start_date&limit=1&page=2', ['3']],
])('%s finds %j', async (query, expected) => {
  expect(await serials(query)).toEqual(expected);
});

test.each([
  'settings_state=odd',
  'settings_state[contain]=p',
  'last_connection=soon',
  'guid=x',
  'orderBy=serial',
  'orderBy=patient',
  'columns=password',
  'csv=true&columns=serial,password',
])('%s is refused with 422', async (query) => {
  expect((await viewer.rest('GET', `${PATH}?${query}`)).status).toBe(query === 'columns=password' ? 200 : 422);
});

test('GraphQL returns the same list', async () => {
  const query =
    '{ devices(orderBy: { field: START_DATE, direction: DESC }, where: { settingsState: { notEqual: NONE } }) { totalCount unfilteredCount edges { node { serial model patientName startDate endDate settingsState serialPath lastConnection { startTime } } } } }';
  const { devices } = (await viewer.gql(query)).data;
  expect(devices).toMatchObject({ totalCount: 3, unfilteredCount: 4 });
  expect(devices.edges[1].node).toEqual({
    serial: 'AA10000001',
    model: 'Luna G3',
    patientName: 'Young, Ana',
    startDate: '2026-01-01',
    endDate: null,
    settingsState: 'PENDING',
    serialPath: `/org-device/AA10000001/${first.machine.guid}`,
    lastConnection: { startTime: '2026-03-01T12:00:00.000Z' },
  });
});

describe('the list is only for users who may open a serial link', () => {
  test.each([
    ['org.user.device', 200],
    ['viewAny.device', 200],
    ['support.user.device', 403],
    ['view.patient', 403],
  ] as const)('%s: %i', async (permission, status) => {
    const reader = await asViewer({ orgId: viewer.orgId, can: [permission] });
    expect((await reader.rest('GET', PATH)).status).toBe(status);
    expect((await reader.gql('{ devices { totalCount } }')).errors?.[0]!.extensions.code).toBe(
      status === 200 ? undefined : 'FORBIDDEN',
    );
  });
});

test('a user who may not read patients cannot see, search or filter by the patient of a device', async () => {
  const reader = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'export.device'] });
  expect((await reader.rest('GET', PATH)).body.data[0]).toMatchObject({
    serial: 'AA10000001',
    patient: null,
    patient_id: null,
  });
  expect(await serials('searchTerm=baker', reader)).toEqual([]);
  expect((await reader.rest('GET', `${PATH}?patient[equal]=Baker`)).status).toBe(422);
  expect((await reader.rest('GET', `${PATH}?csv=true&columns=serial,patient`)).text.split('\r\n')[0]).toBe('Serial');
});

describe('the file', () => {
  const lines = async (query: string, who = viewer) =>
    (await who.rest('GET', `${PATH}?csv=true&${query}`)).text.trimEnd().split('\r\n');

  test('contains exactly the filtered, sorted and visible data, in that order of columns', async () => {
    expect(
      await lines(
        'columns=settings_state,serial,start_date&orderBy=start_date&orderDir=desc&filters[end_date][is_null]=&limit=1&page=7',
      ),
    ).toEqual([
      'Settings,Serial,Start Date',
      'Failed Delivery,AA10000002,2026-02-01',
      'Pending Delivery,AA10000001,2026-01-01',
    ]);
  });

  test('has every column when none is named', async () => {
    expect(await lines('searchTerm=dunn')).toEqual([
      'ID,Serial,Model,Patient,Start Date,End Date,Last Connection (America/New_York),Settings',
      expect.stringMatching(/^\d+,BB20000004,Luna G3,"Dunn, Ana",2024-01-01,2024-06-01,,$/),
    ]);
  });

  test('has Spanish titles for a Spanish user', async () => {
    const spaniard = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    expect(await lines('settings_state=pending&columns=serial,settings_state', spaniard)).toEqual([
      'Número de serie,Ajustes',
      'AA10000001,Entrega pendiente',
    ]);
  });

  test('is complete beyond a thousand rows', async () => {
    const many = await asViewer();
    const owner = await makePatient(many.orgId);
    const machine = await makeMachine(many.orgId);
    // 1203 assignments of one night each.
    await admin.query(
      `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date)
      select $1, $2, $1, $3, date '2020-01-01' + n, date '2020-01-02' + n from generate_series(0, 1202) n`,
      [many.orgId, owner.id, machine.id],
    );
    const day = (n: number) => new Date(Date.parse('2020-01-01') + n * 86_400_000).toISOString().slice(0, 10);
    const rows = await lines('columns=id,start_date&orderBy=start_date', many);
    expect(rows).toHaveLength(1204);
    expect(new Set(rows).size).toBe(1204);
    expect(rows.slice(1).map((row) => row.split(',')[1])).toEqual(Array.from({ length: 1203 }, (_, n) => day(n)));
  });
});

test('a page of 20 devices takes as many statements as a page of 1', async () => {
  const many = await asViewer();
  for (let n = 0; n < 20; n += 1)
    await device(
      many.orgId,
      `CC${n}0000000`,
      'Many',
      { start_date: '2026-01-01' },
      [
        ['current', false],
        ['pending', true],
      ],
      '2026-03-01T12:00:00Z',
    );
  const query =
    'query ($first: Int) { devices(first: $first, page: 1) { totalCount unfilteredCount edges { node { serial guid model image patientName serialPath settingsState lastConnection { startTime } patient { email } } } } }';
  const one = await countQueries(() => many.gql(query, { first: 1 }));
  const twenty = await countQueries(() => many.gql(query, { first: 20 }));
  expect(twenty.result.errors).toBeUndefined();
  expect(twenty.result.data.devices.edges).toHaveLength(20);
  expect(twenty.statements).toBe(one.statements);
  const small = await countQueries(() => many.rest('GET', `${PATH}?limit=1`));
  const large = await countQueries(() => many.rest('GET', `${PATH}?limit=20`));
  expect(large.result.body.data).toHaveLength(20);
  expect(large.statements).toBe(small.statements);
});
