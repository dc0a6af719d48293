import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { userRow } from '../../src/db/factories.ts';
import { lists } from '../../src/lists.ts';
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
  usePortal,
} from '../harness.ts';
import { LISTS } from './contracts.ts';
import { settingsRow, uploadRow } from './isolation.fixture.ts';

usePortal();

const RUNS = 20;
/** The table of each list that has one. */
const TABLES: Record<string, () => string> = {
  patients: () => '/api/patients/datatable',
  devices: () => '/api/devices/datatable',
  devicesWithHolders: () => '/api/devices/datatable',
  machines: () => '/api/machines/datatable',
  machinesWithHolders: () => '/api/machines/datatable',
  sessions: () => `/api/machines/${guid}/connection-history`,
  organizations: () => '/api/orgs/datatable',
  users: () => '/api/users/datatable',
  mobileUsers: () => '/api/mobile-users/datatable',
  uploads: () => '/api/uploads',
  logins: () => `/api/users/${logged}/history/datatable`,
  securityEvents: () => '/api/security-events/datatable',
  userChanges: () => `/api/users/${logged}/audit_log/datatable`,
};
/** Who may read a list; every viewer when it is not here. */
const READERS: Record<string, string[]> = {
  organizations: ['support'],
  securityEvents: ['admin', 'limited', 'partner', 'spanish', 'support'],
};
/** Columns of the files, by path. */
const COLUMNS: Record<string, string[]> = {
  patients: [
    'id',
    'email',
    'phone',
    'last_name',
    'provider',
    'therapy_start',
    'settings_state',
    'compliance',
    'last_connection',
  ],
  devices: ['serial', 'patient', 'last_connection', 'settings_state', 'end_date'],
  machines: ['pin', 'patient', 'patient_name', 'dme', 'model', 'serial'],
  'connection-history': ['end_time', 'minutes', 'connection_type', 'exit_flag'],
  'mobile-users': ['email', 'patient', 'platform', 'active', 'last_seen'],
  uploads: ['sent_by', 'serial', 'state', 'reason', 'ended', 'nights'],
  'security-events': ['kind', 'account', 'address', 'count', 'first_at', 'user_id', 'org_id', 'request_id'],
  history: ['user_agent', 'client', 'ip', 'logout_at'],
  audit_log: ['subject_id', 'event', 'properties', 'created_at'],
  orgs: ['name', 'city_state', 'status', 'patient_count', 'user_count', 'location_count', 'created_at'],
  users: ['role', 'status', 'first_name', 'email'],
};
/** What a cell may hold: formulas, and all that CSV writes in quotes. */
const TEXTS = [
  'Quill',
  '=1+1',
  '-5',
  '＋1',
  '＠x',
  ' \t=1',
  '\u00a0@x',
  '\u3000-1',
  'a "b", c',
  'line\nbreak',
  'line\rbreak',
  '"',
  ',',
  '',
  ' ',
  '\\.',
  '\\N',
  'Łukasz',
  'Ελένη',
  'Женя',
  '李',
  '\ufeff=1',
  '=a,"b"\r\n',
  "'=1",
];
const VALUES = { integer: ['1', '3'], date: ['2026-01-15'], boolean: ['true'], text: ['a', 'Quill', '%', '='] };

let viewers: Record<string, TestViewer>;
let guid: string;
/** The user whose sign-ins and changes are saved. */
let logged: number;

const bytesOf = async (viewer: TestViewer, address: string): Promise<[number, string]> => {
  const answer = await fetch(viewer.origin + address, { headers: viewer.headers });
  return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('latin1')];
};

/** Turns off what is under test: each row of a file is read and formatted as in a page. */
async function withRows<T>(read: () => Promise<T>): Promise<T> {
  const { db } = running().app;
  Object.assign(db, { copiesFiles: false, plainReads: false });
  try {
    return await read();
  } finally {
    Object.assign(db, { copiesFiles: true, plainReads: true });
  }
}

beforeAll(async () => {
  const staff = await asViewer();
  const { orgId } = staff;
  const partner = await makeOrganization('ep', { name: '=North, "Inc."' });
  const clinic = await makeOrganization('clinical');
  const location = await make('locations', { org_id: orgId, name: 'first', country: 'US', is_primary: false });
  await make('locations', { org_id: partner, name: '=1+1', city: '', state: 'NY', zip: '01234', is_primary: true });
  viewers = {
    admin: staff,
    spanish: await asViewer({ orgId, locale: 'es' }),
    technician: await asViewer({ orgId, can: ['org.user.device', 'export.device'] }),
    settingPins: await asViewer({
      orgId,
      can: ['org.user.device', 'export.device', 'export.patient', 'view.patient', 'update.device.pin'],
    }),
    limited: await asViewer({ orgId, locationIds: [location] }),
    partner: await asViewer({ orgId: partner }),
    support: await asViewer({ kind: 'support' }),
  };
  logged = staff.userId;
  for (const [index, text] of TEXTS.entries()) {
    const patient = await makePatient(orgId, {
      first_name: text,
      last_name: TEXTS[(index * 7) % TEXTS.length],
      dme_id: [null, partner, orgId][index % 3],
      location_id: index % 3 ? location : null,
      email: index % 5 ? text : null,
      phone: text,
      assigned_id: index % 4 ? text : null,
      therapy_start: index % 2 ? '2026-01-15' : null,
      is_rules_active: index % 2 === 0,
      compliance_met_on: index % 8 === 1 ? '2026-02-20' : null,
      compliance_at_risk_on: index % 8 === 3 ? '2026-02-01' : null,
      compliance_cannot_be_met_on: index % 16 === 3 ? '2026-02-10' : null,
      compliance_closes_on: index % 8 === 5 ? null : '2026-04-20',
    });
    const machine = await makeMachine([orgId, partner, clinic][index % 3]!, index % 2 ? {} : { pin: `12${index}` });
    if (index === 3) ({ guid } = machine);
    if (index === 8)
      await admin.query("update machines set pin_cipher = pin_cipher || 'x' where id = $1", [machine.id]);
    const history = await makeHistory(patient, machine, { end_date: index % 4 ? null : '2026-02-01' });
    const status = ['current', 'pending', 'failed', 'void', 'defaults'][index % 5]!;
    if (index % 6)
      await make(
        'settings_records',
        settingsRow({
          org_id: orgId,
          patient_id: patient.id,
          history_id: history,
          status,
          is_edit: ['pending', 'failed', 'void'].includes(status),
        }),
      );
    const times = [
      ['2026-01-20T02:00:00.123456Z', '2026-01-20T02:00:09.000Z'],
      ['2026-01-21T02:00:00Z', '2026-01-21T09:12:15.0006Z'],
      ['2026-01-22T02:00:00Z', null],
    ];
    for (const [at, [start, end]] of times.slice(0, index === 3 ? 3 : index % 3).entries())
      await make('connections', {
        org_id: orgId,
        patient_id: patient.id,
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        start_time: start,
        end_time: end,
        exit_flag: TEXTS[at + 1],
        terminal_type: [1, null, 9][at],
      });
    await make('mobile_users', {
      org_id: orgId,
      patient_id: patient.id,
      email: `${text}${index}@x`,
      platform: index % 2 ? 'ios' : 'android',
      active: index % 4 !== 1,
      registered_at: '2026-01-15T08:00:00.123456Z',
      last_seen_at: index % 3 ? `2026-01-${10 + (index % 9)}T23:59:59.9996Z` : null,
    });
    await make('security_events', {
      org_id: index % 3 ? orgId : null,
      user_id: index % 3 ? logged : null,
      hour: new Date(Date.now() - index * 3_600_000), // older rows are swept
      kind: ['sign_in', 'csrf', 'too_many'][index % 3],
      account: index % 4 ? text : null,
      address: index % 5 ? `10.0.0.${index}` : null,
      count: index + 1,
      request_id: text,
      first_at: `2026-01-20T0${index % 10}:00:01.123Z`,
      last_at: `2026-01-20T0${index % 10}:30:00Z`,
    });
    await make('logins', {
      org_id: orgId,
      user_id: logged,
      session_hash: Buffer.from(`files ${index}`),
      ip: index % 2 ? `10.0.0.${index}` : '::1',
      user_agent: text,
      login_at: `2026-01-${10 + (index % 9)}T08:00:00.123456Z`,
      logout_at: index % 3 ? `2026-01-${10 + (index % 9)}T09:00:00Z` : null,
    });
    await make(
      'uploads',
      uploadRow(orgId, logged, {
        sent_by: text,
        serial: index % 3 ? text : null,
        state: ['queued', 'parsing', 'parsed', 'partly', 'refused'][index % 5],
        reason: index % 5 === 4 ? 'two_serials' : null,
        night_count: index,
        created_at: `2026-01-${10 + (index % 9)}T08:00:00.123Z`,
        ended_at: index % 5 > 1 ? `2026-01-${10 + (index % 9)}T08:01:00Z` : null,
      }),
    );
    await make('user_changes', {
      org_id: orgId,
      user_id: logged,
      event: ['created', 'updated'][index % 2],
      changes: JSON.stringify({ first_name: [text, `${text} "x"`], active: [true, null] }),
      created_at: `2026-01-${10 + (index % 9)}T08:00:00.123456Z`,
    });
    await make(
      'users',
      userRow(orgId, {
        first_name: text,
        active: index % 4 !== 3,
        locked: index % 2 === 0,
        email_verified_at: index % 3 ? '2026-01-01' : null,
      }),
    );
  }
  await makeMachine(orgId, { pin: '9999' });
});

function fileQuery(list: string, address: string): fc.Arbitrary<string> {
  const { columns } = lists[list]!;
  const names = COLUMNS[address.split('/').findLast((part) => part in COLUMNS)!]!;
  const filtered = Object.entries(columns).filter(([, { isFilter }]) => isFilter !== false);
  const filter = fc
    .constantFrom(...filtered)
    .chain(([field, { type, choices }]) =>
      fc
        .tuple(fc.constantFrom(...CONDITIONS[type]), fc.constantFrom(...(type === 'choice' ? choices! : VALUES[type])))
        .map(([condition, value]) => `&filters[${field}][${condition}]=${encodeURIComponent(value)}`),
    );
  return fc
    .tuple(
      fc.oneof(
        fc.constant(''),
        fc.subarray(names, { minLength: 1 }).map((some) => `&columns=${some.join()}`),
      ),
      fc.constantFrom('', ...Object.keys(columns).filter((name) => columns[name]!.sortBy)),
      fc.constantFrom('asc', 'desc'),
      fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(filter, { maxLength: 2 })),
      fc.constantFrom('', '', '&searchTerm=quill', '&searchTerm=a'),
    )
    .map(
      ([chosen, orderBy, orderDir, filters, search]) =>
        `?csv=true${chosen}${orderBy && `&orderBy=${orderBy}`}&orderDir=${orderDir}${filters.join('')}${search}`,
    );
}

test('each list with a table is in this test', () => {
  const others = Object.keys(LISTS).filter((name) => LISTS[name]!.notCopied);
  expect([...Object.keys(TABLES), ...others].sort()).toEqual(Object.keys(lists).sort());
});

test.each(Object.entries(TABLES))(
  'the file of the list %s is the same, byte for byte, whatever is filtered and sorted, and for every viewer',
  async (list, addressOf) => {
    const address = addressOf();
    const asked = fc.sample(
      fc.tuple(fileQuery(list, address), fc.constantFrom(...(READERS[list] ?? Object.keys(viewers)))),
      {
        numRuns: RUNS,
        seed: 52,
      },
    );
    const whole = Object.keys(viewers).map((viewer): [string, string] => ['?csv=true', viewer]);
    let written = 0;
    for (const [query, viewer] of [...whole, ...asked]) {
      const copied = await bytesOf(viewers[viewer]!, address + query);
      const rows = await withRows(() => bytesOf(viewers[viewer]!, address + query));
      expect([query, viewer, ...copied]).toEqual([query, viewer, ...rows]);
      if (copied[0] === 200 && copied[1].split('\r\n').length > 3) written += 1;
    }
    expect(written).toBeGreaterThan(RUNS / 10); // most viewers may not list users
  },
);
