import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { wholeList } from '../../test/whole-list.ts';
import { addDays } from '../shared/dates.ts';

usePortal();

const KEYS = ['PROVIDER', 'LOCATION', 'CLINICIAN', 'MODEL', 'COMPLIANCE_STATE', 'MONTH'] as const;
type Key = (typeof KEYS)[number];
const GROUP = `provider { name } location { name } clinician { lastName } model complianceState month patients
  states { met inProgress atRisk cannotBeMet notMet noTherapyStart notComputed } nights { known earlier unknown mean median }`;
const SUMMARY = `query ($groupBy: [ComplianceSummaryKey!]!, $where: PatientsWhere) {
  complianceSummary(groupBy: $groupBy, where: $where) { asOf rule { id version } groups { ${GROUP} } } }`;
const PAGE = `query ($after: String, $where: PatientsWhere) { patients(first: 40, after: $after, where: $where) { pageInfo { hasNextPage endCursor }
  edges { node { databaseId therapyStart complianceState provider { name } location { name } clinician { lastName } devices { model isActive } } } } }`;

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

/** The nights of each patient whose result is of the present start of therapy and version of the rule. */
const stored = new Map<number, { nights: number; isEarlier: boolean }>();
const viewers: Record<string, TestViewer> = {};

let seed = 187;
/** Returns a whole number below `most`; the same in each run. */
const below = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * most);
};
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;

const DATE_NAMES = ['met_on', 'at_risk_on', 'cannot_be_met_on', 'closes_on'] as const;
/** Dates of a stored result: met, met by a night to come, in progress, at risk, out of reach, not met, met when it was computed. */
const DATES: Partial<Record<(typeof DATE_NAMES)[number], string>>[] = [
  { met_on: addDays(today, -1), closes_on: addDays(today, 30) },
  { met_on: addDays(today, 2), at_risk_on: addDays(today, 1), closes_on: addDays(today, 30) },
  { at_risk_on: addDays(today, 5), cannot_be_met_on: addDays(today, 9), closes_on: addDays(today, 30) },
  { at_risk_on: today, cannot_be_met_on: addDays(today, 3), closes_on: addDays(today, 30) },
  { at_risk_on: addDays(today, -9), cannot_be_met_on: today, closes_on: addDays(today, 30) },
  { at_risk_on: addDays(today, -40), cannot_be_met_on: addDays(today, -30), closes_on: today },
  { met_on: addDays(today, -20), closes_on: addDays(today, 30) },
  { at_risk_on: addDays(today, -80), cannot_be_met_on: addDays(today, -70), closes_on: addDays(today, -20) },
];
const EARLIER_DAYS = 3;

interface Result {
  start: string;
  version?: number;
  nights: number;
  dates: (typeof DATES)[number];
  isOfToday: boolean;
}
const addResult = ({ id, orgId }: Ref, { start, version = 1, nights, dates, isOfToday }: Result) =>
  admin.query(
    `insert into compliance_results (org_id, patient_id, rule, rule_version, period, therapy_start, met_on, at_risk_on, cannot_be_met_on, closes_on, compliant_days, computed_at)
     values ($1, $2, 'CMS PAP', $3, 90, $4, $5, $6, $7, $8, $9, now() - $10::int * interval '1 day')`,
    [orgId, id, version, start, ...DATE_NAMES.map((name) => dates[name] ?? null), nights, isOfToday ? 0 : EARLIER_DAYS],
  );

/** The clinicians of patients, as columns. */
const clinicians: object[] = [{}];

async function addPatient(orgId: number, dmes: readonly (number | null)[], locations: readonly (number | null)[]) {
  const start = below(8) === 0 ? null : addDays(today, -below(300));
  const patient = await makePatient(orgId, {
    therapy_start: start,
    dme_id: oneOf(dmes),
    location_id: oneOf(locations),
    ...oneOf(clinicians),
  });
  if (below(3) > 0) await makeHistory(patient, await makeMachine(orgId, { model_id: 1 + below(4) }));
  // A start of therapy that was removed a moment ago still has its result.
  if (start === null && below(2) === 0)
    return void (await addResult(patient, { start: today, nights: 9, dates: oneOf(DATES), isOfToday: true }));
  if (start === null || below(8) === 0) return;
  const result = { start, nights: below(31), dates: oneOf(DATES), isOfToday: below(2) === 0 };
  const kind = below(8);
  if (kind === 0) return void (await addResult(patient, { ...result, start: addDays(start, 1) }));
  if (kind === 1) return void (await addResult(patient, { ...result, version: 0 }));
  await addResult(patient, result);
  const computed = addDays(today, result.isOfToday ? 0 : -EARLIER_DAYS);
  const ends = [result.dates.met_on, result.dates.closes_on].some((end) => end !== undefined && end <= computed);
  stored.set(patient.id, { nights: result.nights, isEarlier: !result.isOfToday && !ends });
}

beforeAll(async () => {
  const owner = await asViewer();
  await admin.query("update organizations set name = 'Alder Care' where id = $1", [owner.orgId]);
  const partner = await asViewer({ orgId: await makeOrganization('ep', { name: 'Birch Care' }) });
  const place = (orgId: number, name: string) =>
    make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
  const [here, there] = [await place(owner.orgId, 'Here'), await place(owner.orgId, 'There')];
  const elsewhere = await place(partner.orgId, 'Elsewhere');
  Object.assign(viewers, {
    'an administrator': owner,
    'staff of a location': await asViewer({
      orgId: owner.orgId,
      roles: ['location.ep.admin'],
      locationIds: [here],
    }),
    'a partner': partner,
    support: await asViewer({ kind: 'support' }),
  });
  for (const name of ['Abel', 'Baker']) {
    const { userId, orgId } = await asViewer({ orgId: owner.orgId });
    await admin.query('update users set last_name = $1 where id = $2', [name, userId]);
    clinicians.push({ clinician_id: userId, clinician_org_id: orgId });
  }
  for (let nth = 0; nth < 90; nth += 1)
    await addPatient(owner.orgId, [null, owner.orgId, partner.orgId], [null, here, there]);
  for (let nth = 0; nth < 20; nth += 1) await addPatient(partner.orgId, [owner.orgId, null], [elsewhere]);
  for (let nth = 0; nth < 10; nth += 1) await addPatient(await makeOrganization(), [null], [null]);
}, 60_000);

interface Listed {
  databaseId: number;
  therapyStart: string | null;
  complianceState: string | null;
  provider: { name: string } | null;
  location: { name: string } | null;
  clinician: { lastName: string } | null;
  devices: { model: string; isActive: boolean }[];
}

const listed = (viewer: TestViewer, where?: object) => wholeList<Listed>(viewer, PAGE, 'patients', where);

const STATES = {
  met: 'MET',
  inProgress: 'IN_PROGRESS',
  atRisk: 'AT_RISK',
  cannotBeMet: 'CANNOT_BE_MET',
  notMet: 'NOT_MET',
  noTherapyStart: 'NO_THERAPY_START',
  notComputed: null,
};
const ORDER = ['MET', 'IN_PROGRESS', 'AT_RISK', 'CANNOT_BE_MET', 'NOT_MET', 'NO_THERAPY_START'];
const VALUE: Record<Key, (row: Listed) => string | null> = {
  PROVIDER: ({ provider }) => provider?.name ?? null,
  LOCATION: ({ location }) => location?.name ?? null,
  CLINICIAN: ({ clinician }) => clinician?.lastName ?? null,
  MODEL: ({ devices }) => devices.find(({ isActive }) => isActive)?.model ?? null,
  COMPLIANCE_STATE: ({ complianceState }) => complianceState,
  MONTH: ({ therapyStart }) => therapyStart && `${therapyStart.slice(0, 7)}-01`,
};
const rank = (key: Key, value: string | null) =>
  value === null ? '~' : key === 'COMPLIANCE_STATE' ? String(ORDER.indexOf(value)) : value;
const toOneDecimal = (value: number) => Math.round(value * 10 + 1e-9) / 10;

/** The groups of rows of the list, counted row by row. */
function grouped(rows: Listed[], groupBy: readonly Key[]) {
  const groups = Map.groupBy(rows, (row) => groupBy.map((key) => rank(key, VALUE[key](row))).join('\t'));
  if (groupBy.length === 0 && rows.length === 0) groups.set('', []);
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, patients]) => {
      const valueOf = (key: Key) => (groupBy.includes(key) ? VALUE[key](patients[0]!) : null);
      const named = (key: Key, name = 'name') => (valueOf(key) === null ? null : { [name]: valueOf(key) });
      const known = patients.flatMap(({ databaseId }) => stored.get(databaseId) ?? []);
      const nights = known.map((one) => one.nights).sort((a, b) => a - b);
      const [low, high] = [nights[Math.floor((nights.length - 1) / 2)]!, nights[Math.floor(nights.length / 2)]!];
      const none = nights.length === 0;
      return {
        provider: named('PROVIDER'),
        location: named('LOCATION'),
        clinician: named('CLINICIAN', 'lastName'),
        model: valueOf('MODEL'),
        complianceState: valueOf('COMPLIANCE_STATE'),
        month: valueOf('MONTH'),
        patients: patients.length,
        states: Object.fromEntries(
          Object.entries(STATES).map(([name, state]) => [
            name,
            patients.filter(({ complianceState }) => complianceState === state).length,
          ]),
        ),
        nights: {
          known: nights.length,
          earlier: known.filter(({ isEarlier }) => isEarlier).length,
          unknown: patients.length - nights.length,
          mean: none ? null : toOneDecimal(nights.reduce((sum, one) => sum + one, 0) / nights.length),
          median: none ? null : toOneDecimal((low + high) / 2),
        },
      };
    });
}

const BY: Key[][] = [
  [],
  ...KEYS.map((key) => [key]),
  ['PROVIDER', 'COMPLIANCE_STATE'],
  ['MONTH', 'MODEL'],
  ['LOCATION', 'PROVIDER'],
  ['CLINICIAN', 'COMPLIANCE_STATE'],
];
const WHERE: [string, object | undefined][] = [
  ['all patients', undefined],
  ['patients set up in the last three months', { therapyStart: { greaterThan: addDays(today, -91) } }],
  ['patients who meet the rule', { compliance: { equal: 'MET' } }],
  [
    'patients of a provider or without a start',
    { or: [{ provider: { contain: 'birch' } }, { therapyStart: { isNull: true } }] },
  ],
  ['no patients', { lastName: { equal: 'None of them' } }],
];

describe.each(['an administrator', 'staff of a location', 'a partner', 'support'])('as %s', (name) => {
  test.each(WHERE)('the groups of %s are those counted over the pages of the list', async (_title, where) => {
    const viewer = viewers[name]!;
    const rows = await listed(viewer, where);
    for (const groupBy of BY) {
      const { data, errors } = await viewer.gql(SUMMARY, { groupBy, where });
      expect(errors).toBeUndefined();
      expect([groupBy, data.complianceSummary]).toEqual([
        groupBy,
        { asOf: today, rule: { id: 'cms-pap', version: 1 }, groups: grouped(rows, groupBy) },
      ]);
    }
  });
});

test('the fixture has every state, patients without a result, and figures of an earlier day, for each viewer', async () => {
  for (const viewer of Object.values(viewers)) {
    const { data } = await viewer.gql(SUMMARY, { groupBy: [] });
    const [{ states, nights }] = data.complianceSummary.groups;
    for (const count of [...Object.values(states), nights.known, nights.earlier, nights.unknown])
      expect(count).toBeGreaterThan(0);
  }
});
