import { beforeAll, describe, expect, test } from '@jest/globals';
import { icodeRow } from '../../test/contract/isolation.fixture.ts';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';

usePortalHere();

/** The reports of this file by their names, which are their codes. */
const NAMES = ['first', 'second', 'other', 'legacy', 'anonymous'] as const;
type Name = (typeof NAMES)[number];

let viewer: TestViewer;
let colleague: TestViewer;
let location: number;
let patient: Ref;
let elsewhere: Ref;
let machine: Ref & { serial: string };
let spare: Ref & { serial: string };

beforeAll(async () => {
  viewer = await asViewer(); // of an organization in New York
  const { orgId } = viewer;
  location = await make('locations', { org_id: orgId, name: 'Here' });
  colleague = await asViewer({ orgId, roles: ['location.ep.admin'], locationIds: [location] });
  patient = await makePatient(orgId, { location_id: location });
  elsewhere = await makePatient(orgId);
  [machine, spare] = [
    await makeMachine(orgId, { serial: 'L1000000001' }),
    await makeMachine(orgId, { serial: 'L2000000002' }),
  ];
  await makeHistory(patient, machine);
  await makeHistory(elsewhere, spare);
  const of = (who: TestViewer, name: string) => ({ submitted_by_id: who.userId, submitted_by_name: name });
  const on = ({ id, orgId: owner, serial }: typeof machine) => ({ machine_id: id, machine_org_id: owner, serial });
  const rows: Record<Name, object> = {
    // Monday 03/02 in New York, where it is still that day at 04:30 UTC.
    first: {
      patient_id: patient.id,
      ...on(machine),
      ...of(viewer, 'One'),
      collected: '2026-03-01',
      created_at: '2026-03-03T04:30:00Z',
    },
    second: {
      patient_id: patient.id,
      ...on(machine),
      ...of(viewer, 'One'),
      collected: '2026-03-03',
      created_at: '2026-03-03T15:00:00Z',
    },
    other: {
      patient_id: elsewhere.id,
      ...on(spare),
      ...of(colleague, 'Two'),
      collected: '2026-03-08',
      icode_period: 7,
      created_at: '2026-03-09T15:00:00Z',
    },
    legacy: { patient_id: patient.id, ...on(machine), collected: '2025-01-10', created_at: '2025-01-10T15:00:00Z' },
    anonymous: {
      ...on(spare),
      ...of(colleague, 'Two'),
      collected: '2026-03-09',
      icode_period: 7,
      created_at: '2026-03-10T15:00:00Z',
    },
  };
  for (const name of NAMES) await make('icode_reports', icodeRow({ org_id: orgId, code: name, ...rows[name] }));
});

const LIST = `query ($where: ICodeReportsWhere, $orderBy: ICodeReportsOrder, $first: Int, $after: String, $search: String) {
  icodeReports(where: $where, orderBy: $orderBy, first: $first, after: $after, search: $search) {
    totalCount pageInfo { endCursor hasNextPage } edges { node { code } } } }`;

async function found(variables: Record<string, unknown> = {}, who: TestViewer = viewer): Promise<string[]> {
  const { data, errors } = await who.gql(LIST, variables);
  expect(errors).toBeUndefined();
  return data.icodeReports.edges.map(({ node }: { node: { code: string } }) => node.code);
}

test('one query answers how many reports each staff member entered in each week, also those without a patient', async () => {
  const { data } = await viewer.gql(
    `{ icodeReports(where: { createdAt: { greaterThan: "2026-02-28" } }, orderBy: { field: CREATED_AT }, first: 500) {
         pageInfo { hasNextPage } edges { node { createdAt submittedBy submitter { databaseId } } } } }`,
  );
  const weeks = new Map<string, number>();
  for (const { node } of data.icodeReports.edges) {
    const key = `${Math.floor((Date.parse(node.createdAt) - Date.parse('2026-03-02T05:00Z')) / (7 * 86_400_000))} ${node.submitter.databaseId}`;
    weeks.set(key, (weeks.get(key) ?? 0) + 1);
  }
  expect([...weeks]).toEqual([
    [`0 ${viewer.userId}`, 2],
    [`1 ${colleague.userId}`, 2],
  ]);
  expect(data.icodeReports.pageInfo.hasNextPage).toBe(false);
});

describe('a filter finds the reports that meet it, and its negation the others:', () => {
  test.each<[string, () => object, Name[]]>([
    ['entered on a day of the viewer’s organization', () => ({ createdAt: { equal: '2026-03-02' } }), ['first']],
    ['entered after a day', () => ({ createdAt: { greaterThan: '2026-03-02' } }), ['second', 'other', 'anonymous']],
    ['entered before a day', () => ({ createdAt: { lessThan: '2026-03-02' } }), ['legacy']],
    ['of a staff member', () => ({ submitterId: { equal: viewer.userId } }), ['first', 'second']],
    ['of no one with a login', () => ({ submitterId: { isNull: true } }), ['legacy']],
    ['of a patient', () => ({ patientId: { equal: patient.id } }), ['first', 'second', 'legacy']],
    ['without a patient', () => ({ patientId: { isNull: true } }), ['anonymous']],
    ['of a serial number', () => ({ serial: { equal: 'l1000-000001' } }), ['first', 'second', 'legacy']],
    ['of serial numbers that begin alike', () => ({ serial: { startWith: 'L2' } }), ['other', 'anonymous']],
    ['collected on a day', () => ({ collected: { equal: '2026-03-08' } }), ['other']],
    ['collected before a day', () => ({ collected: { lessThan: '2026-03-01' } }), ['legacy']],
    ['of a period that ends on a day', () => ({ periodEnd: { equal: '2026-02-28' } }), ['first']],
    ['of a period that ends after a day', () => ({ periodEnd: { greaterThan: '2026-03-02' } }), ['other', 'anonymous']],
    ['of a period that ends before a day', () => ({ periodEnd: { lessThan: '2026-03-02' } }), ['first', 'legacy']],
    ['of an organization', () => ({ organizationId: { equal: viewer.orgId } }), [...NAMES]],
    ['of another organization', () => ({ organizationId: { equal: 999_999_999 } }), []],
    [
      'of a staff member after a day',
      () => ({ submitterId: { equal: viewer.userId }, createdAt: { greaterThan: '2026-03-02' } }),
      ['second'],
    ],
  ])('%s', async (_title, where, names) => {
    expect((await found({ where: where() })).sort()).toEqual(names.toSorted());
    const others = NAMES.filter((name) => !names.includes(name));
    expect((await found({ where: { not: where() } })).sort()).toEqual(others.toSorted());
  });

  test('the end of the period that a report shows is the one by which it is filtered', async () => {
    const { data } = await viewer.gql('{ icodeReports { edges { node { code periodEnd } } } }');
    for (const { node } of data.icodeReports.edges) {
      const where = { periodEnd: { equal: node.periodEnd } };
      expect(await found({ where })).toContain(node.code);
    }
  });

  test('of a search of a part of the serial number', async () => {
    expect((await found({ search: '2000000' })).sort()).toEqual(['anonymous', 'other']);
    expect(await found({ search: '2000009' })).toEqual([]);
  });
});

test('the newest is first unless the order says else, and a cursor goes on where a page ended', async () => {
  const newest = ['anonymous', 'other', 'second', 'first', 'legacy'];
  expect(await found()).toEqual(newest);
  expect(await found({ orderBy: { field: 'CREATED_AT' } })).toEqual(newest.toReversed());
  expect(await found({ orderBy: { field: 'COLLECTED', direction: 'DESC' } })).toEqual(newest);
  const { data } = await viewer.gql(LIST, { first: 2 });
  expect(data.icodeReports).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
  expect(await found({ after: data.icodeReports.pageInfo.endCursor })).toEqual(newest.slice(2));
});

const ROW = `code serial submittedBy submitter { databaseId } patient { databaseId location { name } } machine { databaseId }
  model organization { databaseId }`;
async function rowOf(name: Name, who: TestViewer): Promise<object> {
  const { data, errors } = await who.gql(`{ icodeReports { edges { node { ${ROW} } } } }`);
  expect(errors).toBeUndefined();
  return data.icodeReports.edges.find(({ node }: { node: { code: string } }) => node.code === name)?.node;
}

describe('a row has', () => {
  test('its user, patient with location, device, model and organization', async () => {
    const { rows } = await admin.query(
      'select l.name from machines m join machine_models l on l.id = m.model_id where m.id = $1',
      [machine.id],
    );
    expect(await rowOf('first', viewer)).toEqual({
      code: 'first',
      serial: 'L1000000001',
      submittedBy: 'One',
      submitter: { databaseId: viewer.userId },
      patient: { databaseId: patient.id, location: { name: 'Here' } },
      machine: { databaseId: machine.id },
      model: rows[0].name,
      organization: { databaseId: viewer.orgId },
    });
  });

  test('no user when it was entered without a login, and no patient when it was entered for none', async () => {
    expect(await rowOf('legacy', viewer)).toMatchObject({ submittedBy: null, submitter: null });
    expect(await rowOf('anonymous', viewer)).toMatchObject({
      submitter: { databaseId: colleague.userId },
      patient: null,
      machine: { databaseId: spare.id },
      organization: { databaseId: viewer.orgId },
    });
  });

  test('no device for a viewer who may not list devices, and its model and serial number all the same', async () => {
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect(await rowOf('first', reader)).toMatchObject({
      machine: null,
      model: expect.any(String),
      serial: 'L1000000001',
      patient: { databaseId: patient.id },
    });
  });

  test('a global id by which it is read again', async () => {
    const { data } = await viewer.gql('{ icodeReports(first: 1) { edges { node { id code } } } }');
    const [{ node }] = data.icodeReports.edges;
    const again = await viewer.gql('query ($id: ID!) { node(id: $id) { ... on ICodeReport { code } } }', {
      id: node.id,
    });
    expect(again.data.node).toEqual({ code: node.code });
  });
});

describe('the rows are exactly those that the viewer may read:', () => {
  test('none for another organization, whatever it filters by', async () => {
    const outsider = await asViewer();
    for (const where of [
      {},
      { patientId: { equal: patient.id } },
      { submitterId: { equal: viewer.userId } },
      { organizationId: { equal: viewer.orgId } },
      { serial: { equal: machine.serial } },
    ]) {
      const { data } = await outsider.gql(
        'query ($where: ICodeReportsWhere) { icodeReports(where: $where) { totalCount unfilteredCount edges { node { code } } } }',
        { where },
      );
      expect(data.icodeReports).toEqual({ totalCount: 0, unfilteredCount: 0, edges: [] });
    }
  });

  test('those of the patients of their location, and without a patient their own', async () => {
    expect(await found({}, colleague)).toEqual(['anonymous', 'second', 'first', 'legacy']);
    const { orgId } = viewer;
    const another = await asViewer({ orgId, roles: ['location.ep.admin'], locationIds: [location] });
    expect(await found({}, another)).toEqual(['second', 'first', 'legacy']);
    const there = await make('locations', { org_id: orgId, name: 'There' });
    const remote = await asViewer({ orgId, roles: ['location.ep.admin'], locationIds: [there] });
    expect(await found({}, remote)).toEqual([]);
    expect(await found({ where: { patientId: { equal: patient.id } } }, remote)).toEqual([]);
  });

  test('of a shared patient for its partner, who sees neither the user nor a device that is not with the patient', async () => {
    const owner = await asViewer();
    const clinic = await asViewer({ kind: 'clinical' });
    const third = await makeOrganization();
    const shared = await makePatient(owner.orgId, { clinician_org_id: clinic.orgId, clinician_id: clinic.userId });
    const alone = await makePatient(owner.orgId);
    const [there, gone] = [await makeMachine(owner.orgId), await makeMachine(third)];
    await makeHistory(shared, there);
    const row = { org_id: owner.orgId, submitted_by_id: owner.userId, submitted_by_name: 'Own, Er' };
    const on = ({ id, orgId, serial }: typeof there) => ({ machine_id: id, machine_org_id: orgId, serial });
    await make('icode_reports', icodeRow({ ...row, ...on(there), patient_id: shared.id, code: 'first' }));
    await make('icode_reports', icodeRow({ ...row, ...on(gone), patient_id: shared.id, code: 'second' }));
    await make('icode_reports', icodeRow({ ...row, ...on(there), patient_id: alone.id, code: 'other' }));
    await make('icode_reports', icodeRow({ ...row, ...on(there), code: 'anonymous' }));
    expect((await found({}, owner)).sort()).toEqual(['anonymous', 'first', 'other', 'second']);
    expect((await found({}, clinic)).sort()).toEqual(['first', 'second']);
    expect(await rowOf('first', clinic)).toMatchObject({
      submittedBy: 'Own, Er',
      submitter: null,
      model: expect.any(String),
      organization: { databaseId: owner.orgId },
    });
    for (const who of [owner, clinic])
      expect(await rowOf('second', who)).toMatchObject({ serial: gone.serial, machine: null, model: null });
    expect(await found({}, await asViewer({ orgId: third }))).toEqual([]);
  });

  test('of each organization for support staff, and of the one in which it acts', async () => {
    const foreign = await makeOrganization();
    await make('icode_reports', icodeRow({ org_id: foreign, serial: 'L3000000003', code: 'foreign' }));
    const support = await asViewer({ kind: 'support' });
    const both = { or: [viewer.orgId, foreign].map((id) => ({ organizationId: { equal: id } })) };
    expect((await found({ where: both }, support)).sort()).toEqual([...NAMES, 'foreign'].sort());
    expect(await found({ where: { organizationId: { equal: foreign } } }, support)).toEqual(['foreign']);
    await admin.query('update sessions set acting_org_id = $1 where user_id = $2', [foreign, support.userId]);
    expect(await found({ where: both }, support)).toEqual(['foreign']);
  });

  test('none without the permission to read patients', async () => {
    const technician = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'upload.device.icode'] });
    expect((await technician.gql(LIST)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('as REST answers them by serial number', async () => {
    for (const who of [viewer, colleague, await asViewer({ orgId: viewer.orgId, roles: ['org.clinical.staff'] })]) {
      const both = await Promise.all(
        [machine, spare].map(async ({ serial }) => {
          const { data } = await who.gql(
            'query ($serial: String) { icodeReports(where: { serial: { equal: $serial } }) { edges { node { databaseId } } } }',
            { serial },
          );
          const { body } = await who.rest('GET', `/api/icode-reports?serial=${serial}`);
          return [
            data.icodeReports.edges.map(({ node }: { node: { databaseId: number } }) => node.databaseId),
            body.map(({ id }: { id: number }) => id),
          ];
        }),
      );
      for (const [listed, rest] of both) expect(listed).toEqual(rest);
      expect(both.flat(2).length).toBeGreaterThan(0);
    }
  });
});

test('a read of the list is audited with the patients of its rows', async () => {
  const reader = await asViewer({ orgId: viewer.orgId });
  await reader.gql('{ icodeReports(first: 3) { edges { node { code submitter { id } } } } }');
  await running().app.readLog.flush();
  const { rows } = await admin.query(
    "select patient_ids as patients from audit_log where actor_user_id = $1 and operation = 'Query.icodeReports'",
    [reader.userId],
  );
  expect(rows.map(({ patients }) => patients.toSorted())).toEqual([[patient.id, elsewhere.id].toSorted()]);
});

test('the number of statements does not grow with the rows, their users, patients, devices and organizations', async () => {
  const own = await asViewer();
  const add = async () => {
    const [who, whose, device] = [
      await asViewer({ orgId: own.orgId }),
      await makePatient(own.orgId),
      await makeMachine(own.orgId),
    ];
    await makeHistory(whose, device);
    const on = { machine_id: device.id, machine_org_id: device.orgId, serial: device.serial };
    const row = { org_id: own.orgId, patient_id: whose.id, submitted_by_id: who.userId, ...on };
    await make('icode_reports', icodeRow(row));
  };
  const list = () => countQueries(() => own.gql(`{ icodeReports { edges { node { ${ROW} } } } }`));
  await add();
  await add();
  await list();
  const few = await list();
  for (let count = 0; count < 10; count += 1) await add();
  const many = await list();
  const rows = [few, many].map(({ result }) => result.data.icodeReports.edges.length);
  expect([rows, many.statements]).toEqual([[2, 12], few.statements]);
});

test('the price is that of a list: a page of 500 reports with their users fits into one operation', async () => {
  const cost = async (fields: string, where = {}) =>
    (
      await viewer.rest('POST', '/graphql', {
        query: `query ($where: ICodeReportsWhere) { ${fields} }`,
        variables: { where },
      })
    ).body.extensions.cost;
  const page = 'icodeReports(first: 1, where: $where) { edges { node { id } } }';
  expect(await cost(page)).toBe(4);
  expect(await cost(page, { submitterId: { equal: 1 } })).toBe(4 + 5);
  expect(await cost(page, { periodEnd: { equal: '2026-01-01' } })).toBe(4 + 50);
  expect(await cost('icodeReports(first: 500, where: $where) { edges { node { submitter { id } } } }')).toBeLessThan(
    5000,
  );
});
