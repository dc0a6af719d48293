import { beforeAll, describe, expect, test } from '@jest/globals';
import { settingsRow } from '../../test/contract/isolation.fixture.ts';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { addDays } from '../shared/dates.ts';

usePortal();

const PATH = '/api/patients/datatable';
const HOUR = 3_600_000;
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const dayOf = (iso: string) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(iso));

let viewer: TestViewer;

async function using(lastName: string, columns: object = {}, history: object = {}) {
  const patient = await makePatient(viewer.orgId, { last_name: lastName, therapy_start: null, ...columns });
  const machine = await makeMachine(viewer.orgId);
  return { patient, machine, id: await makeHistory(patient, machine, { start_date: '2025-01-01', ...history }) };
}
type Device = Awaited<ReturnType<typeof using>>;

const change = ({ patient, id }: Device, status: string, columns: object) =>
  make(
    'settings_records',
    settingsRow({ org_id: patient.orgId, patient_id: patient.id, history_id: id, status, is_edit: true, ...columns }),
  );

async function session({ patient, machine }: Device, at: string): Promise<void> {
  await make('connections', {
    org_id: patient.orgId,
    patient_id: patient.id,
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    start_time: at,
    end_time: at,
  });
}
const addModule = ({ machine }: Device) =>
  admin.query('insert into modules (org_id, machine_id, serial) values ($1, $2, $3)', [
    machine.orgId,
    machine.id,
    `M${machine.id}`,
  ]);

const inTherapy = (last_name: string) => ({ last_name, therapy_start: addDays(today, -60) });

async function result(
  { id, orgId }: Ref,
  dates: { met?: string; risk?: string; cannot?: string; closes: string },
): Promise<void> {
  await admin.query(
    `insert into compliance_results (org_id, patient_id, rule, rule_version, period, therapy_start, met_on, at_risk_on, cannot_be_met_on, closes_on, computed_at) values ($1, $2, 'CMS PAP', 1, 90, $3, $4, $5, $6, $7, now())`,
    [orgId, id, addDays(today, -60), dates.met ?? null, dates.risk ?? null, dates.cannot ?? null, dates.closes],
  );
}

const times = { refused: ago(70), expired: ago(60), waiting: ago(49), heard: ago(80), recent: ago(1) };

beforeAll(async () => {
  viewer = await asViewer();
  const submitted = { submitted_by_name: 'Dana Reyes', submitted_at: ago(90) };
  const refused = await using('Refused');
  await change(refused, 'failed', { ...submitted, failure: 'refused', refusal: 'range', answered_at: times.refused });
  await session(refused, times.recent);
  const expired = await using('Expired');
  await change(expired, 'failed', { ...submitted, failure: 'expired', expires_at: times.expired });
  const waiting = await using('Waiting');
  await change(waiting, 'pending', { ...submitted, submitted_at: times.waiting });
  const fresh = await using('Fresh');
  await change(fresh, 'pending', { ...submitted, submitted_at: ago(47) });
  const silent = await using('Silent');
  await addModule(silent);
  await session(silent, times.heard);
  await addModule(await using('Unheard'));
  await addModule(await using('Given yesterday', {}, { start_date: addDays(today, -1) }));
  const ended = await using('Ended', {}, { end_date: '2025-06-01' });
  await change(ended, 'failed', { ...submitted, failure: 'refused', answered_at: times.refused });
  await session(ended, '2025-03-01T12:00:00Z');
  const risk = await makePatient(viewer.orgId, inTherapy('Risk'));
  await result(risk, { risk: addDays(today, -3), cannot: addDays(today, 1), closes: addDays(today, 30) });
  const late = await makePatient(viewer.orgId, inTherapy('Too late'));
  await result(late, { risk: addDays(today, -3), cannot: today, closes: addDays(today, 30) });
  const over = await makePatient(viewer.orgId, inTherapy('Over'));
  await result(over, { risk: addDays(today, -3), cannot: addDays(today, -2), closes: today });
  const met = await makePatient(viewer.orgId, inTherapy('Met'));
  await result(met, { met: addDays(today, -3), closes: addDays(today, 30) });
});

async function read(selection: string, where?: object): Promise<Record<string, Record<string, unknown>>> {
  const { data, errors } = await viewer.gql(
    `query ($where: PatientsWhere) { patients(where: $where) { edges { node { lastName ${selection} } } } }`,
    { where },
  );
  expect(errors).toBeUndefined();
  return Object.fromEntries(
    data.patients.edges.map(({ node: { lastName, ...row } }: { node: { lastName: string } }) => [lastName, row]),
  );
}

test('a row has the state of the settings and the last connection of the active device, and the compliance state', async () => {
  const rows = await read('settingsState lastConnectionAt complianceState');
  const none = { settingsState: 'NONE', lastConnectionAt: null, complianceState: 'NO_THERAPY_START' };
  expect(rows).toEqual({
    Refused: { ...none, settingsState: 'FAILED', lastConnectionAt: times.recent },
    Expired: { ...none, settingsState: 'FAILED' },
    Waiting: { ...none, settingsState: 'PENDING' },
    Fresh: { ...none, settingsState: 'PENDING' },
    Silent: { ...none, lastConnectionAt: times.heard },
    Unheard: none,
    'Given yesterday': none,
    Ended: { ...none, settingsState: null },
    Risk: { settingsState: null, lastConnectionAt: null, complianceState: 'AT_RISK' },
    'Too late': { settingsState: null, lastConnectionAt: null, complianceState: 'CANNOT_BE_MET' },
    Over: { settingsState: null, lastConnectionAt: null, complianceState: 'NOT_MET' },
    Met: { settingsState: null, lastConnectionAt: null, complianceState: 'MET' },
  });
});

test('a patient in therapy whose compliance is not computed yet has no compliance state', async () => {
  const { id } = await makePatient(viewer.orgId, { last_name: 'New', therapy_start: today });
  const { data } = await viewer.gql(`{ patient(id: "${id}") { complianceState } }`);
  expect(data.patient).toEqual({ complianceState: null });
  await admin.query('delete from patients where id = $1', [id]);
});

test('patients in a running period are found by the day from which the rule is out of reach', async () => {
  const until = (day: string) => ({
    or: [{ compliance: { equal: 'IN_PROGRESS' } }, { compliance: { equal: 'AT_RISK' } }],
    cannotBeMetOn: { lessThan: day },
  });
  expect(await read('', until(addDays(today, 1)))).toEqual({});
  expect(Object.keys(await read('', until(addDays(today, 2))))).toEqual(['Risk']);
});

test('patients are found by the day from which every night is needed, and those who met the rule have none', async () => {
  const found = async (condition: object) => Object.keys(await read('', { atRiskOn: condition })).toSorted();
  const risen = addDays(today, -3);
  expect(await found({ equal: risen })).toEqual(['Over', 'Risk', 'Too late']);
  expect(await found({ greaterThan: risen })).toEqual([]);
  expect(await found({ lessThan: risen })).toEqual([]);
  expect(await found({ isNull: true })).toContain('Met');
  const { body } = await viewer.rest('GET', `${PATH}?filters[at_risk_on][equal]=${risen}`);
  expect(body.data.map((row: { last_name: string }) => row.last_name).toSorted()).toEqual(['Over', 'Risk', 'Too late']);
});

describe('why a patient needs attention', () => {
  const FIELDS = '{ reason since sinceDay submittedBy failureText }';
  const attention = (reason: string) => `attention(reason: ${reason}) ${FIELDS}`;
  const none = { submittedBy: null, failureText: null };

  test.each<[string, string, Record<string, unknown>]>([
    [
      'attention',
      'settings_failed',
      {
        Refused: {
          since: times.refused,
          sinceDay: dayOf(times.refused),
          submittedBy: 'Dana Reyes',
          failureText: expect.stringMatching(/\w+ \w+/),
        },
        Expired: {
          since: times.expired,
          sinceDay: dayOf(times.expired),
          submittedBy: 'Dana Reyes',
          failureText: expect.stringMatching(/\w+ \w+/),
        },
      },
    ],
    [
      'attention',
      'settings_waiting',
      {
        Waiting: {
          since: times.waiting,
          sinceDay: dayOf(times.waiting),
          submittedBy: 'Dana Reyes',
          failureText: null,
        },
      },
    ],
    [
      'attention',
      'silent',
      {
        Silent: { ...none, since: times.heard, sinceDay: dayOf(times.heard) },
        Unheard: { ...none, since: null, sinceDay: '2025-01-01' },
      },
    ],
    ['compliance', 'at_risk', { Risk: { ...none, since: null, sinceDay: addDays(today, -3) } }],
    ['compliance', 'cannot_be_met', { 'Too late': { ...none, since: null, sinceDay: today } }],
  ])(
    '%s = %s: exactly the patients of the filter have it, with the time and who submitted',
    async (field, value, expected) => {
      const reason = `${field === 'compliance' ? 'COMPLIANCE_' : ''}${value.toUpperCase()}`;
      const all = await read(attention(reason));
      const having = Object.fromEntries(Object.entries(all).filter(([, row]) => row.attention !== null));
      expect(having).toEqual(
        Object.fromEntries(
          Object.entries(expected).map(([name, row]) => [name, { attention: { reason, ...(row as object) } }]),
        ),
      );
      expect(await read(attention(reason), { [field]: { equal: value.toUpperCase() } })).toEqual(having);
    },
  );
});

test('in the table and in the file too, with the words of the screen', async () => {
  const { data } = (await viewer.rest('GET', `${PATH}?last_name=Refused`)).body;
  expect(data[0]).toMatchObject({
    settings_state: 'failed',
    compliance: 'no_therapy_start',
    last_connection: times.recent,
  });
  const { text } = await viewer.rest(
    'GET',
    `${PATH}?csv=true&columns=last_name,settings_state,compliance,last_connection`,
  );
  const lines = text.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('Last Name,Settings,Compliance,Last Connection (America/New_York)');
  const [, connected] = /^Refused,Failed Delivery,No therapy start,(.+)$/m.exec(text)!;
  expect(new Date(connected!).toISOString()).toBe(times.recent);
  expect(lines).toContain('Unheard,,No therapy start,');
  expect(lines).toContain('Met,,Met,');
  expect(lines).toContain('Too late,,Can no longer be met,');
});

test('a page of many patients takes as many statements as a page of one', async () => {
  const query =
    'query ($first: Int) { patients(first: $first) { totalCount edges { node { lastName settingsState lastConnectionAt complianceState attention(reason: SETTINGS_FAILED) { since submittedBy } } } } }';
  const one = await countQueries(() => viewer.gql(query, { first: 1 }));
  const many = await countQueries(() => viewer.gql(query, { first: 50 }));
  expect(many.result.data.patients.edges).toHaveLength(12);
  expect(many.statements).toBe(one.statements);
  expect(many.statements).toBeLessThanOrEqual(5); // the transaction, the page, its total, the devices, the changes
});
