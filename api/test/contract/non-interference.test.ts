import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lists } from '../../src/lists.ts';
import { CONDITIONS } from '../../src/shared/list.rules.ts';
import {
  admin as database,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type TestViewer,
  usePortal,
} from '../harness.ts';
import { LISTS, OWN } from './contracts.ts';
import {
  bulkQueryRow,
  dateChange,
  handOffRow,
  icodeRow,
  mobileUserRow,
  patientNoteRow,
  settingsRow,
  uploadRow,
} from './isolation.fixture.ts';
import { orderByOf, whereOf } from '../where.ts';

usePortal();

/**
 * Not the activity log, to which reading adds a line, nor suppressed addresses, which belong to no organization, nor the
 * organizations, announcements and the patients of a migration, which support staff alone lists.
 */
const NOT = ['activity', 'announcements', 'organizations', 'patientMigrationRows', 'suppressedEmails'];

const EXPRESSIONS = 40;
const AT_ONCE = 10;
const VALUES = {
  integer: ['1', '3', '7'],
  date: ['1950-01-01', '2026-01-15', '2026-03-01'],
  boolean: ['true', 'false'],
  text: ['a', 'Quill', 'quill', '1', 'example', 'North', '%', '_', 'Z'],
};

interface Query {
  filters: { field: string; condition: string; value: string }[];
  search: string | null;
  orderBy: string;
  orderDir: 'ASC' | 'DESC';
  limit: number;
}

/** Random searches, filters and orders of a list. */
function queries(name: string): fc.Arbitrary<Query> {
  const { columns } = lists[name]!;
  const filtered = Object.entries(columns).filter(([, { isFilter }]) => isFilter !== false);
  const filter = fc.constantFrom(...filtered).chain(([field, { type, choices }]) =>
    fc.record({
      field: fc.constant(field),
      condition: fc.constantFrom(...CONDITIONS[type]),
      value: fc.constantFrom(...(type === 'choice' ? choices! : VALUES[type])),
    }),
  );
  return fc.record({
    filters: fc.uniqueArray(filter, {
      maxLength: 3,
      selector: ({ field, condition }) => `${field} ${condition}`,
    }),
    search: fc.option(fc.constantFrom(...VALUES.text)),
    orderBy: fc.constantFrom(...Object.keys(columns).filter((column) => columns[column]!.sortBy)),
    orderDir: fc.constantFrom('ASC', 'DESC'),
    limit: fc.constantFrom(1, 3, 50),
  });
}

interface Own {
  /** An administrator. */
  admin: TestViewer;
  /** May list devices and may not read patients. */
  technician: TestViewer;
  /** May list messages, of which row-level security leaves the viewer's own. */
  reader: TestViewer;
  machine: { id: number; orgId: number; guid: string; serial: string };
  /** One of its patients. */
  patient: number;
  /** One of its webhooks. */
  endpoint: string;
}

const datatable =
  (viewer: (own: Own) => TestViewer, path: (own: Own) => string) =>
  async (own: Own, { filters, search, limit, ...order }: Query): Promise<string> => {
    const query = new URLSearchParams({ ...order, limit: String(limit), ...(search && { searchTerm: search }) });
    for (const { field, condition, value } of filters) query.set(`${field}[${condition}]`, value);
    return (await viewer(own).rest('GET', `${path(own)}?${query}`)).text;
  };

/** A query as GraphQL takes it. */
const typed = (name: string, { filters, search, orderBy, orderDir }: Omit<Query, 'limit'>) => ({
  search,
  where: whereOf(lists[name]!.columns, filters),
  orderBy: orderByOf(orderBy, orderDir),
});

/** How each list is read: as an administrator by its table, or as here. */
const READ: Record<string, (own: Own, query: Query) => Promise<string>> = {
  ...Object.fromEntries(
    Object.entries(LISTS).flatMap(([name, { table }]) =>
      table
        ? [
            [
              name,
              datatable(
                ({ admin }) => admin,
                () => table,
              ),
            ],
          ]
        : [],
    ),
  ),
  bulkQueries: async ({ reader }, { limit, ...query }) =>
    JSON.stringify(
      await reader.gql(
        `query($first: Int, $search: String, $orderBy: BulkQueriesOrder, $where: BulkQueriesWhere) {
          bulkQueries(first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId query state } } } }`,
        {
          first: limit,
          ...typed('bulkQueries', query),
        },
      ),
    ),
  devices: datatable(
    ({ technician }) => technician,
    () => '/api/devices/datatable',
  ),
  handOffs: async ({ admin }, { limit, ...query }) =>
    JSON.stringify(
      await admin.gql(
        `query($first: Int, $search: String, $orderBy: HandOffsOrder, $where: HandOffsWhere) {
          handOffs(first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId serial state } } } }`,
        {
          first: limit,
          ...typed('handOffs', query),
        },
      ),
    ),
  iCodeReports: async ({ admin }, { limit, ...query }) =>
    JSON.stringify(
      await admin.gql(
        `query($first: Int, $search: String, $orderBy: ICodeReportsOrder, $where: ICodeReportsWhere) {
          icodeReports(first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId serial collected } } } }`,
        {
          first: limit,
          ...typed('iCodeReports', query),
        },
      ),
    ),
  inbox: async ({ reader }, { limit, ...query }) =>
    JSON.stringify(
      await reader.gql(
        `query($first: Int, $search: String, $orderBy: InboxItemsOrder, $where: InboxItemsWhere) {
          inbox(first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId message } } } }`,
        {
          first: limit,
          ...typed('inbox', query),
        },
      ),
    ),
  nights: async ({ admin }, { limit, ...query }) => {
    const { where, ...order } = typed('nights', query);
    return JSON.stringify(
      await admin.gql(
        `query($first: Int, $search: String, $orderBy: NightsOrder, $where: NightsWhere) {
          nights(first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId sourcesDiffer patient { lastName } } } } }`,
        {
          first: limit,
          ...order,
          where: { and: [where, { date: { greaterThan: '2025-12-31', lessThan: '2026-02-01' } }] },
        },
      ),
    );
  },
  logins: datatable(
    ({ admin }) => admin,
    ({ admin }) => `/api/users/${admin.userId}/history/datatable`,
  ),
  machines: datatable(
    ({ technician }) => technician,
    () => '/api/machines/datatable',
  ),
  orgMessages: async ({ reader }, { limit, ...query }) =>
    JSON.stringify(
      await reader.gql(
        `query($first: Int, $search: String, $orderBy: OrgMessagesOrder, $where: OrgMessagesWhere) {
          orgMessages(first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId message } } } }`,
        {
          first: limit,
          ...typed('orgMessages', query),
        },
      ),
    ),
  roles: datatable(
    ({ reader }) => reader,
    () => '/api/support/role/datatable',
  ),
  sessions: datatable(
    ({ admin }) => admin,
    ({ machine }) => `/api/machines/${machine.guid}/connection-history`,
  ),
  settingsChanges: async ({ admin }, { limit, ...query }) =>
    JSON.stringify(
      await admin.gql(
        `query($first: Int, $search: String, $orderBy: SettingsChangesOrder, $where: SettingsChangesWhere) {
          settingsChanges(first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { id status failure } } } }`,
        {
          first: limit,
          ...typed('settingsChanges', query),
        },
      ),
    ),
  userChanges: datatable(
    ({ admin }) => admin,
    ({ admin }) => `/api/users/${admin.userId}/audit_log/datatable`,
  ),
  uploads: async ({ admin }, { limit, ...query }) =>
    JSON.stringify(
      await admin.gql(
        `query($first: Int, $search: String, $orderBy: UploadsOrder, $where: UploadsWhere) {
          uploads(first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId sentBy state } } } }`,
        {
          first: limit,
          ...typed('uploads', query),
        },
      ),
    ),
  usageDateChanges: async ({ admin, machine }, { filters, search, limit, ...order }) => {
    const query = new URLSearchParams({ serial: machine.serial, ...order, limit: String(limit) });
    if (search) query.set('searchTerm', search);
    for (const { field, condition, value } of filters) query.set(`${field}[${condition}]`, value);
    return (await admin.rest('GET', `/api/machines/device/date-change-log?${query}`)).text;
  },
  patientNotes: async ({ admin, patient }, { limit, ...query }) => {
    return JSON.stringify(
      await admin.gql(
        `query($patientId: ID!, $first: Int, $search: String, $orderBy: PatientNotesOrder, $where: PatientNotesWhere) {
          patientNotes(patientId: $patientId, first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId text } } } }`,
        {
          patientId: String(patient),
          first: limit,
          ...typed('patientNotes', query),
        },
      ),
    );
  },
  webhookDeliveries: async ({ admin, endpoint: endpointId }, { limit, ...query }) =>
    JSON.stringify(
      await admin.gql(
        `query($endpointId: ID!, $first: Int, $search: String, $orderBy: WebhookDeliveriesOrder, $where: WebhookDeliveriesWhere) {
          webhookDeliveries(endpointId: $endpointId, first: $first, search: $search, orderBy: $orderBy, where: $where) {
            totalCount unfilteredCount edges { cursor node { databaseId state } } } }`,
        { endpointId, first: limit, ...typed('webhookDeliveries', query) },
      ),
    ),
};

/** A few rows of each list for an organization, much like those of any other. */
async function populate(orgId: number, addressee: TestViewer, shared?: Own['machine']): Promise<Own['machine']> {
  const provider = await makeOrganization('ep', { name: `North ${orgId}` });
  let last!: Own['machine'];
  for (let index = 0; index < 6; index++) {
    const patient = await makePatient(orgId, {
      last_name: ['Quill', 'Zorn', 'Abel'][index % 3],
      dme_id: index % 2 ? provider : null,
      email: index % 3 ? `quill${index}@example.test` : null,
      therapy_start: index % 2 ? '2026-01-15' : null,
      birth_date: index % 4 ? '1950-01-01' : null,
    });
    last = await makeMachine(index % 2 ? orgId : provider);
    const history_id = await makeHistory(patient, last, { end_date: index % 3 ? null : '2026-02-01' });
    await make('settings_records', {
      ...settingsRow({ org_id: patient.orgId, patient_id: patient.id, history_id }),
      status: index % 2 ? 'failed' : 'past',
      failure: index % 2 ? 'expired' : null,
      created_at: `2026-01-1${index}T08:00:00Z`,
    });
    const machine = shared ?? last;
    for (let day = 1; day <= 4; day++)
      await make('connections', {
        org_id: patient.orgId,
        patient_id: patient.id,
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        start_time: `2026-01-${10 + index * 3}T0${day}:00:00Z`,
        end_time: `2026-01-${10 + index * 3}T0${day}:30:00Z`,
        exit_flag: day % 2 ? 'quill' : null,
        terminal_type: day,
      });
    for (const source of ['wireless', 'sd'])
      await make('usage_nights', {
        machine_org_id: last.orgId,
        machine_id: last.id,
        night: `2026-01-1${index}`,
        source,
        minutes: source === 'sd' ? 3 : index,
      });
    await make('usage_date_changes', {
      org_id: patient.orgId,
      patient_id: patient.id,
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      ...dateChange,
      email: `quill${index}@example.test`,
      created_at: `2026-01-1${index}T08:00:00Z`,
    });
    await make('security_events', {
      org_id: orgId,
      user_id: addressee.userId,
      hour: new Date(), // older rows are swept
      kind: index % 2 ? 'sign_in' : 'csrf',
      account: index % 3 ? 'quill@example.test' : null,
      address: `10.0.0.${index}`,
      count: index + 1,
      request_id: 'x',
      first_at: '2026-01-15T08:00:00Z',
      last_at: '2026-01-15T08:00:00Z',
    });
    for (const [table, { row }] of Object.entries(OWN)) await make(table, row(orgId, addressee.userId, index));
    await make(
      'icode_reports',
      icodeRow({
        org_id: orgId,
        patient_id: index % 3 ? patient.id : null,
        submitted_by_id: addressee.userId,
        serial: `QUILL${index}`,
        created_at: '2026-01-15T08:00:00Z',
      }),
    );
    await make('hand_offs', handOffRow(orgId, addressee.userId, { serial: `QUILL${index}` }));
    await make('mobile_users', { ...mobileUserRow(orgId, patient.id), registered_at: '2026-01-15T08:00:00Z' });
    await make(
      'patient_notes',
      patientNoteRow(orgId, patient.id, addressee.userId, { text: 'Quill', created_at: '2026-01-15T08:00:00Z' }),
    );
    await make('uploads', uploadRow(orgId, addressee.userId, { created_at: '2026-01-15T08:00:00Z' }));
    const query = `{ patients(search: "Quill ${index}") { edges { node { id } } } }`;
    await make('bulk_queries', { ...bulkQueryRow(orgId, addressee.userId), query });
    await make('org_messages', {
      org_id: orgId,
      user_id: addressee.userId,
      sent_by_org_id: orgId,
      sent_by_id: addressee.userId,
      html: `Quill ${index}`,
      hostname: 'a',
    });
  }
  return last;
}

const names = Object.keys(lists).filter((name) => !NOT.includes(name));
const asked = Object.fromEntries(
  names.map((name) => [name, fc.sample(queries(name), { numRuns: EXPRESSIONS, seed: 4716 })]),
);
const alone: Record<string, string[]> = {};
const among: Record<string, string[]> = {};

/** What a user types to find patients and machines. */
const TYPED = [
  'Quill',
  'zorn',
  'qu',
  'ab',
  '01/01/1950',
  'abel 1950-01-01',
  'quill1',
  'A0',
  '000',
  'example',
  '%',
  '1',
];
const search = async ({ admin }: Own): Promise<string[]> =>
  Promise.all(
    TYPED.map(async (typed) =>
      JSON.stringify(
        await admin.gql(
          `query ($typed: String!) { searchResults(search: $typed, first: 20) {
            patients { id lastName } machines { id serial currentPatient { id } } users { id email } organizations { id }
            organizationPages { organization { id } } locations { location { id } } } }`,
          { typed },
        ),
      ),
    ),
  );
const found: Record<'alone' | 'among', string[]> = { alone: [], among: [] };

async function readAll(own: Own, into: Record<string, string[]>): Promise<void> {
  for (const name of names) {
    const answers: string[] = (into[name] = []);
    for (let start = 0; start < EXPRESSIONS; start += AT_ONCE)
      answers.push(
        ...(await Promise.all(asked[name]!.slice(start, start + AT_ONCE).map((query) => READ[name]!(own, query)))),
      );
  }
}

beforeAll(async () => {
  const admin = await asViewer();
  const { orgId } = admin;
  const technician = await asViewer({ orgId, can: ['org.user.device'] });
  const reader = await asViewer({ orgId, can: ['send.org.message', 'viewAll.role'] });
  const machine = await populate(orgId, reader);
  const { rows } = await database.query<{ id: number }>('select min(id) as id from patients where org_id = $1', [
    orgId,
  ]);
  const { rows: endpoints } = await database.query<{ id: string }>(
    'select min(id) as id from webhook_endpoints where org_id = $1',
    [orgId],
  );
  const own: Own = { admin, technician, reader, machine, patient: rows[0]!.id, endpoint: String(endpoints[0]!.id) };
  await readAll(own, alone);
  found.alone = await search(own);
  for (let other = 0; other < 3; other++) {
    const outsider = await asViewer();
    await populate(outsider.orgId, outsider, own.machine);
  }
  await readAll(own, among);
  found.among = await search(own);
});

test('each list is in this test', () => {
  expect(names.filter((name) => !READ[name])).toEqual([]);
});

test.each(names)(
  `${EXPRESSIONS} random searches, filters and orders of the list %s answer the same, totals included, whether or not other organizations have rows`,
  (name) => {
    asked[name]!.forEach((query, index) => expect([query, among[name]![index]]).toEqual([query, alone[name]![index]]));
    expect(alone[name]!.filter((text) => !text.includes('"data"') || text.includes('"errors"'))).toEqual([]);
    const empty = alone[name]!.filter((text) => /"total(Count)?":0\b/.test(text));
    // The logs of one user, its uploads and the notes of a patient are few rows, which few random conditions meet.
    const share = ['logins', 'patientNotes', 'userChanges', 'uploads'].includes(name) ? 0.95 : 0.9;
    expect(empty.length).toBeLessThan(EXPRESSIONS * share);
  },
);

test('what a user types finds the same rows whether or not other organizations have rows', () => {
  expect(found.among).toEqual(found.alone);
  expect(found.alone.filter((text) => text.includes('"errors"'))).toEqual([]);
  expect(found.alone.filter((text) => text.includes('"lastName"')).length).toBeGreaterThan(4);
});
