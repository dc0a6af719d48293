import { encodeIc1 } from '../../src/icode-reports/ic1.codec.ts';
import { toGlobalId } from '../../src/shared/node.ts';
import { organizationRow, unique, userRow } from '../../src/db/factories.ts';
import { defaultSettings } from '../../src/device-settings/settings-catalog.rules.ts';
import { admin, make, makeHistory, makeMachine, makePatient, type Client, type Ref } from '../harness.ts';
import { makeCardNight } from '../card-nights.ts';
import { accessTokenRow, apiKeyRow, handOffRow, mobileUserRow, settingsRow, uploadRow } from './isolation.fixture.ts';

type Machine = Awaited<ReturnType<typeof makeMachine>>;

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
  /** A device whose last change failed, with the basis that a user sees. */
  undelivered: { patient: Ref; history: number; record: number; basis: string };
  /** The basis on which the settings form was opened. */
  basis: string;
  /** A patient whose device has no PIN entered. */
  unpinned: { patient: Ref; machine: Machine; history: number };
  /** A request that the organization made. */
  handOff: number;
  /** The account of the patient in the mobile app. */
  mobileUser: number;
  /** A user whose role permits nothing, so that any viewer may give it. */
  user: number;
  /** Staff of the organization: one with a personal access token and no API key, one with an API key. */
  staff: { tokenOwner: number; token: number; keyOwner: number };
  /** A patient of another organization, whose provider the organization is. */
  shared: Ref;
  /** A patient without a device, and a device without a patient. */
  free: { patient: Ref; machine: Machine };
}

const BASIS =
  'query ($patient: ID!, $device: ID!) { patient(id: $patient) { device(id: $device) { settingsForm { basis } } } }';

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
  const { basis } = (await reader.gql(BASIS, { patient: String(patient.id), device: String(history) })).data.patient
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
    basis,
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
  return { tokenOwner, token, keyOwner };
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
    'query ($patient: ID!, $device: ID!) { patient(id: $patient) { device(id: $device) { settingsBasis } } }';
  const { data } = await reader.gql(query, { patient: String(patient.id), device: String(history) });
  return { patient, history, record, basis: data.patient.device.settingsBasis };
}

const DAY = '2026-05-01';
const NEW_TOKEN = { name: 'abc', scopes: ['view.patient'] };
const icodes = ({ machine }: Things) => [
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
const assignment = ({ free }: Things) => ({
  patientId: String(free.patient.id),
  serialNumber: free.machine.serial,
  pinNumber: '1234',
  startDate: DAY,
});
const corrected = ({ machine, night }: Things) => ({
  machineId: String(machine.id),
  source: 'WIRELESS',
  changes: [{ id: String(night), newDate: '2026-02-04' }],
});
const submission = ({ history, basis }: Things) => ({
  deviceHistoryId: String(history),
  mode: 'AutoCPAP',
  values: [{ name: 'min_apap', value: '6.5' }],
  basis,
});
const undeliveredOf = ({ undelivered: { history, record } }: Things) => ({
  deviceHistoryId: String(history),
  settingsRecordId: String(record),
});
const pinOf = ({ unpinned }: Things) => ({ deviceHistoryId: String(unpinned.history), pinNumber: '1234' });
const voiding = ({ history }: Things) => ({ deviceHistoryId: String(history), reason: 'By mistake' });
const declining = ({ shared }: Things) => ({ patientId: String(shared.id), reason: 'Not ours' });
const voidingNight = ({ machine, cardNight }: Things) => ({
  machineId: String(machine.id),
  nights: [{ id: String(cardNight) }],
  reason: 'Wrong person',
});
const givingBack = ({ machine, voidedNight }: Things) => ({
  machineId: String(machine.id),
  nights: [{ id: String(voidedNight) }],
});
const moved = ({ history }: Things) => ({ deviceHistoryId: String(history), startDate: DAY });
const person = { firstName: 'Dana', lastName: 'Reyes', userType: 'ORGANIZATION', role: TRAINEE };
const newcomer = ({ patient: { orgId } }: Things) => {
  const email = `new${unique()}.${orgId}@example.test`;
  return { organizationId: String(orgId), ...person, email, confirmEmail: email };
};
/** Of the provider of the viewer's organization. */
const entered = ({ orgId }: Things) => ({
  firstName: 'Dana',
  lastName: 'Reyes',
  city: 'Albany',
  state: 'NY',
  dmeId: String(orgId),
});
const noted = ({ patient }: Things) => ({ patientId: String(patient.id), note: 'Called.' });
const newOrganization = () => ({
  name: `North ${unique()}`,
  typeId: 1,
  locations: [{ name: 'Main', address1: '1 Main St', country: 'US', state: 'NY', city: 'Albany' }],
});
const renamed = ({ user }: Things) => ({ userId: String(user), ...person });

const failedOf = ({ undelivered: { patient } }: Things) => ({
  patientId: String(patient.id),
  reason: 'SETTINGS_FAILED',
});
const inAWeek = (): string => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const followUpOf = ({ undelivered: { patient } }: Things) => ({ patient: patient.id, reason: 'settings_failed' });

/** Variables for which a holder of the permission succeeds. */
export const GRAPHQL: Record<string, (things: Things) => Record<string, unknown>> = {
  'Query.node': ({ patient }) => ({ id: toGlobalId('Patient', patient.id) }),
  'Query.complianceRules': () => ({}),
  'Query.dashboard': () => ({}),
  'Query.inbox': () => ({}),
  'Query.patient': ({ patient }) => ({ id: String(patient.id) }),
  'Query.patients': () => ({}),
  'Query.checkCreatePatient': (things) => ({ input: entered(things) }),
  'Mutation.createPatient': (things) => ({ input: entered(things) }),
  'Query.checkUpdatePatient': (things) => ({ input: noted(things) }),
  'Mutation.updatePatient': (things) => ({ input: noted(things) }),
  'Query.followUps': () => ({}),
  'Query.followUpCounts': () => ({}),
  'Query.followUpAssignees': ({ patient }) => ({ patientId: String(patient.id) }),
  'Mutation.assignFollowUp': (things) => ({ input: failedOf(things) }),
  'Mutation.completeFollowUp': (things) => ({ input: { ...failedOf(things), outcome: 'REACHED' } }),
  'Mutation.reopenFollowUp': (things) => ({ input: failedOf(things) }),
  'Mutation.snoozeFollowUp': (things) => ({ input: { ...failedOf(things), until: inAWeek() } }),
  'Query.patientTimeline': ({ patient }) => ({ patientId: String(patient.id) }),
  'Mutation.createPatientNote': ({ patient }) => ({ input: { patientId: String(patient.id), text: 'Called.' } }),
  'Query.possibleDuplicates': () => ({ input: {} }),
  'Query.patientProviders': () => ({ search: 'a' }),
  'Query.patientClinicians': () => ({ search: 'a' }),
  'Query.patientLocations': () => ({}),
  'Query.searchResults': ({ patient }) => ({ search: String(patient.id) }),
  'Query.icodeReports': ({ patient }) => ({ patientId: String(patient.id) }),
  'Query.users': () => ({}),
  'Query.newUserForm': ({ patient }) => ({ organizationId: String(patient.orgId) }),
  'Query.checkCreateUser': (things) => ({ input: newcomer(things) }),
  'Mutation.createUser': (things) => ({ input: newcomer(things) }),
  'Query.userForm': ({ user }) => ({ userId: String(user) }),
  'Query.checkUpdateUser': (things) => ({ input: renamed(things) }),
  'Mutation.updateUser': (things) => ({ input: renamed(things) }),
  'Mutation.setUserActive': ({ user }) => ({ input: { userId: String(user), active: false } }),
  'Query.userStatusCounts': () => ({}),
  'Query.userFormOrganizations': () => ({ search: 'a' }),
  'Mutation.setUsersActive': ({ user }) => ({ input: { selection: { userIds: [String(user)] }, active: false } }),
  'Mutation.resendUserInvitations': ({ user }) => ({ input: { selection: { userIds: [String(user)] } } }),
  'Mutation.unlockUser': ({ user }) => ({ input: { userId: String(user) } }),
  'Mutation.setUserVentilatorAccess': ({ user }) => ({ input: { userId: String(user), enabled: true } }),
  'Query.role': () => ({ id: '1' }),
  'Query.activity': () => ({}),
  'Query.securityEvents': () => ({}),
  'Query.roles': () => ({}),
  'Query.organizations': () => ({}),
  'Query.organizationTypes': () => ({}),
  'Query.clinicalTypes': () => ({}),
  'Query.checkCreateOrganization': () => ({ input: newOrganization() }),
  'Mutation.createOrganization': () => ({ input: newOrganization() }),
  'Query.checkUpdateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId), name: 'North' } }),
  'Mutation.updateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId), name: 'North' } }),
  'Query.checkDeactivateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId) } }),
  'Mutation.deactivateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId) } }),
  'Mutation.activateOrganization': ({ orgId }) => ({ input: { organizationId: String(orgId) } }),
  'Query.organization': ({ patient }) => ({ id: String(patient.orgId) }),
  'Query.orgMessages': () => ({}),
  'Query.orgMessageRecipients': () => ({ search: 'a' }),
  'Query.machine': ({ machine }) => ({ id: String(machine.id) }),
  'Query.machines': () => ({}),
  'Mutation.showMachinePin': ({ machine }) => ({ id: String(machine.id) }),
  'Query.checkChangeUsageDates': (things) => ({ input: corrected(things) }),
  'Mutation.changeUsageDates': (things) => ({ input: corrected(things) }),
  'Mutation.undoUsageDates': ({ machine, night }) => ({
    input: { machineId: String(machine.id), source: 'WIRELESS', nightIds: [String(night)] },
  }),
  'Query.checkVoidNights': (things) => ({ input: voidingNight(things) }),
  'Mutation.voidNights': (things) => ({ input: voidingNight(things) }),
  'Query.checkGiveBackNights': (things) => ({ input: givingBack(things) }),
  'Mutation.giveBackNights': (things) => ({ input: givingBack(things) }),
  'Mutation.resetRecordNo': ({ machine, night }) => ({
    input: { machineId: String(machine.id), nightId: String(night) },
  }),
  'Query.devices': () => ({}),
  'Query.checkAssignDevice': (things) => ({ input: assignment(things) }),
  'Mutation.assignDevice': (things) => ({ input: assignment(things) }),
  'Query.checkUpdateDevice': (things) => ({ input: moved(things) }),
  'Mutation.updateDevice': (things) => ({ input: moved(things) }),
  'Mutation.recalculateCompliance': ({ patient }) => ({ patientId: String(patient.id) }),
  'Query.checkAddDevicePin': (things) => ({ input: pinOf(things) }),
  'Mutation.addDevicePin': (things) => ({ input: pinOf(things) }),
  'Query.checkDeleteDevice': ({ history }) => ({ input: { deviceHistoryId: String(history) } }),
  'Mutation.deleteDevice': ({ history }) => ({ input: { deviceHistoryId: String(history) } }),
  'Query.checkVoidDevice': (things) => ({ input: voiding(things) }),
  'Query.checkDeclinePatient': (things) => ({ input: declining(things) }),
  'Mutation.declinePatient': (things) => ({ input: declining(things) }),
  'Mutation.voidDevice': (things) => ({ input: voiding(things) }),
  'Mutation.restoreDevice': ({ voided }) => ({ input: { deviceHistoryId: String(voided) } }),
  'Query.checkSubmitSettings': (things) => ({ input: submission(things) }),
  'Mutation.submitSettings': (things) => ({ input: submission(things) }),
  'Mutation.cancelPendingSettings': ({ history, pending }) => ({
    input: { deviceHistoryId: String(history), settingsRecordId: String(pending) },
  }),
  'Query.checkResendSettings': (things) => ({ input: { ...undeliveredOf(things), basis: things.undelivered.basis } }),
  'Mutation.resendSettings': (things) => ({ input: { ...undeliveredOf(things), basis: things.undelivered.basis } }),
  'Query.checkDismissSettings': (things) => ({ input: undeliveredOf(things) }),
  'Mutation.dismissSettings': (things) => ({ input: undeliveredOf(things) }),
  'Query.trustedDomains': () => ({}),
  'Query.checkCreateTrustedDomain': ({ patient }) => ({ input: { name: `d${patient.id}.example` } }),
  'Mutation.createTrustedDomain': ({ patient }) => ({ input: { name: `d${patient.id}.example` } }),
  'Query.announcements': () => ({}),
  'Query.announcementOrganizations': () => ({ search: 'north' }),
  'Query.handOffs': () => ({}),
  'Query.handOff': ({ handOff }) => ({ id: String(handOff) }),
  'Mutation.askForDevice': () => ({ input: { serialNumber: 'A9990000001', pinNumber: '4321' } }),
  'Mutation.askForPatient': () => ({
    input: { firstName: 'Ana', lastName: 'Ros', birthDate: '1960-01-01', phone: '4075550142' },
  }),
  'Mutation.withdrawHandOff': ({ handOff }) => ({ input: { handOffId: String(handOff) } }),
  'Mutation.refuseHandOff': ({ handOff }) => ({ input: { handOffId: String(handOff), reason: 'x' } }),
  'Mutation.acceptHandOff': ({ handOff }) => ({ input: { handOffId: String(handOff), startsOn: '2026-01-01' } }),
  'Mutation.writeHandOffMessage': ({ handOff }) => ({ input: { handOffId: String(handOff), body: 'x' } }),
  'Query.mobileUsers': () => ({}),
  'Mutation.setMobileUserActive': ({ mobileUser }) => ({ input: { mobileUserId: String(mobileUser), active: true } }),
  'Query.checkCreateICodeReports': (things) => ({
    input: { patientId: String(things.patient.id), serial: things.machine.serial, codes: icodes(things) },
  }),
  'Mutation.createPersonalAccessToken': ({ staff }) => ({ input: { userId: String(staff.tokenOwner), ...NEW_TOKEN } }),
  'Mutation.deletePersonalAccessToken': ({ staff }) => ({
    input: { userId: String(staff.tokenOwner), tokenId: String(staff.token) },
  }),
  'Mutation.generateApiKey': ({ staff }) => ({ input: { userId: String(staff.tokenOwner), scopes: ['view.patient'] } }),
  'Mutation.regenerateApiKey': ({ staff }) => ({ input: { userId: String(staff.keyOwner) } }),
  'Mutation.revokeApiKey': ({ staff }) => ({ input: { userId: String(staff.keyOwner) } }),
  'Mutation.createICodeReports': (things) => ({
    input: { patientId: String(things.patient.id), serial: things.machine.serial, codes: icodes(things) },
  }),
};

type Address = { path: Record<string, string | number>; body?: unknown; query?: string };
const form = (machine: Machine, start = DAY) => ({
  serial_number: machine.serial,
  pin_number: '1234',
  start_date: start,
});
const ofDevice = ({ patient, history }: Things): Address => ({ path: { patient: patient.id, history } });
const ofUndelivered = ({ undelivered: { patient, history, record, basis } }: Things): Address => ({
  path: { patient: patient.id, history },
  body: { id: record, basis },
});
const adding = ({ free }: Things): Address => ({ path: { id: free.patient.id }, body: form(free.machine) });
const editing = ({ patient, machine, history }: Things): Address => ({
  path: { id: patient.id, deviceId: history, machineId: machine.id },
  body: { serial_number: machine.serial, start_date: DAY, end_date: null },
});
const confirming = ({ unpinned: { patient, machine, history } }: Things): Address => ({
  path: { id: patient.id, deviceId: history, machineId: machine.id },
  body: form(machine, '2026-01-01'),
});
/** A start date that raises no question: not in the future, not 30 days ago. */
const near = (): string => new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);

/** Path parameters and body for which a holder of the permission succeeds. */
export const REST: Record<string, (things: Things) => Address> = {
  'GET /api/user': () => ({ path: {} }),
  'GET /api/users/my-org': () => ({ path: {} }),
  'PATCH /api/users/my-org': () => ({ path: {}, body: {} }),
  'GET /api/users/datatable': () => ({ path: {} }),
  'GET /api/users/{id}': ({ user }) => ({ path: { id: user } }),
  'GET /api/user-types/{id}': ({ patient }) => ({ path: { id: patient.orgId } }),
  'POST /api/users': (things) => {
    const { organizationId, firstName, lastName, email } = newcomer(things);
    const names = { first_name: firstName, last_name: lastName, user_type: 'Organization', roles: [{ id: 998 }] };
    return { path: {}, body: { org_id: Number(organizationId), ...names, email, confirm_email: email } };
  },
  'PATCH /api/users': ({ user }) => ({ path: {}, body: { id: user, first_name: 'Dana' } }),
  'PATCH /api/users/{id}': ({ user }) => ({ path: { id: user }, body: { first_name: 'Dana' } }),
  'GET /api/orgs/{org_id}/users/datatable': ({ orgId }) => ({ path: { org_id: orgId } }),
  'PATCH /api/users/{id}/mvc-settings': ({ user }) => ({
    path: { id: user },
    body: { mvc_settings: { enabled: true } },
  }),
  'GET /oauth/scopes': () => ({ path: {} }),
  'GET /api/users/{id}/personal-access-tokens': ({ staff }) => ({ path: { id: staff.tokenOwner } }),
  'POST /api/users/{id}/personal-access-tokens': ({ staff }) => ({ path: { id: staff.tokenOwner }, body: NEW_TOKEN }),
  'DELETE /api/users/{id}/personal-access-tokens/{tokenId}': ({ staff }) => ({
    path: { id: staff.tokenOwner, tokenId: staff.token },
  }),
  'GET /api/api-key/{id}/get': ({ staff }) => ({ path: { id: staff.keyOwner } }),
  'POST /api/api-key/{id}/generate': ({ staff }) => ({ path: { id: staff.tokenOwner } }),
  'POST /api/api-key/{id}/regenerate': ({ staff }) => ({ path: { id: staff.keyOwner } }),
  'POST /api/api-key/{id}/revoke': ({ staff }) => ({ path: { id: staff.keyOwner } }),
  'GET /api/trusted-domains/datatable': () => ({ path: {} }),
  'POST /api/trusted-domains': ({ patient }) => ({ path: {}, body: { name: `d${patient.id}.example` } }),
  'GET /api/support/role/datatable': () => ({ path: {} }),
  'POST /api/orgs': () => {
    const { typeId, ...draft } = newOrganization();
    return { path: {}, body: { ...draft, type_id: typeId } };
  },
  'GET /api/orgs/datatable': () => ({ path: {} }),
  'GET /api/orgs/orgtypes': () => ({ path: {} }),
  'GET /api/orgs/clinicaltypes': () => ({ path: {} }),
  'GET /api/orgs/{id}/groups': ({ patient }) => ({ path: { id: patient.orgId } }),
  'GET /api/orgs/{id}/locations': ({ patient }) => ({ path: { id: patient.orgId } }),
  'GET /api/support/activity-logs/datatable': () => ({ path: {} }),
  'GET /api/security-events/datatable': () => ({ path: {} }),
  'GET /api/support/role/{id}': () => ({ path: { id: 1 } }),
  'GET /api/announcements/datatable': () => ({ path: {} }),
  'GET /api/announcements': () => ({ path: {} }),
  'GET /api/mobile-users/datatable': () => ({ path: {} }),
  'PATCH /api/mobile-users/{id}': ({ mobileUser }) => ({ path: { id: mobileUser }, body: { active: 1 } }),
  'GET /api/patients/datatable': () => ({ path: {} }),
  'GET /api/patients/{id}': ({ patient }) => ({ path: { id: patient.id } }),
  'POST /api/patients': ({ orgId }) => ({
    path: {},
    body: { first_name: 'Dana', last_name: 'Reyes', city: 'Albany', state: 'NY', dme_id: orgId },
  }),
  'PATCH /api/patients/{id}': ({ patient }) => ({ path: { id: patient.id }, body: { note: 'Called.' } }),
  'GET /api/patients/{id}/usage': ({ patient }) => ({
    path: { id: patient.id },
    query: 'startDate=2026-01-01&endDate=2026-03-31',
  }),
  'GET /api/follow-ups': () => ({ path: {} }),
  'POST /api/follow-ups/{patient}/{reason}/assign': (things) => ({ path: followUpOf(things), body: { user_id: null } }),
  'POST /api/follow-ups/{patient}/{reason}/done': (things) => ({
    path: followUpOf(things),
    body: { outcome: 'reached' },
  }),
  'POST /api/follow-ups/{patient}/{reason}/reopen': (things) => ({ path: followUpOf(things), body: {} }),
  'POST /api/follow-ups/{patient}/{reason}/snooze': (things) => ({
    path: followUpOf(things),
    body: { until: inAWeek() },
  }),
  'GET /api/patients/{id}/compliance': ({ patient }) => ({ path: { id: patient.id } }),
  'GET /api/patients/{id}/timeline': ({ patient }) => ({ path: { id: patient.id } }),
  'GET /api/patients/{patient}/devices': ({ patient }) => ({ path: { patient: patient.id } }),
  'GET /api/patients/{patient}/devices/{history}/current_settings': ofDevice,
  'GET /api/patients/{patient}/devices/{history}/pending_settings': ofDevice,
  'GET /api/patients/{patient}/devices/{history}/settings_history': ofDevice,
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again': ofUndelivered,
  'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': ofUndelivered,
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss': ofUndelivered,
  'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': ofUndelivered,
  'GET /api/patients/{patient}/devices/{history}/connection_history': ofDevice,
  'GET /api/icode-reports': ({ patient }) => ({ path: {}, query: `patient_id=${patient.id}` }),
  'GET /api/devices/datatable': () => ({ path: {} }),
  'GET /api/machines/datatable': () => ({ path: {} }),
  'GET /api/uploads': () => ({ path: {} }),
  'GET /api/machines/{id}/history': ({ machine }) => ({ path: { id: machine.id } }),
  'GET /api/machines/{guid}/connection-history': ({ machine }) => ({ path: { guid: machine.guid } }),
  'GET /api/machines/{serial}/iccid-data': ({ machine }) => ({ path: { serial: machine.serial } }),
  'GET /api/machines/device/date-change-log': ({ machine }) => ({ path: {}, query: `serial=${machine.serial}` }),
  'GET /api/machines/{id}/usage/date-change-utility/{source}': ({ machine }) => ({
    path: { id: machine.id, source: 'wireless' },
  }),
  'POST /api/machines/{id}/usage/date-change-utility/{source}': ({ machine, night }) => ({
    path: { id: machine.id, source: 'wireless' },
    body: { rows: [{ id: night, new_usage_date: '2026-02-04' }] },
  }),
  'POST /api/machines/{id}/usage/void-nights': ({ machine, cardNight }) => ({
    path: { id: machine.id },
    body: { rows: [{ id: cardNight }], reason: 'Wrong person' },
  }),
  'POST /api/machines/{id}/usage/give-back-nights': ({ machine, voidedNight }) => ({
    path: { id: machine.id },
    body: { rows: [{ id: voidedNight }] },
  }),
  'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no': ({ machine, night }) => ({
    path: { id: machine.id },
    body: { row: { id: night } },
  }),
  'GET /api/aeris/{iccid}/device-details': ({ iccid }) => ({ path: { iccid } }),
  'GET /api/patients/{id}/check-if-active-devices': ({ free }) => ({ path: { id: free.patient.id } }),
  'POST /api/patients/{id}/check-add-device': adding,
  'POST /api/patients/{id}/check-date-overlaps': adding,
  'POST /api/patients/{id}/distance-from-today': ({ free }) => ({
    path: { id: free.patient.id },
    body: form(free.machine, near()),
  }),
  'POST /api/patients/{id}/devices': adding,
  'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps': editing,
  'PATCH /api/patients/{id}/check-update-device/{machineId}': editing,
  'PATCH /api/patients/{id}/devices/{deviceId}': editing,
  'POST /api/dashboard/initial-compliance/patients/{id}/compliance': ({ patient }) => ({
    path: { id: patient.id },
    body: {},
  }),
  'POST /api/patients/{id}/devices/{machineId}/check-add-pin': confirming,
  'POST /api/patients/{id}/devices/{deviceId}/add-pin': confirming,
  'DELETE /api/patients/{id}/devices/{deviceId}': editing,
  'POST /api/patients/{id}/decline': ({ shared }) => ({ path: { id: shared.id }, body: { reason: 'Not ours' } }),
  'POST /api/patients/{id}/devices/{deviceId}/void': ({ patient, history }) => ({
    path: { id: patient.id, deviceId: history },
    body: { reason: 'By mistake' },
  }),
  'POST /api/patients/{id}/devices/{deviceId}/restore': ({ patient, voided }) => ({
    path: { id: patient.id, deviceId: voided },
    body: {},
  }),
  'POST /api/icode-reports': (things) => ({
    path: {},
    body: { patient_id: things.patient.id, serial: things.machine.serial, codes: icodes(things) },
  }),
};
