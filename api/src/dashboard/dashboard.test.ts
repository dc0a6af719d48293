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
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { userRow } from '../db/factories.ts';
import { idsInAttention, inAttention, inCompliance } from '../patients/patients-attention.ts';
import { ATTENTIONS, COMPLIANCE_FILTERS } from '../patients/patients.list.rules.ts';
import { addDays } from '../shared/dates.ts';

usePortal();

const DASHBOARD = '{ dashboard { cards { kind needsSomeone count list field value } } }';
const HOUR = 3_600_000;
const today = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
}).format(new Date());
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

interface Card {
  kind: string;
  needsSomeone: boolean;
  count: number;
  list: 'PATIENTS' | 'USERS';
  field: string;
  value: string;
}

const cardsOf = async (viewer: TestViewer): Promise<Card[]> => (await viewer.gql(DASHBOARD)).data.dashboard.cards;
const countsOf = async (viewer: TestViewer) =>
  Object.fromEntries((await cardsOf(viewer)).map(({ kind, count }) => [kind, count]));

/** A patient with an active device of long standing, named after the problem. */
async function using(
  org: number,
  name: string,
  patient: Record<string, unknown> = {},
  history: Record<string, unknown> = {},
) {
  const holder = await makePatient(org, { last_name: name, ...patient });
  const machine = await makeMachine(org);
  return { holder, machine, history: await makeHistory(holder, machine, history) };
}

/** Settings changes of a device, oldest first, each submitted the given number of hours ago. */
async function changes(
  { holder, history }: { holder: Ref; history: number },
  ...records: [status: string, hours: number][]
): Promise<void> {
  for (const [status, hours] of records) {
    await make(
      'settings_records',
      settingsRow({
        org_id: holder.orgId,
        patient_id: holder.id,
        history_id: history,
        status,
        is_edit: true,
        submitted_at: ago(hours),
        created_at: ago(hours),
      }),
    );
  }
}

async function module({ holder, machine }: { holder: Ref; machine: Ref }, heardHoursAgo: number | null): Promise<void> {
  await admin.query('insert into modules (org_id, machine_id, serial) values ($1, $2, $3)', [
    machine.orgId,
    machine.id,
    `M${machine.id}`,
  ]);
  if (heardHoursAgo === null) return;
  await make('connections', {
    org_id: holder.orgId,
    patient_id: holder.id,
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    start_time: ago(heardHoursAgo),
    end_time: ago(heardHoursAgo),
    terminal_type: 1,
  });
}

async function result(
  org: number,
  name: string,
  dates: Record<string, string | null>,
  patient: Record<string, unknown> = {},
): Promise<void> {
  const { id } = await makePatient(org, { last_name: name, therapy_start: addDays(today, -60), ...patient });
  await admin.query(
    `insert into compliance_results (org_id, patient_id, rule, rule_version, period, therapy_start, met_on, at_risk_on, cannot_be_met_on, closes_on, computed_at) values ($1, $2, 'CMS PAP', 1, 90, $3, $4, $5, $6, $7, now())`,
    [
      org,
      id,
      addDays(today, -60),
      dates.metOn ?? null,
      dates.atRiskOn ?? null,
      dates.cannotBeMetOn ?? null,
      dates.closesOn,
    ],
  );
}

let viewer: TestViewer;
let albany: number;
let outsider: TestViewer;

/** One organization with each kind of patient and user that needs attention, and similar ones that do not. */
async function trouble(org: number, location: number): Promise<void> {
  await changes(await using(org, 'Failed'), ['past', 90], ['failed', 60]);
  await changes(await using(org, 'Failed in Albany', { location_id: location }), ['failed', 1]);
  await changes(await using(org, 'Failed then waiting'), ['failed', 80], ['pending', 47]);
  await changes(await using(org, 'Failed then delivered'), ['failed', 80], ['current', 70]);
  await changes(await using(org, 'Failed on a device of the past', {}, { end_date: '2026-02-01' }), ['failed', 80]);
  await changes(await using(org, 'Waiting'), ['current', 200], ['pending', 49]);
  await module(await using(org, 'Silent in Albany', { location_id: location }), 49);
  await module(await using(org, 'Never heard'), null);
  await module(await using(org, 'Heard'), 47);
  await using(org, 'Without a module');
  await module(await using(org, 'Given yesterday', {}, { start_date: addDays(today, -1) }), null);
  await module(await using(org, 'Given back', {}, { end_date: addDays(today, -1) }), 200);
  await result(org, 'Met', { metOn: addDays(today, -10), closesOn: addDays(today, 32) });
  await result(org, 'Met long ago', { metOn: addDays(today, -300), closesOn: addDays(today, -200) });
  const tomorrow = addDays(today, 1);
  await result(org, 'In progress', {
    atRiskOn: tomorrow,
    cannotBeMetOn: addDays(today, 2),
    closesOn: addDays(today, 32),
  });
  await result(
    org,
    'At risk since today',
    { atRiskOn: today, cannotBeMetOn: tomorrow, closesOn: addDays(today, 32) },
    { location_id: location },
  );
  await result(org, 'At risk until tomorrow', {
    atRiskOn: addDays(today, -20),
    cannotBeMetOn: tomorrow,
    closesOn: tomorrow,
  });
  await result(org, 'Cannot be met since today', {
    atRiskOn: addDays(today, -20),
    cannotBeMetOn: today,
    closesOn: addDays(today, 32),
  });
  await result(
    org,
    'Cannot be met until tomorrow',
    { atRiskOn: addDays(today, -20), cannotBeMetOn: addDays(today, -15), closesOn: tomorrow },
    { location_id: location },
  );
  await result(org, 'Not met since today', {
    atRiskOn: addDays(today, -20),
    cannotBeMetOn: addDays(today, -15),
    closesOn: today,
  });
  await make('users', userRow(org, { email_verified_at: null }));
  await make('users', userRow(org, { email_verified_at: null, locked: true }));
  await make('users', userRow(org, { email_verified_at: null, active: false }));
}

beforeAll(async () => {
  viewer = await asViewer();
  albany = await make('locations', { org_id: viewer.orgId, name: 'Albany', country: 'US', is_primary: true });
  await trouble(viewer.orgId, albany);
  outsider = await asViewer();
});

const EXPECTED = {
  SETTINGS_WAITING: 1,
  COMPLIANCE_CANNOT_BE_MET: 2,
  INVITED: 2,
  COMPLIANCE_IN_PROGRESS: 1,
  COMPLIANCE_MET: 2,
  COMPLIANCE_NOT_MET: 1,
};

test('counts what needs attention today first, then the compliance states of the patients', async () => {
  const cards = await cardsOf(viewer);
  expect(cards.map(({ kind }) => kind)).toEqual(Object.keys(EXPECTED));
  expect(Object.fromEntries(cards.map(({ kind, count }) => [kind, count]))).toEqual(EXPECTED);
  expect(cards.filter(({ needsSomeone }) => needsSomeone).map(({ kind }) => kind)).toEqual([
    'SETTINGS_WAITING',
    'COMPLIANCE_CANNOT_BE_MET',
    'INVITED',
  ]);
});

const NAMES: Record<string, string[]> = {
  SETTINGS_WAITING: ['Waiting'],
  COMPLIANCE_CANNOT_BE_MET: ['Cannot be met since today', 'Cannot be met until tomorrow'],
  COMPLIANCE_IN_PROGRESS: ['In progress'],
  COMPLIANCE_MET: ['Met', 'Met long ago'],
  COMPLIANCE_NOT_MET: ['Not met since today'],
};

describe('the list behind a card has as many rows as the card counts', () => {
  test.each(Object.keys(EXPECTED))('%s: in the table, in GraphQL and in the file', async (kind) => {
    const { count, list: name, field, value } = (await cardsOf(viewer)).find((card) => card.kind === kind)!;
    const list = { PATIENTS: 'patients', USERS: 'users' }[name];
    const filter = `filters[${field}][equal]=${value}`;
    const { body } = await viewer.rest('GET', `/api/${list}/datatable?${filter}`);
    expect([body.total, body.data.length]).toEqual([count, count]);
    if (list === 'patients') expect(body.data.map((row: { last_name: string }) => row.last_name)).toEqual(NAMES[kind]);
    const file = await viewer.rest('GET', `/api/${list}/datatable?${filter}&csv=true`);
    expect(file.text.trim().split('\r\n')).toHaveLength(count + 1);
    const { data } = await viewer.gql(
      `query ($where: ${list === 'users' ? 'UsersWhere' : 'PatientsWhere'}) { ${list}(where: $where) { totalCount edges { node { databaseId } } } }`,
      { where: list === 'users' ? { status: { equal: 'INVITED' } } : { [field]: { equal: value.toUpperCase() } } },
    );
    expect([data[list].totalCount, data[list].edges.length]).toEqual([count, count]);
  });

  // What is a reason of a follow-up has no card: the follow-ups lead the home page.
  test.each([
    ['attention', 'settings_failed', ['Failed', 'Failed in Albany']],
    ['attention', 'silent', ['Silent in Albany', 'Never heard']],
    ['compliance', 'at_risk', ['At risk since today', 'At risk until tomorrow']],
  ])('a reason without a card has its list: %s is %s', async (field, value, names) => {
    const { body } = await viewer.rest('GET', `/api/patients/datatable?filters[${field}][equal]=${value}`);
    expect(body.data.map((row: { last_name: string }) => row.last_name)).toEqual(names);
    const limited = await asViewer({ orgId: viewer.orgId, locationIds: [albany], roles: ['location.ep.staff'] });
    const own = await limited.rest('GET', `/api/patients/datatable?filters[${field}][equal]=${value}`);
    expect(own.body.total).toBe(1);
  });

  test.each([
    ['compliance', COMPLIANCE_FILTERS],
    ['attention', ATTENTIONS],
  ])('the filter "%s is not" shows the remaining patients', async (field, choices) => {
    const { total: all } = (await viewer.rest('GET', '/api/patients/datatable')).body;
    for (const choice of choices) {
      const [is, isNot] = [
        await viewer.rest('GET', `/api/patients/datatable?${field}=${choice}`),
        await viewer.rest('GET', `/api/patients/datatable?${field}[not_equal]=${choice}`),
      ];
      expect(is.body.total + isNot.body.total).toBe(all);
    }
  });

  test.each([
    'compliance=late',
    'attention=all',
    'compliance[contain]=met',
    'attention[is_null]=1',
    'compliance=constructor',
    'attention=__proto__',
  ])('%s is refused with 422', async (query) => {
    expect((await viewer.rest('GET', `/api/patients/datatable?${query}`)).status).toBe(422);
  });
});

describe('who sees which counts', () => {
  test('another organization counts none of these rows', async () => {
    expect(Object.values(await countsOf(outsider))).toEqual(Object.values(EXPECTED).map(() => 0));
  });

  test('staff of a location counts the patients of that location', async () => {
    const limited = await asViewer({ orgId: viewer.orgId, locationIds: [albany], roles: ['location.ep.staff'] });
    expect(await countsOf(limited)).toEqual({
      SETTINGS_WAITING: 0,
      COMPLIANCE_CANNOT_BE_MET: 1,
      COMPLIANCE_IN_PROGRESS: 0,
      COMPLIANCE_MET: 0,
      COMPLIANCE_NOT_MET: 0,
    });
  });

  test('a partner counts the shared patients', async () => {
    const clinic = await makeOrganization('clinical');
    const clinician = await asViewer({ orgId: clinic, kind: 'clinical' });
    await admin.query(
      `update patients set clinician_org_id = $1, clinician_id = $2 where org_id = $3 and last_name in ('Failed', 'Met')`,
      [clinic, clinician.userId, viewer.orgId],
    );
    expect(await countsOf(clinician)).toMatchObject({
      COMPLIANCE_MET: 1,
      INVITED: 0,
    });
  });

  test('support staff counts every organization, and each read leaves an audit line', async () => {
    const support = await asViewer({ kind: 'support' });
    expect(await countsOf(support)).toMatchObject({ COMPLIANCE_MET: 2, INVITED: 2 });
    await running().app.readLog.flush();
    const { rows } = await admin.query(
      "select operation from audit_log where actor_user_id = $1 and outcome = 'read'",
      [support.userId],
    );
    expect(rows).toEqual([{ operation: 'Query.dashboard' }]);
  });

  test('a user who may not read patients gets no patient card, and a user who may not list users no invitation card', async () => {
    const clerk = await asViewer({ orgId: viewer.orgId, can: ['view.user'] });
    expect(await countsOf(clerk)).toEqual({ INVITED: 2 });
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect(Object.keys(await countsOf(reader))).toEqual(Object.keys(EXPECTED).filter((kind) => kind !== 'INVITED'));
    expect(await cardsOf(await asViewer({ orgId: viewer.orgId, can: ['org.user.device'] }))).toEqual([]);
    for (const who of [reader, clerk])
      expect((await who.rest('GET', '/api/users/datatable')).status).toBe(who === clerk ? 200 : 403);
    expect((await reader.gql('{ users { totalCount } }')).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ]);
  });
});

describe('the first rows of the cards that need attention', () => {
  const ROWS =
    '{ dashboard { rows { kind patient { databaseId lastName } attention { reason since sinceDay } user { email } } } }';
  interface Row {
    kind: string;
    patient: { databaseId: number; lastName: string } | null;
    attention: { reason: string; since: string | null; sinceDay: string } | null;
    user: { email: string } | null;
  }
  const rowsOf = async (who: TestViewer): Promise<Row[]> => (await who.gql(ROWS)).data.dashboard.rows;
  const namesIn = (rows: Row[], kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ patient }) => patient!.lastName);

  test('are those of the lists, in the order of the cards, each with the reason; a card that only counts has none', async () => {
    const rows = await rowsOf(viewer);
    expect([...new Set(rows.map(({ kind }) => kind))]).toEqual([
      'SETTINGS_WAITING',
      'COMPLIANCE_CANNOT_BE_MET',
      'INVITED',
    ]);
    for (const kind of ['SETTINGS_WAITING', 'COMPLIANCE_CANNOT_BE_MET'])
      expect(namesIn(rows, kind)).toEqual(NAMES[kind]);
    for (const { kind, patient, attention, user } of rows) {
      if (kind === 'INVITED') expect([patient, attention, user]).toEqual([null, null, { email: expect.any(String) }]);
      else expect([attention!.reason, user]).toEqual([kind, null]);
    }
    const { data } = await viewer.gql('{ users(where: { status: { equal: INVITED } }) { edges { node { email } } } }');
    expect(rows.flatMap(({ user }) => user ?? [])).toEqual(data.users.edges.map(({ node }: { node: object }) => node));
  });

  test('are five of each, in the order of the list, with as many statements as one of each', async () => {
    const [few, many] = [await asViewer(), await asViewer()];
    const fill = async (org: number, times: number) => {
      for (let n = 0; n < times; n += 1) {
        await changes(await using(org, `Waiting ${n}`), ['pending', 60]);
        await result(org, `Late ${n}`, { atRiskOn: today, cannotBeMetOn: today, closesOn: addDays(today, 32) });
        await make('users', userRow(org, { email_verified_at: null }));
      }
    };
    await fill(few.orgId, 1);
    await fill(many.orgId, 6);
    const [one, six] = [await countQueries(() => few.gql(ROWS)), await countQueries(() => many.gql(ROWS))];
    expect(six.statements).toBe(one.statements);
    const rows: Row[] = six.result.data.dashboard.rows;
    expect(namesIn(rows, 'SETTINGS_WAITING')).toEqual([
      'Waiting 0',
      'Waiting 1',
      'Waiting 2',
      'Waiting 3',
      'Waiting 4',
    ]);
    expect(namesIn(rows, 'COMPLIANCE_CANNOT_BE_MET')).toEqual(['Late 0', 'Late 1', 'Late 2', 'Late 3', 'Late 4']);
    expect(rows.filter(({ kind }) => kind === 'INVITED')).toHaveLength(5);
  });

  test('are limited to what the viewer may see', async () => {
    expect(await rowsOf(outsider)).toEqual([]);
    const limited = await asViewer({ orgId: viewer.orgId, locationIds: [albany], roles: ['location.ep.staff'] });
    expect((await rowsOf(limited)).map(({ patient }) => patient?.lastName)).toEqual(['Cannot be met until tomorrow']);
    const clerk = await asViewer({ orgId: viewer.orgId, can: ['view.user'] });
    expect(new Set((await rowsOf(clerk)).map(({ kind }) => kind))).toEqual(new Set(['INVITED']));
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect((await rowsOf(reader)).filter(({ user }) => user)).toEqual([]);
  });

  test('are named in the audit line of the home page', async () => {
    const other = await asViewer({ orgId: viewer.orgId });
    const shown = new Set((await rowsOf(other)).flatMap(({ patient }) => patient?.databaseId ?? []));
    await running().app.readLog.flush();
    const { rows } = await admin.query<{ operation: string; patient_ids: number[] }>(
      'select operation, patient_ids from audit_log where actor_user_id = $1',
      [other.userId],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['Query.dashboard']);
    expect(new Set(rows[0]!.patient_ids)).toEqual(shown);
    expect(shown.size).toBe(3);
  });
});

describe('the users of the own organization', () => {
  test('have their status and role, and include no users of another organization', async () => {
    const { body } = await viewer.rest('GET', '/api/users/datatable');
    const all = (await admin.query('select count(*)::int as n from users where org_id = $1', [viewer.orgId])).rows[0].n;
    expect([body.total, body.recordsTotal]).toEqual([all, all]);
    const own = body.data.find((row: { id: number }) => row.id === viewer.userId);
    expect(own).toMatchObject({ role: 'Equipment provider admin', status: 'active', active: 1, locked: 0 });
    const statuses = async (active: string) =>
      (await viewer.rest('GET', `/api/users/datatable?active=${active}`)).body.data.map(
        ({ status }: { status: string }) => status,
      );
    expect(await statuses('2')).toEqual(['invited', 'invited']);
    expect(await statuses('0')).toEqual(['inactive']);
    expect(await statuses('4')).toEqual([]);
    expect(new Set(await statuses('1'))).toEqual(new Set(['active']));
    const { data } = await viewer.gql(
      '{ users(orderBy: { field: EMAIL }, search: "example.test") { edges { node { email status roleLabel } } } }',
    );
    expect(data.users.edges).toHaveLength(all);
  });

  test('a page of many takes as many statements as a page of one', async () => {
    const query =
      'query ($first: Int) { users(first: $first) { totalCount edges { node { email role status organization { name } } } } }';
    const [one, many] = [
      await countQueries(() => viewer.gql(query, { first: 1 })),
      await countQueries(() => viewer.gql(query, { first: 50 })),
    ];
    expect(many.result.data.users.edges.length).toBeGreaterThan(3);
    expect(many.statements).toBe(one.statements);
  });
});

test('takes as many statements with many patients as with none', async () => {
  const [none, many] = [
    await countQueries(() => outsider.gql(DASHBOARD)),
    await countQueries(() => viewer.gql(DASHBOARD)),
  ];
  expect(many.statements).toBe(none.statements);
});

test('a count of who needs attention reads the states of devices alone', async () => {
  for (const choice of ATTENTIONS) {
    const { rows } = await admin.query<{ 'QUERY PLAN': string }>(`explain ${idsInAttention(choice)}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/ on device_states/);
    expect(plan).not.toMatch(/ on patients/);
  }
});

describe('no count reads all patients, sessions, records, nights or modules', () => {
  test.each(
    [
      ...COMPLIANCE_FILTERS.map((choice) => [choice, inCompliance(choice, 'p')] as const),
      ...ATTENTIONS.map((choice) => [choice, inAttention(choice, 'p')] as const),
    ].flatMap(([choice, condition]) =>
      (['airlog_org', 'airlog_limited', 'airlog_support'] as const).map((role) => [choice, role, condition] as const),
    ),
  )('%s as %s', async (_choice, role, condition) => {
    await admin.query('begin');
    try {
      await admin.query(`set local role ${role}; set local enable_seqscan = off`);
      await admin.query("select set_config('app.org_id', $1, true), set_config('app.location_ids', $2, true)", [
        String(viewer.orgId),
        String(albany),
      ]);
      const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
        `explain select count(*) from patients p where (${condition})`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      // The tables are joined, not searched once for each patient.
      expect(plan).not.toMatch(/on patients p .*\n(?:.*Cond: .*\n)*\s*Filter: .*SubPlan/);
      expect(plan).not.toMatch(
        /Seq Scan on (patients|connections|settings_records|usage_nights|modules|device_history|compliance_results)/,
      );
    } finally {
      await admin.query('rollback');
    }
  });
});

test('a card and the list behind it have the same rows for every role, in a zone with any date', async () => {
  const org = await makeOrganization();
  const location = await make('locations', { org_id: org, name: 'Yonkers', country: 'US', is_primary: true });
  await trouble(org, location);
  const clinic = await makeOrganization('clinical');
  const clinician = await asViewer({ orgId: clinic, kind: 'clinical' });
  await admin.query(
    `update patients set clinician_org_id = $1, clinician_id = $2 where org_id = $3 and (last_name like '%since today' or last_name like '% in Albany')`,
    [clinic, clinician.userId, org],
  );
  const viewers = [
    await asViewer({ orgId: org }),
    await asViewer({ orgId: org, locationIds: [location], roles: ['location.ep.admin'] }),
    await asViewer({ orgId: org, roles: ['org.physician'] }),
    clinician,
    await asViewer({ kind: 'support' }),
  ];
  for (const zone of ['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    // As in a restored copy: with another zone, the job would replace these results by those of the nights.
    await admin.query(
      `begin; set local session_replication_role = replica;
       update organizations set timezone = '${zone}' where id in (${viewers.map(({ orgId }) => orgId).join()}); commit`,
    );
    for (const who of viewers) {
      const cards = await cardsOf(who);
      expect(cards.length).toBeGreaterThan(4);
      for (const { list: name, field, value, count } of cards) {
        const list = { PATIENTS: 'patients', USERS: 'users' }[name];
        const { body } = await who.rest('GET', `/api/${list}/datatable?filters[${field}][equal]=${value}`);
        expect([body.total, body.data.length]).toEqual([count, count]);
      }
    }
  }
});
