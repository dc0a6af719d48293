import { encodeIc1 } from '../../src/icode-reports/ic1.codec.ts';
import { organizationRow, unique, userRow } from '../../src/db/factories.ts';
import { defaultSettings } from '../../src/device-settings/settings-catalog.rules.ts';
import { admin, make, makeHistory, makeMachine, makePatient, type Client, type Ref } from '../harness.ts';
import { makeCardNight } from '../card-nights.ts';
import {
  accessTokenRow,
  apiKeyRow,
  handOffRow,
  mobileUserRow,
  serviceAccountRow,
  settingsRow,
  uploadRow,
} from './isolation.fixture.ts';

export type Machine = Awaited<ReturnType<typeof makeMachine>>;

/** A patient with a device in each state that an operation needs. */
export interface Things {
  orgId: number;
  patient: Ref;
  machine: Machine;
  history: number;
  /** An assignment of the patient that was voided. */
  voided: number;
  iccid: string;
  /** The newest wireless night of the device, of 2026-02-03. */
  night: number;
  /** A night of a card of the device, and one that was voided. */
  cardNight: number;
  voidedNight: number;
  /** A pending settings change of the device. */
  pending: number;
  /** A device whose last change failed, with the version that a user sees. */
  undelivered: { patient: Ref; history: number; record: number; version: string };
  /** The version on which the settings form was opened. */
  version: string;
  /** A patient whose device has no PIN entered. */
  unpinned: { patient: Ref; machine: Machine; history: number };
  /** A request that the organization made. */
  handOff: number;
  /** The account of the patient in the mobile app. */
  mobileUser: number;
  /** A user whose role permits nothing, so that any viewer may give it. */
  user: number;
  /** Staff of the organization: one with a personal access token and no API key, one with an API key; a service account. */
  staff: { tokenOwner: number; token: number; keyOwner: number; serviceAccount: number };
  /** A patient of another organization, whose provider the organization is. */
  shared: Ref;
  /** A patient without a device, and a device without a patient. */
  free: { patient: Ref; machine: Machine };
}

const BASIS =
  'query ($patient: ID!, $device: ID!) { patient(id: $patient) { device(id: $device) { settingsForm { version } } } }';

/**
 * Makes them for an organization; users of `reader` see its patients. `patient` and `history` are columns that differ
 * from the default.
 */
export async function arrange(
  orgId: number,
  reader: Client,
  { patient: patientColumns = {}, history: historyColumns = {} } = {},
): Promise<Things> {
  const patient = await makePatient(orgId, patientColumns);
  const machine = await makeMachine(orgId);
  const history = await makeHistory(patient, machine, historyColumns);
  const iccid = `89860${machine.id}`;
  await admin.query(
    'insert into modules (org_id, machine_id, serial, version, type, iccid) values ($1, $2, $3, $4, $5, $6)',
    [orgId, machine.id, 'MOD1', '2.1', 'LTE', iccid],
  );
  const session = { start_time: '2026-02-01T08:00:00Z', end_time: '2026-02-01T08:05:00Z', terminal_type: 1 };
  await make('connections', {
    org_id: orgId,
    patient_id: patient.id,
    machine_org_id: orgId,
    machine_id: machine.id,
    ...session,
  });
  const record = { org_id: orgId, patient_id: patient.id, history_id: history, values: defaultSettings('cpap') };
  await make(
    'settings_records',
    settingsRow({ ...record, status: 'current', collected_at: '2026-02-01T08:00:00Z', source: 'wireless' }),
  );
  const pending = await make(
    'settings_records',
    settingsRow({
      ...record,
      values: { ...record.values, min_apap: 5 },
      status: 'pending',
      is_edit: true,
      submitted_by_name: 'A',
      submitted_at: '2026-02-02T08:00:00Z',
    }),
  );
  const { version } = (await reader.gql(BASIS, { patient: String(patient.id), device: String(history) })).data.patient
    .device.settingsForm;
  // Its administrators grant the access to patients on a ventilator user by user.
  await admin.query(
    "update organizations set allow_ventilator_support = true, ventilator_visibility = 'specific-users' where id = $1",
    [orgId],
  );
  const undelivered = await arrangeUndelivered(orgId, reader, patientColumns, historyColumns);
  const second = { patient: await makePatient(orgId, patientColumns), machine: await makeMachine(orgId) };
  const unpinned = {
    ...second,
    history: await makeHistory(second.patient, second.machine, { ...historyColumns, has_pin: false }),
  };
  await make('mobile_users', mobileUserRow(orgId, second.patient.id));
  const night = await make('usage_nights', {
    machine_org_id: orgId,
    machine_id: machine.id,
    night: '2026-02-03',
    source: 'wireless',
    minutes: 300,
    record_no: 1,
  });
  const user = await arrangeUser(orgId);
  return {
    orgId,
    patient,
    machine,
    history,
    voided: await makeVoided(patient, await makeMachine(orgId)),
    night,
    cardNight: (await makeCardNight(machine, uploadRow(orgId, user), '2026-02-05')).night,
    voidedNight: (await makeCardNight(machine, uploadRow(orgId, user), '2026-02-06', user)).night,
    mobileUser: await make('mobile_users', mobileUserRow(orgId, patient.id)),
    handOff: await make('hand_offs', handOffRow(orgId, null)),
    user,
    iccid,
    pending,
    version,
    undelivered,
    unpinned,
    staff: await arrangeStaff(orgId),
    shared: await makePatient(await make('organizations', organizationRow()), { dme_id: orgId }),
    free: { patient: await makePatient(orgId, patientColumns), machine: await makeMachine(orgId) },
  };
}

/** Adds an assignment without a night that was voided, and returns its id. */
export async function makeVoided(patient: Ref, machine: Ref): Promise<number> {
  const id = await makeHistory(patient, machine, { start_date: '2019-01-01', end_date: '2019-01-01' });
  await admin.query('delete from device_history where id = $1', [id]);
  await admin.query(
    "update assignment_versions set act = 'voided', reason = 'By mistake' where history_id = $1 and upper_inf(known)",
    [id],
  );
  await admin.query(
    "insert into voided_assignments (history_id, org_id, patient_id, has_pin, created_at, settings) values ($1, $2, $3, false, now(), '[]')",
    [id, patient.orgId, patient.id],
  );
  return id;
}

/** The name of a provider's role without a permission. */
const TRAINEE = 'org.ep.trainee';

async function arrangeUser(orgId: number): Promise<number> {
  await admin.query(
    "insert into roles (id, name, label, host, user_type) values (998, $1, 'Trainee', 'org', 'Organization') on conflict do nothing",
    [TRAINEE],
  );
  const user = await make('users', userRow(orgId));
  await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 998)', [orgId, user]);
  return user;
}

async function arrangeStaff(orgId: number): Promise<Things['staff']> {
  const member = async () => {
    const id = await make('users', userRow(orgId));
    await admin.query(
      "insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = 'org.ep.staff'",
      [orgId, id],
    );
    return id;
  };
  await admin.query('update organizations set allow_api_key_management = true where id = $1', [orgId]);
  const [tokenOwner, keyOwner] = [await member(), await member()];
  const token = await make('personal_access_tokens', accessTokenRow(orgId, tokenOwner, tokenOwner));
  await make('api_keys', apiKeyRow(orgId, keyOwner));
  return { tokenOwner, token, keyOwner, serviceAccount: await makeServiceAccount(orgId) };
}

/** Adds a service account with a key and returns its id. */
export async function makeServiceAccount(orgId: number): Promise<number> {
  const id = await make('users', userRow(orgId, { is_service: true }));
  const { rows } = await admin.query<{ user_id: number }>(
    'insert into service_accounts select * from jsonb_populate_record(null::service_accounts, $1) returning user_id',
    [JSON.stringify(serviceAccountRow(orgId, id))],
  );
  await make('api_keys', apiKeyRow(orgId, id));
  return rows[0]!.user_id;
}

async function arrangeUndelivered(
  orgId: number,
  reader: Client,
  patientColumns: Record<string, unknown>,
  historyColumns: Record<string, unknown>,
): Promise<Things['undelivered']> {
  const patient = await makePatient(orgId, patientColumns);
  const machine = await makeMachine(orgId);
  const history = await makeHistory(patient, machine, historyColumns);
  await admin.query('insert into modules (org_id, machine_id, serial) values ($1, $2, $3)', [
    orgId,
    machine.id,
    `MOD${machine.id}`,
  ]);
  const record = await make(
    'settings_records',
    settingsRow({
      org_id: orgId,
      patient_id: patient.id,
      history_id: history,
      values: defaultSettings('cpap'),
      status: 'failed',
      failure: 'expired',
      is_edit: true,
      submitted_by_name: 'A',
      submitted_at: '2026-02-02T08:00:00Z',
    }),
  );
  const query =
    'query ($patient: ID!, $device: ID!) { patient(id: $patient) { device(id: $device) { settingsVersion } } }';
  const { data } = await reader.gql(query, { patient: String(patient.id), device: String(history) });
  return { patient, history, record, version: data.patient.device.settingsVersion };
}

export const DAY = '2026-05-01';

export const icodes = ({ machine }: Things) => [
  {
    collected: DAY,
    icode: encodeIc1(machine.serial, {
      period: 30,
      compliantDays: 20,
      best30: 20,
      minutes: 300,
      pressure: 8,
      p95: 10,
      ahi: 2,
      sni: 0,
      leak: 1,
    }),
  },
];

export const person = { firstName: 'Dana', lastName: 'Reyes', userType: 'ORGANIZATION', role: TRAINEE };
export const newcomer = ({ patient: { orgId } }: Things) => {
  const email = `new${unique()}.${orgId}@example.test`;
  return { organizationId: String(orgId), ...person, email, confirmEmail: email };
};

export const newOrganization = () => ({
  name: `North ${unique()}`,
  typeId: 1,
  locations: [{ name: 'Main', address1: '1 Main St', country: 'US', state: 'NY', city: 'Albany' }],
});

export type Address = { path: Record<string, string | number>; body?: unknown; query?: string };

export const ofDevice = ({ patient, history }: Things): Address => ({ path: { patient: patient.id, history } });
