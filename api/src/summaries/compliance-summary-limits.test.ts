import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { recomputeComplianceJob } from '../compliance/compliance.jobs.ts';
import { Deadline } from '../db/deadline.ts';
import { addDays } from '../shared/dates.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  usePortalHere,
  type GraphqlAnswer,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { asToken } from '../../test/token.ts';
import { MOST } from './summary-groups.ts';

usePortalHere();
afterEach(() => void jest.restoreAllMocks());

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
});

const ASK = (selection: string) =>
  `query ($groupBy: [ComplianceSummaryKey!]!, $where: PatientsWhere) { complianceSummary(groupBy: $groupBy, where: $where) { groups { ${selection} } } }`;
const NIGHTS = 'patients nights { known earlier unknown mean median }';
const ask = (groupBy: string[], selection = 'patients', who: Pick<TestViewer, 'gql'> = viewer, where?: object) =>
  who.gql(ASK(selection), { groupBy, where });
const refusalsOf = ({ errors }: GraphqlAnswer) => errors?.map(({ extensions }) => extensions.userErrors);

test('the nights are those of the result on the page of each patient on the day on which it was computed', async () => {
  const own = await asViewer();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
  for (const nights of [1, 5, 25, 40]) {
    const start = addDays(today, -nights);
    const patient = await makePatient(own.orgId, { therapy_start: start });
    const machine = await makeMachine(own.orgId);
    await makeHistory(patient, machine, { start_date: start });
    await admin.query(
      `insert into usage_nights (machine_org_id, machine_id, night, source, minutes)
       select $1, $2, $3::date + n, 'wireless', 300 from generate_series(0, $4::int - 1) n`,
      [machine.orgId, machine.id, start, nights],
    );
    await runJob(recomputeComplianceJob, { patientId: patient.id });
  }
  const page = await own.gql('{ patients { edges { node { compliance { state compliantDays isStored } } } } }');
  const results = page.data.patients.edges.map(({ node }: { node: { compliance: object } }) => node.compliance);
  // The window of a met rule is its first 30 days, and has every night of them.
  expect(results).toEqual([
    { state: 'IN_PROGRESS', compliantDays: 1, isStored: true },
    { state: 'IN_PROGRESS', compliantDays: 5, isStored: true },
    { state: 'MET', compliantDays: 25, isStored: true },
    { state: 'MET', compliantDays: 30, isStored: true },
  ]);
  const { data } = await ask([], NIGHTS, own);
  expect(data.complianceSummary.groups).toEqual([
    { patients: 4, nights: { known: 4, earlier: 0, unknown: 0, mean: 15.3, median: 15 } },
  ]);
  const inFragments = await own.gql(
    `{ complianceSummary(groupBy: []) { all: groups { ...named } } }
     fragment named on ComplianceSummaryGroup { ... on ComplianceSummaryGroup { slept: nights { known } } }`,
  );
  expect(inFragments.data.complianceSummary.all).toEqual([{ slept: { known: 4 } }]);
});

describe('what is refused', () => {
  test.each([[['MONTH', 'MONTH']], [['MONTH', 'MODEL', 'PROVIDER']]])('%j', async (groupBy) => {
    const message = 'A summary is grouped by at most 2 different values. Choose fewer, each once.';
    expect(refusalsOf(await ask(groupBy))).toEqual([[{ field: 'groupBy', code: 'summary.group_by', message }]]);
  });

  test('a condition on null, as in the list', async () => {
    expect(refusalsOf(await ask([], 'patients', viewer, { provider: { equal: null } }))).toMatchObject([
      [{ field: 'where.provider.equal', code: 'list.filter_null' }],
    ]);
  });

  test('a token without the scopes of patients', async () => {
    const [some, none] = [await asToken(viewer, ['view.patient']), await asToken(viewer, ['viewAny.device'])];
    expect((await ask([], 'patients', some)).data.complianceSummary.groups).toHaveLength(1);
    expect((await ask([], 'patients', none)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

test('the price is that of reading every patient, and more with nights and with conditions', async () => {
  const costOf = async (selection: string, where?: object) =>
    (await ask(['PROVIDER'], selection, viewer, where)).extensions!.cost;
  // 1 for the summary, 10 for its groups, 500 for their nights and 10 for the objects; 5 for a condition, and 50 for its count.
  expect(await costOf('patients')).toBe(1000 + 1 + 10);
  expect(await costOf(NIGHTS)).toBe(1000 + 1 + 10 + 10 * 51);
  expect(await costOf('patients', { lastName: { contain: 'a' } })).toBe(1000 + 1 + 10 + 55);
  const five = Array.from({ length: 5 }, (_, n) => `a${n}: complianceSummary(groupBy: []) { asOf }`).join(' ');
  expect((await viewer.gql(`{ ${five} }`)).errors).toMatchObject([{ extensions: { code: 'TOO_EXPENSIVE' } }]);
});

test('a summary whose time is over is refused as too expensive, without a word of the database', async () => {
  await admin.query('begin');
  try {
    await admin.query('lock table compliance_results in access exclusive mode');
    jest.spyOn(Deadline.prototype, 'left', 'get').mockReturnValue(300);
    const { errors } = await ask([], NIGHTS);
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_EXPENSIVE' } }]);
    expect(JSON.stringify(errors)).not.toMatch(/compliance_results|statement|57014/);
  } finally {
    await admin.query('rollback');
  }
});

test('400,000 patients are the most whose states are counted', async () => {
  expect(MOST.counted).toBe(400_000);
  const own = await asViewer();
  for (const last_name of ['A', 'B', 'C']) await makePatient(own.orgId, { last_name });
  const most = jest.replaceProperty(MOST, 'counted', 3);
  expect((await ask([], 'patients', own)).data.complianceSummary.groups).toEqual([{ patients: 3 }]);
  most.replaceValue(2);
  expect(refusalsOf(await ask([], 'patients', own))).toMatchObject([
    [{ field: 'where', code: 'summary.too_many_rows' }],
  ]);
});

describe('many patients', () => {
  let many: TestViewer;
  /** Without the triggers, which keep what a summary does not read. */
  const add = (orgId: number, count: number, start: string) =>
    admin.query(`
      begin;
      set local session_replication_role = replica;
      insert into patients (org_id, first_name, last_name, therapy_start, visible_org_ids)
        select ${orgId}, 'F', 'L' || n, ${start}, array[${orgId}] from generate_series(1, ${count}) n;
      commit`);
  beforeAll(async () => {
    many = await asViewer();
  });

  test('1,000 groups are answered in the order of their values, and 1,001 are refused', async () => {
    await add(many.orgId, 1000, "date '1940-01-15' + interval '1 month' * n");
    const { data } = await ask(['MONTH'], 'month', many);
    const months = data.complianceSummary.groups.map(({ month }: { month: string }) => month);
    expect([months.length, months[0], months.at(-1)]).toEqual([1000, '1940-02-01', '2023-05-01']);
    await add(many.orgId, 1, 'null');
    const message = 'A summary has at most 1,000 groups. Choose fewer values to group by, or narrow the filter.';
    expect(refusalsOf(await ask(['MONTH'], 'month', many))).toEqual([
      [{ field: 'groupBy', code: 'summary.too_many_groups', message }],
    ]);
  });

  test('of 100,001 the states are counted, and nights and models are refused', async () => {
    await add(many.orgId, 99_000, "date '2026-01-01'");
    const countOf = async (groupBy: string[], selection: string, where?: object) =>
      (await ask(groupBy, selection, many, where)).data.complianceSummary.groups.at(-1).patients;
    expect(await countOf([], 'patients')).toBe(100_001);
    const message =
      'A summary like this has at most 100,000 rows. Narrow the filter; without nights and models it takes more.';
    for (const refused of [await ask([], NIGHTS, many), await ask(['MODEL'], 'patients', many)])
      expect(refusalsOf(refused)).toEqual([[{ field: 'where', code: 'summary.too_many_rows', message }]]);
    const inTherapy = { therapyStart: { isNull: false } };
    expect(await countOf([], NIGHTS, inTherapy)).toBe(100_000);
    expect(await countOf(['MODEL'], 'patients', inTherapy)).toBe(100_000);
  }, 120_000);
});
