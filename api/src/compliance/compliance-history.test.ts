import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { addDays, daysBetween } from '../shared/dates.ts';
import { rebuildCompliance, verifyCompliance, type ComplianceDifference } from './compliance-verify.ts';

usePortal();

const READ = `query ($id: ID!, $asOf: Date) { patient(id: $id) { compliance(asOf: $asOf) { asOf state atRiskOn cannotBeMetOn isStored } } }`;
interface Result {
  asOf: string;
  state: string;
  atRiskOn: string | null;
  cannotBeMetOn: string | null;
  isStored: boolean;
}

const AGO = 88;
let viewer: TestViewer;
let today: string;
let start: string;
/** The date of a day of the period, from 0; today is day 88. */
const date = (day: number) => addDays(start, day);

/** A night that is known from the end of a day on, with the minutes of each later day on which it changed. */
interface Night {
  day: number;
  minutes: number;
  known?: number;
  grew?: { on: number; from: number };
  moved?: { on: number; from: number };
}

async function patientOf(nights: readonly Night[]): Promise<[patient: Ref, machine: Ref]> {
  const created_at = `${addDays(start, -10)}T12:00:00Z`;
  const patient = await makePatient(viewer.orgId, { therapy_start: start, created_at });
  const machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine, { start_date: start, created_at });
  for (const { day, minutes, known = day + 1, grew, moved } of nights) {
    const row = {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: date(moved?.from ?? day),
      source: 'wireless',
      minutes: grew?.from ?? minutes,
      arrived_at: `${date(known)}T15:00:00Z`,
    };
    const id = await make('usage_nights', row);
    const changed = grew ?? moved;
    if (!changed) continue;
    await admin.query('update usage_nights set minutes = $2, usage_date = $3 where id = $1', [id, minutes, date(day)]);
    await admin.query('update usage_night_versions set until = $2 where night_id = $1', [
      id,
      `${date(changed.on)}T15:00:00Z`,
    ]);
  }
  return [patient, machine];
}

const patientWith = async (nights: readonly Night[]): Promise<Ref> => (await patientOf(nights))[0];

const read = async ({ id }: Ref, asOf?: string): Promise<Result> => {
  const { data, errors } = await viewer.gql(READ, { id: String(id), asOf });
  expect(errors).toBeUndefined();
  return data.patient.compliance;
};

/** The first day of the run of days up to today that have one of these states, by what the portal says of each day. */
async function runOf(patient: Ref, states: readonly string[]): Promise<string | null> {
  let first: string | null = null;
  for (let day = AGO; day >= 0; day -= 1) {
    if (!states.includes((await read(patient, date(day))).state)) break;
    first = date(day);
  }
  return first;
}

const nights = (from: number, to: number, minutes: number): Night[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ day: from + index, minutes }));

const EVERY: [name: string, nights: Night[]][] = [
  ['who was never at risk until the nights ran out', [...nights(0, 68, 0), ...nights(69, 86, 300)]],
  [
    'whose late nights had made the rule possible again for some days',
    [
      ...nights(0, 66, 0),
      { day: 67, minutes: 300, known: 76 },
      { day: 68, minutes: 300, known: 76 },
      ...nights(69, 78, 300),
      ...nights(79, 87, 0),
    ],
  ],
  [
    'with a night that grew over the limit on a later day',
    [
      ...nights(0, 67, 0),
      { day: 68, minutes: 300, grew: { on: 80, from: 100 } },
      ...nights(69, 80, 300),
      ...nights(81, 87, 0),
    ],
  ],
  [
    'with a night that was moved by a correction out of a window',
    [
      ...nights(0, 40, 0),
      { day: 5, minutes: 300, moved: { on: 83, from: 75 } },
      ...nights(68, 74, 300),
      ...nights(76, 87, 300),
    ],
  ],
];

beforeAll(async () => {
  viewer = await asViewer();
  ({ asOf: today } = await read(await makePatient(viewer.orgId, {})));
  start = addDays(today, -AGO);
});

describe('since when a patient is at risk or can no longer meet the rule is what the portal says of each day', () => {
  test.each(EVERY)('of a patient %s', async (_, reported) => {
    const patient = await patientWith(reported);
    const { atRiskOn, cannotBeMetOn, state } = await read(patient);
    expect(['AT_RISK', 'CANNOT_BE_MET']).toContain(state);
    const soFar = (on: string | null) => (on !== null && on <= today ? on : null);
    expect({ atRiskOn: soFar(atRiskOn), cannotBeMetOn: soFar(cannotBeMetOn) }).toEqual({
      atRiskOn: await runOf(patient, ['AT_RISK', 'CANNOT_BE_MET', 'NOT_MET']),
      cannotBeMetOn: await runOf(patient, ['CANNOT_BE_MET', 'NOT_MET']),
    });
    // No date before the period is far enough for what only later days showed.
    expect(daysBetween(start, atRiskOn!)).toBeGreaterThan(60);
    // And each day says the same of the days before it.
    for (const earlier of [3, 10]) {
      const then = await read(patient, addDays(today, -earlier));
      if (atRiskOn! <= then.asOf) expect(then.atRiskOn).toBe(atRiskOn);
    }
  });
});

/** Runs as the nightly job does. */
async function asJobs<T>(work: () => Promise<T>): Promise<T> {
  await admin.query('set role airlog_jobs');
  try {
    return await work();
  } finally {
    await admin.query('reset role');
  }
}

/** A patient two of whose nights were recorded for the patient who had the device before, and were moved on day 76. */
async function patientWithNightsOfAnother(): Promise<Ref> {
  const [patient, machine] = await patientOf([...nights(0, 66, 0), ...nights(69, 78, 300), ...nights(79, 87, 0)]);
  const created_at = `${addDays(start, -20)}T12:00:00Z`;
  const before = await makePatient(viewer.orgId, { created_at });
  await makeHistory(before, machine, { start_date: date(-10), end_date: start, created_at });
  for (const day of [67, 68]) {
    const recorded = date(day - 72);
    const row = {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: recorded,
      source: 'wireless',
      minutes: 300,
    };
    const id = await make('usage_nights', { ...row, arrived_at: `${recorded}T23:00:00Z` });
    await admin.query('update usage_nights set usage_date = $2 where id = $1', [id, date(day)]);
    await admin.query('update usage_night_versions set until = $2 where night_id = $1', [id, `${date(76)}T15:00:00Z`]);
  }
  return patient;
}

/** The dates of a patient that are stored, for the patient's page and for lists. */
const kept = async ({ id }: Ref) =>
  (
    await admin.query(
      `select p.compliance_at_risk_on::text as risk, p.compliance_cannot_be_met_on::text as cannot, c.at_risk_on::text, c.cannot_be_met_on::text
         from patients p join compliance_results c on c.patient_id = p.id where p.id = $1`,
      [id],
    )
  ).rows;

/** Waits for the stored dates of a patient, and returns those that the portal says. */
async function datesOf(patient: Ref): Promise<Pick<Result, 'atRiskOn' | 'cannotBeMetOn'>> {
  const waiting = `select from pgboss.job where name = 'recompute-compliance' and state < 'completed' and singleton_key = $1`;
  await until(async () => (await admin.query(waiting, [String(patient.id)])).rowCount === 0);
  const { atRiskOn, cannotBeMetOn, isStored } = await read(patient);
  expect(isStored).toBe(true);
  expect(daysBetween(start, atRiskOn!)).toBeGreaterThan(60);
  return { atRiskOn, cannotBeMetOn };
}

const keptOf = ({ atRiskOn, cannotBeMetOn }: Awaited<ReturnType<typeof datesOf>>) => [
  { risk: atRiskOn, cannot: cannotBeMetOn, at_risk_on: atRiskOn, cannot_be_met_on: cannotBeMetOn },
];

const falsify = ({ id }: Ref) =>
  admin.query('update compliance_results set at_risk_on = $2, cannot_be_met_on = $2 where patient_id = $1', [
    id,
    start,
  ]);

describe('the stored dates are those, in the job, in the rebuild and in the verification', () => {
  test.each<[name: string, make: () => Promise<Ref>]>([
    ...EVERY.map(([name, reported]): [string, () => Promise<Ref>] => [name, () => patientWith(reported)]),
    ['two of whose nights came from another patient', patientWithNightsOfAnother],
  ])('of a patient %s', async (_, made) => {
    const patient = await made();
    const differences = async () => {
      const own: ComplianceDifference[] = [];
      await asJobs(() =>
        verifyCompliance(admin, (found) => void own.push(...found.filter(({ patientId }) => patientId === patient.id))),
      );
      return own;
    };
    const { atRiskOn, cannotBeMetOn } = await datesOf(patient);
    const expected = keptOf({ atRiskOn, cannotBeMetOn });
    expect(await kept(patient)).toEqual(expected);
    expect(await differences()).toEqual([]);
    await falsify(patient);
    expect(await differences()).toEqual([
      {
        patientId: patient.id,
        seenBy: [viewer.orgId],
        stored: { at_risk_on: start, cannot_be_met_on: start },
        computed: { at_risk_on: atRiskOn, cannot_be_met_on: cannotBeMetOn },
      },
    ]);
    await asJobs(() => rebuildCompliance(admin));
    expect(await kept(patient)).toEqual(expected);
  });

  test('and when the command rebuilds them', async () => {
    const patient = await patientWith(EVERY[1]![1]);
    const expected = keptOf(await datesOf(patient));
    await falsify(patient);
    await promisify(execFile)(process.execPath, ['--import', 'tsx', 'api/scripts/compliance.ts', '--rebuild'], {
      env: { ...process.env, DATABASE_URL: running().adminUrl, NODE_OPTIONS: '' },
    });
    expect(await kept(patient)).toEqual(expected);
  });
});

describe('a day ends in the zone of the provider', () => {
  test('and another zone or another provider gives another day, also in the stored result', async () => {
    // 21 nights are needed. The night of day 68 without use is known from 03:00 in New York on day 69 on, which is day 68 in Los Angeles.
    const reported = [...nights(0, 67, 0), { day: 68, minutes: 0, known: 71 }, ...nights(69, 86, 300)];
    const patient = await patientWith(reported);
    await admin.query('update usage_nights set arrived_at = $2 where patient_id = $1 and night = $3', [
      patient.id,
      `${date(70)}T06:30:00Z`,
      date(68),
    ]);
    await until(async () => (await read(patient)).isStored);
    expect(await read(patient)).toMatchObject({ atRiskOn: date(70) });
    await admin.query("update organizations set timezone = 'America/Los_Angeles' where id = $1", [viewer.orgId]);
    const moved = { risk: date(69) };
    const stored = async () =>
      (await admin.query('select compliance_at_risk_on::text as risk from patients where id = $1', [patient.id]))
        .rows[0];
    await until(async () => (await stored()).risk === moved.risk);
    expect(await read(patient)).toMatchObject({ atRiskOn: date(69) });

    const elsewhere = await asViewer();
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, elsewhere.orgId]);
    await until(async () => (await stored()).risk === date(70));
    expect(await read(patient)).toMatchObject({ atRiskOn: date(70) });
  });
});
