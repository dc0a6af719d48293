import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import type { ReadLine } from '../../src/shared/read-log.ts';
import { ReadLog } from '../../src/shared/read-log.ts';
import { hashSessionId } from '../../src/sign-in/session-read.ts';
import { read } from '../../src/auth/operation.ts';
import { assertShownDeclared } from '../../src/graphql/shown-rows.ts';
import { Context } from '../../src/shared/context.ts';
import { startPortal } from '../../src/start.ts';
import { countQueries } from '../count-queries.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../harness.ts';
import { testConfig } from '../secrets.ts';
import { until } from '../until.ts';
import { watchStatements } from '../watch-statements.ts';

usePortalHere();
afterEach(() => void jest.restoreAllMocks());

interface Line {
  operation: string;
  outcome: string;
  patients: number[];
}

async function linesOf({ userId }: TestViewer): Promise<Line[]> {
  await running().app.readLog.flush();
  const { rows } = await admin.query<Line>(
    'select operation, outcome, patient_ids as patients from audit_log where actor_user_id = $1 order by operation, id',
    [userId],
  );
  return rows;
}
const reading = (operation: string, ...patients: number[]): Line => ({ operation, outcome: 'read', patients });

let orgId: number;
let patients: Ref[];
let ids: number[];
beforeAll(async () => {
  orgId = await makeOrganization();
  patients = [];
  for (const last_name of ['Ash', 'Birch', 'Cedar']) patients.push(await makePatient(orgId, { last_name }));
  ids = patients.map(({ id }) => id);
});
const staff = () => asViewer({ orgId });

/** The statements that the node sends while `fn` runs, on the connections of sign-in and audit lines. */
async function auditStatements(fn: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  await watchStatements(['auth'], { statement: (text) => void texts.push(text) }, fn);
  return texts.filter((text) => text.includes('audit_log'));
}

describe('the line of a list', () => {
  const LIST = 'query ($first: Int) { patients(first: $first, orderBy: { field: LAST_NAME }) ';

  test('names the patients of the page, and not the one behind it', async () => {
    const viewer = await staff();
    await viewer.gql(`${LIST} { edges { node { lastName } } } }`, { first: 2 });
    await viewer.rest('GET', '/api/patients/datatable?limit=1&page=2&orderBy=last_name');
    expect(await linesOf(viewer)).toEqual([
      reading('GET /api/patients/datatable', ids[1]!),
      reading('Query.patients', ids[0]!, ids[1]!),
    ]);
  });

  test.each(['edges { cursor }', 'pageInfo { endCursor }'])(
    'names them when only cursors are read, which contain names: %s',
    async (selection) => {
      const viewer = await staff();
      await viewer.gql(`${LIST} { ${selection} } }`, { first: 1 });
      expect(await linesOf(viewer)).toEqual([reading('Query.patients', ids[0]!)]);
    },
  );

  test('names no patient when only a number is read', async () => {
    const viewer = await staff();
    await viewer.gql(`${LIST} { totalCount } }`);
    expect(await linesOf(viewer)).toEqual([reading('Query.patients')]);
  });

  test('names the holders of the devices of a table, for staff of a location too', async () => {
    const { rows } = await admin.query<{ id: number }>(
      "insert into locations (org_id, name, country, is_primary) values ($1, 'Here', 'US', false) returning id",
      [orgId],
    );
    const location = rows[0]!.id;
    const [holder, machine] = [await makePatient(orgId, { location_id: location }), await makeMachine(orgId)];
    await makeHistory(holder, machine);
    const limited = await asViewer({ orgId, roles: ['location.ep.admin'], locationIds: [location] });
    await limited.rest('GET', '/api/machines/datatable');
    await limited.rest('GET', '/api/devices/datatable');
    await limited.rest('GET', `/api/machines/${machine.id}/history`);
    await limited.gql('{ machines { edges { node { currentPatient { email } } } } }');
    expect(await linesOf(limited)).toEqual([
      reading('GET /api/devices/datatable', holder.id),
      reading('GET /api/machines/datatable', holder.id),
      reading('GET /api/machines/{id}/history', holder.id),
      reading('Query.machines', holder.id),
    ]);
  });
});

describe('a GraphQL request', () => {
  test('leaves a line for each of its fields, and one for all aliases of a field', async () => {
    const viewer = await staff();
    await viewer.gql(
      'query ($a: ID!, $b: ID!) { a: patient(id: $a) { id } b: patient(id: $b) { id } dashboard { cards { count } } viewer { locale } }',
      { a: ids[0], b: ids[2] },
    );
    expect(await linesOf(viewer)).toEqual([reading('Query.dashboard'), reading('Query.patient', ids[0]!, ids[2]!)]);
  });

  test('names who may be a duplicate, who is edited, and who is asked for by another organization', async () => {
    const viewer = await staff();
    const [twin, edited, wanted] = [
      await makePatient(orgId, { phone: '5185550999' }),
      await makePatient(orgId),
      await makePatient(orgId),
    ];
    const other = await makeOrganization();
    const request = "kind, asked_by, expires_at) values ($1, 'patient', 'R****, V****', now() + interval '1 day'";
    const { rows } = await admin.query(
      `insert into hand_offs (org_id, ${request.replace(')', ', side)')}, 'asker') returning id`,
      [other],
    );
    await admin.query(
      `insert into hand_offs (org_id, ${request.replace(')', ', side, other_org_id, other_id, patient_org_id, patient_id)')}, 'holder', $2, $3, $1, $4)`,
      [orgId, other, rows[0].id, wanted.id],
    );
    const ask = (query: string) => viewer.gql(query);
    await ask('{ possibleDuplicates(input: { phone: "(518) 555-0999" }) { patient { firstName } } }');
    await ask(`{ checkUpdatePatient(input: { patientId: "${edited.id}", note: "x" }) { userErrors { code } } }`);
    await ask('{ handOffs { edges { node { state } } } }');
    await ask(`{ patient(id: "${wanted.id}") { handOffs { state } } }`);
    expect(await linesOf(viewer)).toEqual([
      reading('Query.checkUpdatePatient', edited.id),
      reading('Query.handOffs', wanted.id),
      reading('Query.patient', wanted.id),
      reading('Query.possibleDuplicates', twin.id),
    ]);
  });

  test('leaves none for a patient that is not found', async () => {
    const [viewer, foreign] = [await staff(), await makePatient(await makeOrganization())];
    await viewer.gql('query ($id: ID!) { patient(id: $id) { id } }', { id: foreign.id });
    await viewer.rest('GET', `/api/patients/${foreign.id}/devices`);
    expect(await linesOf(viewer)).toEqual([]);
  });
});

describe('an operation that changes data', () => {
  const ASSIGN =
    'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { userErrors { code } deviceHistory { machine { history { patientName } } } } }';
  const input = (patient: Ref, serialNumber: string) => ({
    patientId: patient.id,
    serialNumber,
    startDate: '2026-05-01',
  });

  test('leaves a line of reading too for the patients that only its answer shows', async () => {
    const [viewer, machine] = [await staff(), await makeMachine(orgId)];
    const [before, after] = [await makePatient(orgId), await makePatient(orgId)];
    await makeHistory(before, machine, { start_date: '2025-01-01', end_date: '2025-02-01' });
    const { data } = await viewer.gql(ASSIGN, { input: input(after, machine.serial) });
    expect(data.assignDevice.deviceHistory.machine.history).toHaveLength(2);
    expect(await linesOf(viewer)).toEqual([
      { operation: 'Mutation.assignDevice', outcome: 'done', patients: [after.id] },
      reading('Mutation.assignDevice', before.id),
    ]);
  });

  test('leaves a line for the other patient that a refusal shows, and for no other one', async () => {
    const [viewer, machine] = [await staff(), await makeMachine(orgId)];
    const [holder, other] = [await makePatient(orgId), await makePatient(orgId)];
    await makeHistory(holder, machine, { start_date: '2025-01-01', end_date: null });
    expect((await viewer.gql(ASSIGN, { input: input(other, machine.serial) })).data.assignDevice.userErrors).toEqual([
      { code: 'device-already-connected' },
    ]);
    const body = { serial_number: machine.serial, start_date: '2026-05-01' };
    for (const path of ['devices', 'check-date-overlaps'])
      expect((await viewer.rest('POST', `/api/patients/${other.id}/${path}`, body)).status).toBe(422);
    expect(await linesOf(viewer)).toEqual([
      reading('Mutation.assignDevice', holder.id),
      reading('POST /api/patients/{id}/check-date-overlaps', holder.id),
      reading('POST /api/patients/{id}/devices', holder.id),
    ]);
  });

  test('leaves a line for the other patient that a validate-only request shows', async () => {
    const [viewer, machine] = [await staff(), await makeMachine(orgId)];
    const [holder, other] = [await makePatient(orgId), await makePatient(orgId, { last_name: 'Quill' })];
    await makeHistory(holder, machine, { start_date: '2025-01-01', end_date: null });
    const body = { serial_number: machine.serial, start_date: '2026-05-01' };
    const validateOnly = { precognition: 'true' };
    const path = `/api/patients/${other.id}`;
    const device = await viewer.rest('POST', `${path}/devices`, body, validateOnly);
    expect([device.status, device.body.machine_history[0].id]).toEqual([422, holder.id]);
    const record = await viewer.rest('PATCH', path, { version: 99 }, validateOnly);
    expect([record.status, record.body.conflict.last_name]).toEqual([422, 'Quill']);
    expect(await linesOf(viewer)).toEqual([
      reading('PATCH /api/patients/{id}', other.id),
      reading('POST /api/patients/{id}/devices', holder.id),
    ]);
  });

  test('leaves a line of reading when a repeat is answered', async () => {
    const [viewer, machine, patient] = [await staff(), await makeMachine(orgId), await makePatient(orgId)];
    const body = { serial_number: machine.serial, start_date: '2026-05-01' };
    const key = { 'idempotency-key': randomUUID() };
    for (let round = 0; round < 2; round++)
      expect((await viewer.rest('POST', `/api/patients/${patient.id}/devices`, body, key)).status).toBe(201);
    expect((await linesOf(viewer)).map(({ outcome, patients: named }) => [outcome, named])).toEqual([
      ['done', [patient.id]],
      ['read', [patient.id]],
    ]);
  });
});

test('a read that is refused leaves a line when the refusal says something of the patient, and none for one that is not found', async () => {
  const viewer = await staff();
  const [holder, free] = patients as [Ref, Ref];
  await makeHistory(holder, await makeMachine(orgId));
  const elsewhere = await makePatient(await makeOrganization());
  const check = async ({ id }: Ref) => (await viewer.rest('GET', `/api/patients/${id}/check-if-active-devices`)).status;
  expect([await check(holder), await check(free), await check(elsewhere)]).toEqual([422, 200, 404]);
  const operation = 'GET /api/patients/{id}/check-if-active-devices';
  expect(await linesOf(viewer)).toEqual([reading(operation, holder.id), reading(operation, free.id)]);
});

test('a line says who read, from which address, in which request and session, and when', async () => {
  const viewer = await staff();
  const { headers } = await viewer.rest('GET', '/api/patients/datatable?limit=1');
  await running().app.readLog.flush();
  const { rows } = await admin.query(
    `select org_id, actor_user_id, ip, request_id, session, read_at <= created_at as before, created_at - read_at < interval '1 minute' as just
       from audit_log where actor_user_id = $1`,
    [viewer.userId],
  );
  expect(rows).toEqual([
    {
      org_id: orgId,
      actor_user_id: viewer.userId,
      ip: expect.stringContaining('127.0.0.1'),
      request_id: headers.get('x-request-id'),
      session: hashSessionId(viewer.sessionId!).toString('hex').slice(0, 16),
      before: true,
      just: true,
    },
  ]);
});

describe('lines are written after the answers', () => {
  const get = (viewer: TestViewer) => viewer.rest('GET', `/api/patients/${ids[0]}/devices`);

  test('thirty reads send no statement of their own, and one writes the lines of all', async () => {
    const viewer = await staff();
    await running().app.readLog.flush();
    const first = await countQueries(() => get(viewer));
    await running().app.readLog.flush();
    const flush = jest.spyOn(running().app.readLog, 'flush').mockResolvedValue();
    const during = await auditStatements(async () => {
      for (let round = 0; round < 30; round++) expect((await get(viewer)).status).toBe(200);
    });
    flush.mockRestore();
    expect(during).toEqual([]);
    expect(await auditStatements(() => running().app.readLog.flush())).toHaveLength(1);
    expect(await linesOf(viewer)).toHaveLength(31);
    // The same request takes as many when its line is not kept.
    jest.spyOn(running().app.readLog, 'add').mockImplementation(() => undefined);
    expect((await countQueries(() => get(viewer))).statements).toBe(first.statements);
  });

  test('by themselves, soon', async () => {
    const viewer = await staff();
    await get(viewer);
    await until(async () => {
      const { rows } = await admin.query('select from audit_log where actor_user_id = $1', [viewer.userId]);
      return rows.length === 1;
    });
  });

  test('by a node that ends, before it ends', async () => {
    const viewer = await staff();
    const node = await startPortal(testConfig(running().adminUrl));
    const answer = await fetch(`http://127.0.0.1:${node.port}/api/patients/${ids[0]}/devices`, {
      headers: viewer.headers,
    });
    expect(answer.status).toBe(200);
    await node.stop();
    const { rows } = await admin.query('select outcome from audit_log where actor_user_id = $1', [viewer.userId]);
    expect(rows).toEqual([{ outcome: 'read' }]);
  });

  test('and wait, with a warning without data, while the database does not take them', async () => {
    const viewer = await staff();
    const warned = jest.spyOn(running().app.log, 'warn');
    await admin.query('revoke insert on audit_log from airlog_auth');
    try {
      expect((await get(viewer)).status).toBe(200);
      expect(await linesOf(viewer)).toEqual([]);
    } finally {
      await admin.query(
        'grant insert (org_id, actor_user_id, operation, outcome, patient_ids, properties, ip, request_id, session, read_at, actor_type) on audit_log to airlog_auth',
      );
    }
    expect(warned.mock.calls[0]).toEqual([{ lines: 1, code: '42501' }, 'reads wait for the audit log']);
    expect(await linesOf(viewer)).toHaveLength(1);
  });
});

describe('lines that cannot be written', () => {
  const line = (patientCount: number): ReadLine => ({
    actor: 'session',
    operation: 'Query.patients',
    orgId,
    userId: 1,
    properties: {},
    patients: Array.from({ length: patientCount }, (_, index) => index),
    ip: '',
    requestId: 'r',
    session: null,
  });
  /** A log of reads whose database takes nothing. */
  const refusing = () => {
    const log = { warn: jest.fn(), error: jest.fn() };
    const db = { pools: { auth: { driver: { execute: () => Promise.reject(new Error('no')) } } } };
    return { log, readLog: new ReadLog(db as never, log as never) };
  };

  /** A log of reads whose database takes everything; `taken` is the number of lines of each statement. */
  function taking(during: (statement: number, readLog: ReadLog) => void = () => undefined) {
    const taken: number[] = [];
    const execute = (_sql: string, [lines]: [string]) => {
      taken.push((JSON.parse(lines) as unknown[]).length);
      during(taken.length, readLog);
      return Promise.resolve([]);
    };
    const db = { pools: { auth: { driver: { execute } } } };
    const readLog = new ReadLog(db as never, {} as never);
    return { taken, readLog };
  }

  test('are none when more arrive while others are written', async () => {
    const { taken, readLog } = taking((statement, log) => {
      if (statement === 1) for (let index = 0; index < 3; index++) log.add(line(1));
    });
    readLog.add(line(1));
    await readLog.flush();
    expect(taken).toEqual([1, 3]);
  });

  test('are none when many wait: a statement takes a thousand', async () => {
    const { taken, readLog } = taking();
    for (let index = 0; index < 2500; index++) readLog.add(line(1));
    await readLog.flush();
    expect([taken.reduce((sum, lines) => sum + lines), Math.max(...taken)]).toEqual([2500, 1000]);
  });

  test.each([
    [20_000, 1],
    [2_000, 500],
  ])('fill the memory of a node with %d lines of %d patients', async (lines, patientCount) => {
    const { readLog } = refusing();
    for (let index = 0; index < lines - 1; index++) readLog.add(line(patientCount));
    expect(readLog.isFull).toBe(false);
    readLog.add(line(patientCount));
    expect(readLog.isFull).toBe(true);
    await readLog.flush();
    expect(readLog.isFull).toBe(true);
  });

  test('stop further reads, and nothing else', async () => {
    const viewer = await staff();
    const full = jest.spyOn(running().app.readLog, 'isFull', 'get').mockReturnValue(true);
    const refused = await viewer.rest('GET', '/api/patients/datatable');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await viewer.gql('{ patients { totalCount } }')).errors![0]!.extensions.code).toBe('UNAVAILABLE');
    expect((await viewer.gql('{ viewer { locale } }')).data.viewer).toEqual({ locale: 'EN' });
    full.mockRestore();
    expect((await viewer.rest('GET', '/api/patients/datatable')).status).toBe(200);
  });

  test('when the node ends are counted in its log', async () => {
    const { readLog, log } = refusing();
    readLog.add(line(1));
    readLog.add(line(1));
    await readLog.close();
    expect(log.error.mock.calls).toEqual([[{ lines: 2 }, 'reads were not written to the audit log']]);
  });
});

describe('the server does not start with a root field', () => {
  const typeOf = (name: string) => new GraphQLObjectType({ name, fields: { text: { type: GraphQLString } } });
  const refusal = (type: string, operation: object) => () => {
    const query = new GraphQLObjectType({ name: 'Query', fields: { wrong: { type: typeOf(type) } } });
    assertShownDeclared(new GraphQLSchema({ query }), { 'Query.wrong': operation as never }, [query]);
  };
  const MESSAGE = 'These root fields do not declare whose data they show: Query.wrong.';

  test('that shows a type of patients, or one that no list knows, without declaring it', () => {
    expect(refusal('Patient', { ...read('session', 'rows'), phi: false })).toThrow(MESSAGE);
    expect(refusal('Forgotten', { ...read('session', 'none'), phi: false })).toThrow(MESSAGE);
    expect(refusal('User', { ...read('session', 'none'), phi: false })).not.toThrow();
  });

  test('whose rows name no patient', () => {
    expect(refusal('Compliance', read('session', 'rows'))).toThrow(MESSAGE);
    expect(refusal('Compliance', read('session', 'subject'))).not.toThrow();
    expect(refusal('Patient', read('session', 'rows'))).not.toThrow();
  });
});

test('an answer of REST with data of patients, whose handler does not say whose, is a fault', async () => {
  const viewer = await staff();
  jest.spyOn(Context.prototype, 'shows').mockImplementation(() => undefined);
  for (const path of ['/api/patients/datatable', `/api/patients/${ids[0]}/devices`])
    expect([path, (await viewer.rest('GET', path)).status]).toEqual([path, 500]);
  expect((await viewer.rest('GET', '/api/users/my-org')).status).toBe(200);
});

test('every mapped table with a patient says whose data a row is', () => {
  const metadata = [...running().app.db.pools.org.getMetadata().getAll().values()];
  const withPatient = metadata.filter(
    ({ tableName, properties }) => tableName === 'patients' || 'patient' in properties || 'patientId' in properties,
  );
  expect(withPatient.map(({ className }) => className).sort()).toEqual([
    'ComplianceResult',
    'ConnectionRecord',
    'DeviceHistory',
    'FollowUpDecision',
    'HandOff',
    'ICodeReport',
    'InboxItem',
    'MobileUser',
    'Patient',
    'PatientMigrationRow',
    'PatientNote',
    'SettingsRecord',
    'UsageDateChange',
    'UsageNight',
  ]);
  for (const { className, prototype } of withPatient)
    expect([className, typeof (prototype as { patientShown?: unknown }).patientShown]).toEqual([className, 'function']);
});

test('a patient who is read ahead of an opening is audited as a read that says so; an opening and any other header are not', async () => {
  const viewer = await staff();
  const [{ id }] = patients as [Ref];
  const query = { query: 'query ($id: ID!) { patient(id: $id) { lastName } }', variables: { id: String(id) } };
  const purposes: Record<string, string>[] = [{ 'x-purpose': 'prefetch' }, {}, { 'x-purpose': 'other' }];
  for (const headers of purposes)
    expect((await viewer.rest('POST', '/graphql', query, headers)).body.data.patient).toEqual({ lastName: 'Ash' });
  await running().app.readLog.flush();
  const { rows } = await admin.query<{ patients: number[]; mark: boolean | null }>(
    "select patient_ids as patients, (properties->'prefetch')::boolean as mark from audit_log where actor_user_id = $1 and operation = 'Query.patient' order by id",
    [viewer.userId],
  );
  expect(rows).toEqual([true, null, null].map((mark) => ({ patients: [id], mark })));
});
