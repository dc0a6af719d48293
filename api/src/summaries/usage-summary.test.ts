import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortalHere,
  type GraphqlAnswer,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { asToken } from '../../test/token.ts';
import { wholeList } from '../../test/whole-list.ts';
import { recomputeComplianceJob } from '../compliance/compliance.jobs.ts';
import { addDays } from '../shared/dates.ts';
import { MOST } from './summary-groups.ts';

usePortalHere();

const KEYS = ['PROVIDER', 'LOCATION', 'CLINICIAN', 'MODEL', 'COMPLIANCE_STATE', 'MONTH'] as const;
type Key = (typeof KEYS)[number];
const FIGURES = 'known unknown mean median';
const SUMMARY = `query ($groupBy: [UsageSummaryKey!]!, $from: Date!, $to: Date!, $where: PatientsWhere) {
  usageSummary(groupBy: $groupBy, from: $from, to: $to, where: $where) { asOf groups {
    provider { name } location { name } clinician { lastName } model complianceState month
    patients nights unused corrected missing expected minutes { ${FIGURES} } ahi { ${FIGURES} } leak { ${FIGURES} } } } }`;
const PAGE = `query ($after: String, $where: PatientsWhere) { patients(first: 4, after: $after, where: $where) { pageInfo { hasNextPage endCursor }
  edges { node { databaseId complianceState provider { name } location { name } clinician { lastName } devices { model serial startDate endDate }
    nights(from: "$FROM", to: "$TO") { date minutes ahi leak corrected effective machine { serial model } } } } } }`;

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
const [FROM, TO] = [addDays(today, -69), addDays(today, 1)];
const viewers: Record<string, TestViewer> = {};

let seed = 314;
/** Returns a whole number below `most`; the same in each run. */
const below = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * most);
};
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;

/** Nights of a machine: of one or two sources, used or not, some without figures, invalid, voided, or with a new date. */
async function addNights(machine: Ref, from: number): Promise<void> {
  const rows: unknown[] = [];
  for (let ago = from; ago >= 0; ago -= 1)
    for (const source of ['wireless', 'sd', 'qr']) {
      if (below(3) > 0) continue;
      const night = addDays(today, -ago);
      const isWireless = source === 'wireless';
      rows.push({
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night,
        usage_date: below(9) === 0 ? addDays(night, -1) : night,
        source,
        state: oneOf([1, 1, 1, 1, 1, 2, 9]),
        minutes: oneOf([0, 61, 240, 300, 413, 555]),
        ahi: below(4) === 0 ? null : below(300) / 10,
        leak: isWireless ? below(500) / 10 : null,
      });
    }
  await admin.query(
    `insert into usage_nights (machine_org_id, machine_id, night, usage_date, source, state, minutes, ahi, leak)
     select machine_org_id, machine_id, night, usage_date, source, state, minutes, ahi, leak from json_populate_recordset(null::usage_nights, $1)`,
    [JSON.stringify(rows)],
  );
}

async function addPatient(orgId: number, columns: object): Promise<void> {
  const patient = await makePatient(orgId, { therapy_start: oneOf([null, addDays(today, -60)]), ...columns });
  const changed = 20 + below(30);
  const [first, second] = [
    await makeMachine(orgId, { model_id: 1 + below(4) }),
    await makeMachine(orgId, { model_id: 1 + below(4) }),
  ];
  const start = addDays(today, -oneOf([40, 69, 90]));
  await makeHistory(patient, first, { start_date: start, end_date: below(2) ? addDays(start, changed) : null });
  await addNights(first, 75);
  const history = await admin.query<{ end_date: string | null }>(
    'select end_date::text from device_history where patient_id = $1',
    [patient.id],
  );
  const end = history.rows[0]!.end_date;
  if (end === null) return;
  const later = await makeHistory(patient, second, { start_date: addDays(end, below(5)) });
  await addNights(second, 15);
  // Its nights stay with the patient, and its days are no days with a device.
  if (below(3) === 0) await admin.query('delete from device_history where id = $1', [later]);
}

beforeAll(async () => {
  const owner = await asViewer();
  await admin.query("update organizations set name = 'Alder Care' where id = $1", [owner.orgId]);
  const partner = await asViewer({ orgId: await makeOrganization('ep', { name: 'Birch Care' }) });
  const place = (name: string) => make('locations', { org_id: owner.orgId, name, country: 'US', is_primary: false });
  const [here, there] = [await place('Here'), await place('There')];
  const clinicians = [];
  for (const name of ['Abel', 'Baker']) {
    const { userId } = await asViewer({ orgId: owner.orgId });
    await admin.query('update users set last_name = $1 where id = $2', [name, userId]);
    clinicians.push({ clinician_id: userId, clinician_org_id: owner.orgId });
  }
  Object.assign(viewers, {
    'an administrator': owner,
    'staff of a location': await asViewer({ orgId: owner.orgId, roles: ['location.ep.admin'], locationIds: [here] }),
    'a partner': partner,
    support: await asViewer({ kind: 'support' }),
  });
  for (let nth = 0; nth < 14; nth += 1)
    await addPatient(owner.orgId, {
      dme_id: oneOf([null, owner.orgId, partner.orgId]),
      location_id: oneOf([null, here, here, there]),
      ...oneOf([{}, ...clinicians]),
    });
  for (let nth = 0; nth < 4; nth += 1) await addPatient(partner.orgId, { dme_id: oneOf([owner.orgId, null]) });
  await addPatient(await makeOrganization(), {});
  // Now, and not by the queue between a page and its summary.
  const { rows } = await admin.query<{ id: number }>('select id from patients where therapy_start is not null');
  for (const { id } of rows) await runJob(recomputeComplianceJob, { patientId: id });
}, 60_000);

interface Night {
  date: string;
  minutes: number;
  ahi: number | null;
  leak: number | null;
  corrected: boolean;
  effective: boolean;
  machine: { serial: string; model: string } | null;
}
interface Listed {
  databaseId: number;
  complianceState: string | null;
  provider: { name: string } | null;
  location: { name: string } | null;
  clinician: { lastName: string } | null;
  devices: { model: string; serial: string; startDate: string; endDate: string | null }[];
  nights: Night[];
}
/** A night, or a day with a device and without a night. */
interface Row {
  patient: Listed;
  date: string;
  model: string | null;
  night?: Night;
}

/** Every night that counts, and every day with a device without one, up to today. */
function rowsOf(patients: Listed[]): Row[] {
  return patients.flatMap((patient) => {
    const nights = patient.nights.filter(({ effective }) => effective);
    const rows: Row[] = nights.map((night) => ({
      patient,
      night,
      date: night.date,
      model: night.machine?.model ?? null,
    }));
    for (let date = FROM; date <= today; date = addDays(date, 1)) {
      const device = patient.devices.find(({ startDate, endDate }) => startDate <= date && date < (endDate ?? '9999'));
      if (device && !nights.some((night) => night.date === date && night.machine?.serial === device.serial))
        rows.push({ patient, date, model: device.model });
    }
    return rows;
  });
}

const VALUE: Record<Key, (row: Row) => string | null> = {
  PROVIDER: ({ patient }) => patient.provider?.name ?? null,
  LOCATION: ({ patient }) => patient.location?.name ?? null,
  CLINICIAN: ({ patient }) => patient.clinician?.lastName ?? null,
  MODEL: ({ model }) => model,
  COMPLIANCE_STATE: ({ patient }) => patient.complianceState,
  MONTH: ({ date }) => `${date.slice(0, 7)}-01`,
};
const ORDER = ['MET', 'IN_PROGRESS', 'AT_RISK', 'CANNOT_BE_MET', 'NOT_MET', 'NO_THERAPY_START'];
const rank = (key: Key, value: string | null) =>
  value === null ? '~' : key === 'COMPLIANCE_STATE' ? String(ORDER.indexOf(value)) : value;
const toOneDecimal = (value: number) => Math.round(value * 10 + 1e-6) / 10;

function figures(values: (number | null)[]) {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const [low, high] = [known[Math.floor((known.length - 1) / 2)]!, known[Math.floor(known.length / 2)]!];
  const none = known.length === 0;
  return {
    known: known.length,
    unknown: values.length - known.length,
    mean: none ? null : toOneDecimal(known.reduce((sum, one) => sum + one, 0) / known.length),
    median: none ? null : toOneDecimal((low + high) / 2),
  };
}

function grouped(rows: Row[], groupBy: readonly Key[]) {
  const groups = Map.groupBy(rows, (row) => groupBy.map((key) => rank(key, VALUE[key](row))).join('\t'));
  if (groupBy.length === 0 && rows.length === 0) groups.set('', []);
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, of]) => {
      const valueOf = (key: Key) => (groupBy.includes(key) ? VALUE[key](of[0]!) : null);
      const named = (key: Key, name: string) => (valueOf(key) === null ? null : { [name]: valueOf(key) });
      const nights = of.flatMap(({ night }) => night ?? []);
      const without = of.filter(({ night }) => !night);
      return {
        provider: named('PROVIDER', 'name'),
        location: named('LOCATION', 'name'),
        clinician: named('CLINICIAN', 'lastName'),
        model: valueOf('MODEL'),
        complianceState: valueOf('COMPLIANCE_STATE'),
        month: valueOf('MONTH'),
        patients: new Set(of.filter(({ night }) => night).map(({ patient }) => patient.databaseId)).size,
        nights: nights.length,
        unused: nights.filter(({ minutes }) => minutes === 0).length,
        corrected: nights.filter(({ corrected }) => corrected).length,
        missing: without.filter(({ date }) => date < addDays(today, -2)).length,
        expected: without.filter(({ date }) => date >= addDays(today, -2)).length,
        minutes: figures(nights.map(({ minutes }) => minutes)),
        ahi: figures(nights.map(({ ahi }) => ahi)),
        leak: figures(nights.map(({ leak }) => leak)),
      };
    });
}

const BY: Key[][] = [
  [],
  ...KEYS.map((key) => [key]),
  ['MODEL', 'MONTH'],
  ['CLINICIAN', 'COMPLIANCE_STATE'],
  ['MONTH', 'LOCATION'],
];
const WHERE: [string, object | undefined][] = [
  ['all patients', undefined],
  ['patients of a provider', { provider: { contain: 'birch' } }],
  ['no patients', { lastName: { equal: 'None of them' } }],
];
const page = PAGE.replace('$FROM', FROM).replace('$TO', TO);

describe.each(['an administrator', 'staff of a location', 'a partner', 'support'])('as %s', (name) => {
  test.each(WHERE)('the groups of %s are those counted night by night over the pages of the list', async (_, where) => {
    const viewer = viewers[name]!;
    const rows = rowsOf(await wholeList<Listed>(viewer, page, 'patients', where));
    for (const groupBy of BY) {
      const { data, errors } = await viewer.gql(SUMMARY, { groupBy, from: FROM, to: TO, where });
      expect(errors).toBeUndefined();
      expect([groupBy, data.usageSummary]).toEqual([groupBy, { asOf: today, groups: grouped(rows, groupBy) }]);
    }
  });
});

const ask = async (groupBy: string[], variables: object = {}, who: Pick<TestViewer, 'gql'> = viewers['support']!) =>
  who.gql(SUMMARY, { groupBy, from: FROM, to: TO, ...variables });
const refusalsOf = ({ errors }: GraphqlAnswer) => errors?.map(({ extensions }) => extensions.userErrors);

test('the fixture has unused, corrected, missing and expected nights, and ones without AHI or leak, for each viewer', async () => {
  for (const viewer of Object.values(viewers)) {
    const [{ unused, corrected, missing, expected, ahi, leak }] = (await ask([], {}, viewer)).data.usageSummary.groups;
    for (const count of [unused, corrected, missing, expected, ahi.known, ahi.unknown, leak.known, leak.unknown])
      expect(count).toBeGreaterThan(0);
  }
});

test('a summary is read with as many statements for many groups as for one', async () => {
  const some = await countQueries(() => ask([]));
  expect((await countQueries(() => ask(['MODEL', 'MONTH']))).statements).toBe(some.statements);
});

test('the price has points for the summary, for each group, and for each measurement', async () => {
  const costOf = async (selection: string) =>
    (
      await viewers['support']!.gql(
        `{ usageSummary(groupBy: [MODEL], from: "${FROM}", to: "${TO}") { groups { ${selection} } } }`,
      )
    ).extensions!.cost;
  expect(await costOf('nights')).toBe(2500 + 1 + 10);
  expect(await costOf('nights minutes { mean }')).toBe(2500 + 1 + 10 + 10 * 26);
  expect(await costOf('minutes { mean } ahi { mean } leak { mean }')).toBe(2500 + 1 + 10 + 30 * 26);
});

describe('what is refused', () => {
  test.each([[['MONTH', 'MONTH']], [['MONTH', 'MODEL', 'PROVIDER']]])('grouping by %j', async (groupBy) => {
    expect(refusalsOf(await ask(groupBy))).toMatchObject([[{ field: 'groupBy', code: 'summary.group_by' }]]);
  });

  test('dates in the wrong order, and more than 1,100 days', async () => {
    expect(refusalsOf(await ask([], { from: TO, to: FROM }))).toMatchObject([[{ field: 'to', code: 'usage.order' }]]);
    const days = (count: number) => ask([], { from: addDays(TO, 1 - count), to: TO });
    expect((await days(1100)).errors).toBeUndefined();
    expect(refusalsOf(await days(1101))).toMatchObject([[{ field: 'to', code: 'usage.range' }]]);
  });

  test('more nights than 300,000, and more patients than 100,000, each with what to narrow', async () => {
    expect([MOST.nights, MOST.joined]).toEqual([300_000, 100_000]);
    const [{ nights }] = (await ask([])).data.usageSummary.groups;
    const most = jest.replaceProperty(MOST, 'nights', nights);
    expect((await ask([])).errors).toBeUndefined();
    most.replaceValue(nights - 1);
    const message = `A summary has at most ${nights - 1} nights. Choose fewer days, or narrow the filter to fewer patients.`;
    expect(refusalsOf(await ask(['MODEL']))).toEqual([[{ field: 'where', code: 'summary.too_many_nights', message }]]);
    most.restore();
    const patients = jest.replaceProperty(MOST, 'joined', 19);
    expect((await ask([])).errors).toBeUndefined();
    patients.replaceValue(18);
    for (const where of [undefined, { lastName: { isNull: false } }])
      expect(refusalsOf(await ask(['MODEL'], { where }))).toMatchObject([
        [{ field: 'where', code: 'summary.too_many_rows' }],
      ]);
    patients.restore();
  });

  test('a token without the scopes of patients', async () => {
    const owner = viewers['an administrator']!;
    const [some, none] = [await asToken(owner, ['view.patient']), await asToken(owner, ['viewAny.device'])];
    expect((await ask([], {}, some)).errors).toBeUndefined();
    expect((await ask([], {}, none)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});
