import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newReportCode } from '../../src/compliance-reports/report-code.ts';
import { KEY_OF, type Topic } from '../../src/realtime/topics.ts';
import { createSchema } from '../../src/schema.ts';
import { toGlobalId } from '../../src/shared/node.ts';
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
} from '../harness.ts';
import { until } from '../until.ts';
import { makeCardNight, type CardNight } from '../card-nights.ts';
import { digestOfOrganization } from '../digest.ts';
import { deviceAuthorization } from '../../src/auth/device.ts';
import {
  accessTokenRow,
  complianceBatchRow,
  announcementRow,
  icodeRow,
  inboxItemRow,
  handOffRow,
  mobileUserRow,
  patientNoteRow,
  passkeyRow,
  settingsRow,
  uploadRow,
  userImportRow,
} from './isolation.fixture.ts';
import { restOperations, rootFields } from './operations.ts';
import { makeVoided } from './permissions.fixture.ts';
import { firstAnswer, openSocket } from './socket.ts';

usePortal();

/** The objects of one organization whose ids a caller may name. */
interface Things {
  org: number;
  user: number;
  location: number;
  /** Another location. */
  branch: number;
  group: number;
  patient: Ref;
  machine: Ref & { serial: string; guid: string };
  history: number;
  /** Ended assignments, one for each way to delete one. */
  ended: [number, number, number];
  /** Ended assignments, one for each way to void one. */
  voidable: [number, number, number];
  /** Voided assignments, one for each way to restore one. */
  voided: [number, number, number];
  settings: number;
  /** A session of the machine. */
  session: number;
  /** A wireless night of the machine. */
  night: number;
  /** Nights of cards of the machine, one for each way to void them, and voided ones, one for each way to give them back. */
  card: CardNight[];
  icode: number;
  inboxItem: number;
  /** Personal access tokens of the user, one for each way to delete one. */
  tokens: [number, number, number, number];
  trustedDomain: number;
  /** An import of the user. */
  userImport: number;
  complianceBatch: number;
  /** The verification code of a report of the patient. */
  report: string;
  upload: number;
  passkey: number;
  /** A role, which belongs to no organization: others have none that the caller has not. */
  role: number;
  announcement: number;
  mobileUser: number;
  handOff: number;
  /** A note of the user about the patient. */
  note: number;
  /** SIM of the machine's module, which had a session. */
  iccid: string;
}

/** Without a night, so that two of them do not overlap. */
const ENDED = { start_date: '2020-01-01', end_date: '2020-01-01' };

async function thingsOf(org: number, user: number): Promise<Things> {
  const location = await make('locations', { org_id: org, name: 'Somewhere', country: 'US', is_primary: false });
  const group = await make('org_groups', { org_id: org, name: 'Some' });
  const patient = await makePatient(org);
  const machine = await makeMachine(org);
  const history = await makeHistory(patient, machine);
  const end = async () => makeHistory(patient, await makeMachine(org), ENDED);
  const ended: Things['ended'] = [await end(), await end(), await end()];
  const voidable: Things['voidable'] = [await end(), await end(), await end()];
  const makeVoid = async () => makeVoided(patient, await makeMachine(org));
  const voided: Things['voided'] = [await makeVoid(), await makeVoid(), await makeVoid()];
  const settings = await make(
    'settings_records',
    settingsRow({ org_id: org, patient_id: patient.id, history_id: history, status: 'pending', is_edit: true }),
  );
  const icode = await make('icode_reports', icodeRow({ org_id: org, patient_id: patient.id, serial: machine.serial }));
  const iccid = `8901${String(machine.id).padStart(15, '0')}`;
  await admin.query('insert into modules (org_id, machine_id, serial, iccid) values ($1, $2, $3, $4)', [
    org,
    machine.id,
    `MOD${machine.id}`,
    iccid,
  ]);
  const session = await make('connections', {
    org_id: org,
    patient_id: patient.id,
    machine_org_id: org,
    machine_id: machine.id,
    start_time: '2026-02-01T18:00:00Z',
  });
  const night = await make('usage_nights', {
    machine_org_id: org,
    machine_id: machine.id,
    night: '2026-02-03',
    source: 'wireless',
    minutes: 300,
  });
  const card: CardNight[] = [];
  for (let nth = 0; nth < 10; nth += 1)
    card.push(await makeCardNight(machine, uploadRow(org, user), `2026-03-1${nth}`, nth < 5 ? undefined : user));
  const inboxItem = await make('inbox_items', inboxItemRow(org, user, [org, patient.id, history]));
  const token = (part: number) => make('personal_access_tokens', accessTokenRow(org, user, 4 * org + part));
  const tokens: Things['tokens'] = [await token(0), await token(1), await token(2), await token(3)];
  const branch = await make('locations', { org_id: org, name: 'Elsewhere', country: 'US', is_primary: false });
  const people = { org, user, location, branch, group };
  const trustedDomain = await make('trusted_domains', {
    org_id: org,
    name: 'x',
    created_by_id: user,
    created_at: new Date(),
  });
  const passkey = await make('passkeys', passkeyRow(org, user, `key of ${user}`));
  const announcement = await make('announcements', announcementRow(org, org, user));
  const mobileUser = await make('mobile_users', mobileUserRow(org, patient.id));
  const note = await make('patient_notes', patientNoteRow(org, patient.id, user));
  return {
    ...people,
    patient,
    machine,
    history,
    ended,
    voidable,
    voided,
    settings,
    session,
    night,
    card,
    icode,
    inboxItem,
    tokens,
    trustedDomain,
    userImport: await make('user_imports', userImportRow(org, user)),
    complianceBatch: await make('compliance_batches', { ...complianceBatchRow(org, user), state: 'done' }),
    report: await issuedReport(patient, user),
    upload: await make('uploads', uploadRow(org, user)),
    passkey,
    role: 999_999_018,
    announcement,
    mobileUser,
    handOff: await make('hand_offs', handOffRow(org, user)),
    note,
    iccid,
  };
}

async function issuedReport({ id, orgId }: Ref, user: number): Promise<string> {
  const code = newReportCode();
  await admin.query(
    `insert into compliance_reports (code, org_id, patient_id, rule, rule_version, as_of, figures, user_org_id, user_id, issued_by, issued_for)
     values ($1, $2, $3, 'cms-pap', 1, '2026-02-01', $5, $2, $4, 'x', 'y')`,
    [code, orgId, id, user, JSON.stringify({ rule: { first_day: 1, period: 90 }, nights: [] })],
  );
  return code;
}

/** Ids that do not exist, of the same length as real ones. */
const MISSING: Things = {
  org: 999_999_001,
  user: 999_999_002,
  location: 999_999_013,
  branch: 999_999_015,
  group: 999_999_014,
  patient: { id: 999_999_003, orgId: 0 },
  machine: { id: 999_999_004, orgId: 0, serial: 'A99999999999', guid: '00000000-0000-4000-8000-000000000000' },
  history: 999_999_005,
  ended: [999_999_008, 999_999_009, 999_999_010],
  voidable: [999_999_008, 999_999_009, 999_999_010],
  voided: [999_999_008, 999_999_009, 999_999_010],
  settings: 999_999_006,
  session: 999_999_011,
  night: 999_999_011,
  card: Array.from({ length: 10 }, () => ({ night: 999_999_011, upload: 999_999_012 })),
  icode: 999_999_007,
  inboxItem: 999_999_012,
  tokens: [999_999_013, 999_999_014, 999_999_015, 999_999_016],
  trustedDomain: 999_999_012,
  userImport: 999_999_012,
  complianceBatch: 999_999_012,
  report: newReportCode(),
  upload: 999_999_012,
  passkey: 999_999_012,
  role: 999_999_013,
  announcement: 999_999_012,
  mobileUser: 999_999_012,
  handOff: 999_999_012,
  note: 999_999_012,
  iccid: '8901000000999999999',
};

/** Calls an operation with someone's ids; `own` provides the other inputs from the caller's own objects. */
type Call = (ids: Things, own: Things) => unknown;

const assignment = (patient: Ref, serial: string) => ({
  patientId: String(patient.id),
  serialNumber: serial,
  pinNumber: '1234',
  startDate: '2026-06-01',
});
const equipment = (serial: string) => ({ serial_number: serial, pin_number: '1234', start_date: '2026-06-01' });
const mistake = (history: number) => ({ deviceHistoryId: String(history), reason: 'By mistake' });
const updated = (history: number) => ({ deviceHistoryId: String(history), startDate: '2026-06-01' });
const corrected = (machine: number, night: number) => ({
  machineId: String(machine),
  source: 'WIRELESS',
  changes: [{ id: String(night), newDate: '2026-02-04' }],
});
const givingBack = (machine: number, { night, upload }: CardNight, isWhole = false) => ({
  machineId: String(machine),
  ...(isWhole ? { uploadId: String(upload) } : { nights: [{ id: String(night) }] }),
});
const voidingNight = (machine: number, card: CardNight, isWhole = false) => ({
  ...givingBack(machine, card, isWhole),
  reason: 'Wrong person',
});
const undone = (machine: number, night: number) => ({
  machineId: String(machine),
  source: 'WIRELESS',
  nightIds: [String(night)],
});
const settings = (history: number) => ({ deviceHistoryId: String(history), mode: 'CPAP', values: [], basis: 'x' });
const again = (history: number, record: number) => ({
  deviceHistoryId: String(history),
  settingsRecordId: String(record),
  basis: 'x',
});
const person = { firstName: 'Dana', lastName: 'Reyes', userType: 'ORGANIZATION', role: 'org.ep.staff' };
const newLocation = (org: number) => ({
  organizationId: String(org),
  name: 'New',
  address1: '1 Main Street',
  country: 'US',
  state: 'NY',
  city: 'Albany',
});
const email = 'foreign@example.test';
const newcomer = (org: number) => ({ organizationId: String(org), ...person, email, confirmEmail: email });
const silentOf = ({ id }: Ref) => ({ patientId: String(id), reason: 'SILENT' });
const entered = ({ org }: Things) => ({
  firstName: 'Dana',
  lastName: 'Reyes',
  city: 'Albany',
  state: 'NY',
  dmeId: String(org),
});
const declining = (patient: Things['patient']) => ({ patientId: String(patient.id), reason: 'x' });
const ofPatient = ({ patient }: Things) => ({ patientId: String(patient.id) });
const codes = [{ collected: '2026-01-31', icode: '10000000000000000' }];

/** Per operation and id position: the variables (GraphQL) or the address and body (REST) that contain it. */
const GRAPHQL: Record<string, Call> = {
  'Query.node id (Patient)': ({ patient }) => ({ id: toGlobalId('Patient', patient.id) }),
  'Query.node id (Machine)': ({ machine }) => ({ id: toGlobalId('Machine', machine.id) }),
  'Query.node id (DeviceHistory)': ({ history }) => ({ id: toGlobalId('DeviceHistory', history) }),
  'Query.node id (SettingsRecord)': ({ settings }) => ({ id: toGlobalId('SettingsRecord', settings) }),
  'Query.node id (ICodeReport)': ({ icode }) => ({ id: toGlobalId('ICodeReport', icode) }),
  'Query.node id (Organization)': ({ org }) => ({ id: toGlobalId('Organization', org) }),
  'Query.node id (Location)': ({ location }) => ({ id: toGlobalId('Location', location) }),
  'Query.node id (OrgGroup)': ({ group }) => ({ id: toGlobalId('OrgGroup', group) }),
  'Query.userStatusCounts orgId': ({ org }) => ({ orgId: String(org) }),
  'Query.users orgId': ({ org }) => ({ orgId: String(org) }),
  'Mutation.setUserActive input.userId': ({ user }) => ({ input: { userId: String(user), active: false } }),
  'Mutation.setUsersActive input.selection.userIds': ({ user }) => ({
    input: { selection: { userIds: [String(user)] }, active: true },
  }),
  'Mutation.setUsersActive input.selection.matching.orgId': ({ org }) => ({
    input: { selection: { matching: { orgId: String(org) } }, active: true },
  }),
  'Mutation.resendUserInvitations input.selection.userIds': ({ user }) => ({
    input: { selection: { userIds: [String(user)] } },
  }),
  'Mutation.resendUserInvitations input.selection.matching.orgId': ({ org }) => ({
    input: { selection: { matching: { orgId: String(org) } } },
  }),
  'Mutation.resendUserInvitation input.userId': ({ user }) => ({ input: { userId: String(user) } }),
  'Mutation.startUserPasswordReset input.userId': ({ user }) => ({ input: { userId: String(user) } }),
  'Mutation.resetUserSecondFactor input.userId': ({ user }) => ({ input: { userId: String(user), method: 'APP' } }),
  'Mutation.deletePasskey id': ({ passkey }) => ({ id: String(passkey) }),
  'Mutation.unlockUser input.userId': ({ user }) => ({ input: { userId: String(user) } }),
  'Mutation.setUserVentilatorAccess input.userId': ({ user }) => ({ input: { userId: String(user), enabled: true } }),
  'Query.node id (User)': ({ user }) => ({ id: toGlobalId('User', user) }),
  'Query.node id (TrustedDomain)': ({ trustedDomain }) => ({ id: toGlobalId('TrustedDomain', trustedDomain) }),
  'Query.node id (Role)': ({ role }) => ({ id: toGlobalId('Role', role) }),
  'Query.role id': ({ role }) => ({ id: String(role) }),
  'Query.user id': ({ user }) => ({ id: String(user) }),
  'Query.organization id': ({ org }) => ({ id: String(org) }),
  'Mutation.setUserNotificationType input.userId': ({ user }) => ({
    input: { userId: String(user), notificationType: 'EMAIL' },
  }),
  'Query.userLogins userId': ({ user }) => ({ userId: String(user) }),
  'Query.userAuditLog userId': ({ user }) => ({ userId: String(user) }),
  'Query.userActivity userId': ({ user }) => ({ userId: String(user) }),
  'Query.userSessions userId': ({ user }) => ({ userId: String(user) }),
  'Mutation.endUserSessions input.userId': ({ user }) => ({ input: { userId: String(user) } }),
  'Mutation.endUserSession input.userId': ({ user }) => ({ input: { userId: String(user), sessionId: 999_999_015 } }),
  'Query.node id (Announcement)': ({ announcement }) => ({ id: toGlobalId('Announcement', announcement) }),
  'Query.node id (MobileUser)': ({ mobileUser }) => ({ id: toGlobalId('MobileUser', mobileUser) }),
  'Query.node id (Upload)': ({ upload }) => ({ id: toGlobalId('Upload', upload) }),
  'Query.node id (PatientNote)': ({ note }) => ({ id: toGlobalId('PatientNote', note) }),
  'Query.patientAccess patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Query.patientAccessUsers patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Query.patientReaders patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Query.patientNotes patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Query.followUpAssignees patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Mutation.assignFollowUp input.patientId': ({ patient }) => ({ input: silentOf(patient) }),
  'Mutation.completeFollowUp input.patientId': ({ patient }) => ({
    input: { ...silentOf(patient), outcome: 'REACHED' },
  }),
  'Mutation.reopenFollowUp input.patientId': ({ patient }) => ({ input: silentOf(patient) }),
  'Mutation.snoozeFollowUp input.patientId': ({ patient }) => ({
    input: { ...silentOf(patient), until: '2030-01-01' },
  }),
  'Query.patientTimeline patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Mutation.createPatientNote input.patientId': ({ patient }) => ({
    input: { patientId: String(patient.id), text: 'x' },
  }),
  'Mutation.updatePatientNote input.noteId': ({ note }) => ({ input: { noteId: String(note), version: 1, text: 'x' } }),
  'Mutation.removePatientNote input.noteId': ({ note }) => ({ input: { noteId: String(note) } }),
  'Query.patient id': ({ patient }) => ({ id: String(patient.id) }),
  'Query.machine id': ({ machine }) => ({ id: String(machine.id) }),
  'Query.machine id (guid)': ({ machine }) => ({ id: machine.guid }),
  'Query.checkCreatePatient input.clinicianId': ({ user }, own) => ({
    input: { ...entered(own), clinicianId: String(user) },
  }),
  'Query.checkCreatePatient input.physicianId': ({ user }, own) => ({
    input: { ...entered(own), physicianId: String(user) },
  }),
  'Query.checkCreatePatient input.locationId': ({ location }, own) => ({
    input: { ...entered(own), locationId: String(location) },
  }),
  'Mutation.createPatient input.clinicianId': ({ user }, own) => ({
    input: { ...entered(own), clinicianId: String(user) },
  }),
  'Mutation.createPatient input.physicianId': ({ user }, own) => ({
    input: { ...entered(own), physicianId: String(user) },
  }),
  'Mutation.createPatient input.locationId': ({ location }, own) => ({
    input: { ...entered(own), locationId: String(location) },
  }),
  'Query.checkUpdatePatient input.patientId': ({ patient }) => ({
    input: { patientId: String(patient.id), note: 'x' },
  }),
  'Query.checkUpdatePatient input.clinicianId': ({ user }, own) => ({
    input: { ...ofPatient(own), clinicianId: String(user) },
  }),
  'Query.checkUpdatePatient input.physicianId': ({ user }, own) => ({
    input: { ...ofPatient(own), physicianId: String(user) },
  }),
  'Query.checkUpdatePatient input.locationId': ({ location }, own) => ({
    input: { ...ofPatient(own), locationId: String(location) },
  }),
  'Query.checkDeclinePatient input.patientId': ({ patient }) => ({ input: declining(patient) }),
  'Mutation.declinePatient input.patientId': ({ patient }) => ({ input: declining(patient) }),
  'Mutation.updatePatient input.patientId': ({ patient }) => ({ input: { patientId: String(patient.id), note: 'x' } }),
  'Mutation.updatePatient input.clinicianId': ({ user }, own) => ({
    input: { ...ofPatient(own), clinicianId: String(user) },
  }),
  'Mutation.updatePatient input.physicianId': ({ user }, own) => ({
    input: { ...ofPatient(own), physicianId: String(user) },
  }),
  'Mutation.updatePatient input.locationId': ({ location }, own) => ({
    input: { ...ofPatient(own), locationId: String(location) },
  }),
  'Query.icodeReports patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Query.icodeReports ids': ({ icode }) => ({ ids: [String(icode)] }),
  'Query.icodeReports serial': ({ machine }) => ({ serial: machine.serial }),
  'Query.checkAssignDevice input.patientId': ({ patient }, own) => ({ input: assignment(patient, own.machine.serial) }),
  'Query.checkAssignDevice input.serialNumber': ({ machine }, own) => ({
    input: assignment(own.patient, machine.serial),
  }),
  'Query.checkCreateICodeReports input.patientId': ({ patient }, own) => ({
    input: { patientId: String(patient.id), serial: own.machine.serial, codes },
  }),
  'Mutation.assignDevice input.patientId': ({ patient }, own) => ({ input: assignment(patient, own.machine.serial) }),
  'Mutation.assignDevice input.serialNumber': ({ machine }, own) => ({
    input: assignment(own.patient, machine.serial),
  }),
  'Query.checkUpdateDevice input.deviceHistoryId': ({ history }) => ({ input: updated(history) }),
  'Query.checkAddDevicePin input.deviceHistoryId': ({ history }) => ({
    input: { deviceHistoryId: String(history), pinNumber: '1234' },
  }),
  'Mutation.updateDevice input.deviceHistoryId': ({ history }) => ({ input: updated(history) }),
  'Mutation.addDevicePin input.deviceHistoryId': ({ history }) => ({
    input: { deviceHistoryId: String(history), pinNumber: '1234' },
  }),
  'Query.checkDeleteDevice input.deviceHistoryId': ({ history }) => ({ input: { deviceHistoryId: String(history) } }),
  'Mutation.deleteDevice input.deviceHistoryId': ({ ended }) => ({ input: { deviceHistoryId: String(ended[0]) } }),
  'Query.checkVoidDevice input.deviceHistoryId': ({ history }) => ({ input: mistake(history) }),
  'Mutation.voidDevice input.deviceHistoryId': ({ voidable }) => ({ input: mistake(voidable[0]) }),
  'Mutation.restoreDevice input.deviceHistoryId': ({ voided }) => ({ input: { deviceHistoryId: String(voided[0]) } }),
  'Mutation.createICodeReports input.patientId': ({ patient }, own) => ({
    input: { patientId: String(patient.id), serial: own.machine.serial, codes },
  }),
  'Query.checkChangeUsageDates input.machineId': ({ machine, night }) => ({ input: corrected(machine.id, night) }),
  'Query.checkChangeUsageDates input.changes.id': ({ night }, own) => ({ input: corrected(own.machine.id, night) }),
  'Mutation.changeUsageDates input.machineId': ({ machine, night }) => ({ input: corrected(machine.id, night) }),
  'Mutation.changeUsageDates input.changes.id': ({ night }, own) => ({ input: corrected(own.machine.id, night) }),
  'Mutation.undoUsageDates input.machineId': ({ machine, night }) => ({ input: undone(machine.id, night) }),
  'Mutation.undoUsageDates input.nightIds': ({ night }, own) => ({ input: undone(own.machine.id, night) }),
  'Query.checkVoidNights input.machineId': ({ machine, card }) => ({ input: voidingNight(machine.id, card[0]!) }),
  'Query.checkVoidNights input.nights.id': ({ card }, own) => ({ input: voidingNight(own.machine.id, card[1]!) }),
  'Query.checkVoidNights input.uploadId': ({ card }, own) => ({ input: voidingNight(own.machine.id, card[2]!, true) }),
  'Mutation.voidNights input.machineId': ({ machine, card }) => ({ input: voidingNight(machine.id, card[0]!) }),
  'Mutation.voidNights input.nights.id': ({ card }, own) => ({ input: voidingNight(own.machine.id, card[1]!) }),
  'Mutation.voidNights input.uploadId': ({ card }, own) => ({ input: voidingNight(own.machine.id, card[2]!, true) }),
  'Query.checkGiveBackNights input.machineId': ({ machine, card }) => ({ input: givingBack(machine.id, card[5]!) }),
  'Query.checkGiveBackNights input.nights.id': ({ card }, own) => ({ input: givingBack(own.machine.id, card[6]!) }),
  'Query.checkGiveBackNights input.uploadId': ({ card }, own) => ({
    input: givingBack(own.machine.id, card[7]!, true),
  }),
  'Mutation.giveBackNights input.machineId': ({ machine, card }) => ({ input: givingBack(machine.id, card[5]!) }),
  'Mutation.giveBackNights input.nights.id': ({ card }, own) => ({ input: givingBack(own.machine.id, card[6]!) }),
  'Mutation.giveBackNights input.uploadId': ({ card }, own) => ({ input: givingBack(own.machine.id, card[7]!, true) }),
  'Mutation.resetRecordNo input.machineId': ({ machine, night }) => ({
    input: { machineId: String(machine.id), nightId: String(night) },
  }),
  'Mutation.resetRecordNo input.nightId': ({ night }, own) => ({
    input: { machineId: String(own.machine.id), nightId: String(night) },
  }),
  'Mutation.showMachinePin id': ({ machine }) => ({ id: String(machine.id) }),
  'Mutation.issueComplianceReport input.patientId': ({ patient }) => ({ input: { patientId: String(patient.id) } }),
  'Mutation.startComplianceBatch input.selection.patientIds': ({ patient }) => ({
    input: { selection: { patientIds: [String(patient.id)] } },
  }),
  'Mutation.dismissComplianceBatch input.batchId': ({ complianceBatch }) => ({
    input: { batchId: String(complianceBatch) },
  }),
  'Subscription.complianceBatchProgress batchId': ({ complianceBatch }) => ({ batchId: String(complianceBatch) }),
  'Query.complianceReport code': ({ report }) => ({ code: report }),
  'Mutation.recalculateCompliance patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Query.checkSendOrgMessage input.userId': ({ user }) => ({ input: { userId: String(user), message: 'x' } }),
  'Mutation.sendOrgMessage input.userId': ({ user }) => ({ input: { userId: String(user), message: 'x' } }),
  'Mutation.deleteTrustedDomain input.trustedDomainId': ({ trustedDomain }) => ({
    input: { trustedDomainId: String(trustedDomain) },
  }),
  'Query.checkUpdateAnnouncement input.announcementId': ({ announcement }) => ({
    input: { announcementId: String(announcement), version: 1 },
  }),
  'Mutation.updateAnnouncement input.announcementId': ({ announcement }) => ({
    input: { announcementId: String(announcement), version: 1 },
  }),
  'Mutation.markAnnouncementRead input.announcementId': ({ announcement }) => ({
    input: { announcementId: String(announcement) },
  }),
  'Mutation.setMobileUserActive input.mobileUserId': ({ mobileUser }) => ({
    input: { mobileUserId: String(mobileUser), active: false },
  }),
  'Query.node id (HandOff)': ({ handOff }) => ({ id: toGlobalId('HandOff', handOff) }),
  'Query.handOff id': ({ handOff }) => ({ id: String(handOff) }),
  'Mutation.withdrawHandOff input.handOffId': ({ handOff }) => ({ input: { handOffId: String(handOff) } }),
  'Mutation.refuseHandOff input.handOffId': ({ handOff }) => ({ input: { handOffId: String(handOff), reason: 'x' } }),
  'Mutation.acceptHandOff input.handOffId': ({ handOff }) => ({
    input: { handOffId: String(handOff), startsOn: '2026-06-01' },
  }),
  'Mutation.writeHandOffMessage input.handOffId': ({ handOff }) => ({
    input: { handOffId: String(handOff), body: 'x' },
  }),
  'Mutation.markInboxItemRead input.itemId': ({ inboxItem }) => ({ input: { itemId: String(inboxItem) } }),
  'Query.checkSubmitSettings input.deviceHistoryId': ({ history }) => ({ input: settings(history) }),
  'Mutation.submitSettings input.deviceHistoryId': ({ history }) => ({ input: settings(history) }),
  'Mutation.cancelPendingSettings input.deviceHistoryId': ({ history }, own) => ({
    input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
  }),
  'Mutation.cancelPendingSettings input.settingsRecordId': ({ settings: record }, own) => ({
    input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
  }),
  'Query.checkResendSettings input.deviceHistoryId': ({ history }, own) => ({ input: again(history, own.settings) }),
  'Query.checkResendSettings input.settingsRecordId': ({ settings: record }, own) => ({
    input: again(own.history, record),
  }),
  'Mutation.resendSettings input.deviceHistoryId': ({ history }, own) => ({ input: again(history, own.settings) }),
  'Mutation.resendSettings input.settingsRecordId': ({ settings: record }, own) => ({
    input: again(own.history, record),
  }),
  'Query.checkDismissSettings input.deviceHistoryId': ({ history }, own) => ({
    input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
  }),
  'Query.checkDismissSettings input.settingsRecordId': ({ settings: record }, own) => ({
    input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
  }),
  'Mutation.dismissSettings input.deviceHistoryId': ({ history }, own) => ({
    input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
  }),
  'Mutation.dismissSettings input.settingsRecordId': ({ settings: record }, own) => ({
    input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
  }),
  'Query.newUserForm organizationId': ({ org }) => ({ organizationId: String(org) }),
  'Query.checkCreateUser input.organizationId': ({ org }) => ({ input: newcomer(org) }),
  'Query.userImport importId': ({ userImport }) => ({ importId: String(userImport) }),
  'Query.currentUserImport organizationId': ({ org }) => ({ organizationId: String(org) }),
  'Mutation.dismissUserImport input.importId': ({ userImport }) => ({ input: { importId: String(userImport) } }),
  'Subscription.jobProgress id': ({ userImport }) => ({ id: String(userImport) }),
  'Mutation.importUsers input.importId': ({ userImport }) => ({ input: { importId: String(userImport) } }),
  'Mutation.createUser input.organizationId': ({ org }) => ({ input: newcomer(org) }),
  'Query.userForm userId': ({ user }) => ({ userId: String(user) }),
  'Query.checkUpdateUser input.userId': ({ user }) => ({ input: { userId: String(user), ...person } }),
  'Mutation.updateUser input.userId': ({ user }) => ({ input: { userId: String(user), ...person } }),
  'Mutation.createPersonalAccessToken input.userId': ({ user }) => ({
    input: { userId: String(user), name: 'abc', scopes: ['view.patient'] },
  }),
  'Mutation.deletePersonalAccessToken input.userId': ({ user }, own) => ({
    input: { userId: String(user), tokenId: String(own.tokens[0]) },
  }),
  'Mutation.deletePersonalAccessToken input.tokenId': ({ tokens }, own) => ({
    input: { userId: String(own.user), tokenId: String(tokens[1]) },
  }),
  'Mutation.generateApiKey input.userId': ({ user }) => ({ input: { userId: String(user), scopes: ['view.patient'] } }),
  'Mutation.regenerateApiKey input.userId': ({ user }) => ({ input: { userId: String(user) } }),
  'Mutation.revokeApiKey input.userId': ({ user }) => ({ input: { userId: String(user) } }),
  'Query.upload uploadId': ({ upload }) => ({ uploadId: String(upload) }),
  'Query.checkConfirmUpload input.uploadId': ({ upload }) => ({ input: { uploadId: String(upload) } }),
  'Mutation.confirmUpload input.uploadId': ({ upload }) => ({ input: { uploadId: String(upload) } }),
  'Mutation.cancelUpload input.uploadId': ({ upload }) => ({ input: { uploadId: String(upload) } }),
  'Mutation.createUpload input.machineId': ({ machine }) => ({ input: { files: [], machineId: String(machine.id) } }),
  'Subscription.uploadProgress uploadId': ({ upload }) => ({ uploadId: String(upload) }),
  'Mutation.createLocation input.organizationId': ({ org }) => ({ input: newLocation(org) }),
  'Mutation.updateLocation input.locationId': ({ location }) => ({ input: { locationId: String(location) } }),
  'Mutation.makePrimaryLocation input.locationId': ({ location }) => ({ input: { locationId: String(location) } }),
  'Mutation.closeLocation input.locationId': ({ location }) => ({ input: { locationId: String(location) } }),
  'Mutation.closeLocation input.moveToId': ({ location }, own) => ({
    input: { locationId: String(own.branch), moveToId: String(location) },
  }),
  'Mutation.reopenLocation input.locationId': ({ location }) => ({ input: { locationId: String(location) } }),
  'Mutation.createOrgGroup input.organizationId': ({ org }, own) => ({
    input: { organizationId: String(org), name: 'New', locationIds: [String(own.location)] },
  }),
  'Mutation.createOrgGroup input.locationIds': ({ location }, own) => ({
    input: { organizationId: String(own.org), name: 'Newer', locationIds: [String(location)] },
  }),
  'Mutation.updateOrgGroup input.groupId': ({ group }) => ({ input: { groupId: String(group), name: 'Other' } }),
  'Mutation.updateOrgGroup input.locationIds': ({ location }, own) => ({
    input: { groupId: String(own.group), locationIds: [String(location)] },
  }),
  'Mutation.deleteOrgGroup input.groupId': ({ group }) => ({ input: { groupId: String(group) } }),
  'Subscription.settingsStatusChanged patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Subscription.handOffChanged id': ({ handOff }) => ({ id: String(handOff) }),
  'Subscription.patientNotesChanged patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  'Subscription.patientsChanged patientIds': ({ patient }) => ({ patientIds: [String(patient.id)] }),
  'Subscription.deviceHistoryChanged patientId': ({ patient }) => ({ patientId: String(patient.id) }),
};

type Address = { path: Record<string, number | string>; body?: unknown; query?: string };
const REST: Record<string, (ids: Things, own: Things) => Address> = {
  'GET /api/orgs/{org_id}/users/datatable {org_id}': ({ org }) => ({ path: { org_id: org } }),
  'PATCH /api/users/{id}/mvc-settings {id}': ({ user }) => ({
    path: { id: user },
    body: { mvc_settings: { enabled: true } },
  }),
  'POST /api/orgs/{org_id}/users/import {org_id}': ({ org }) => ({ path: { org_id: org }, body: { org_id: org } }),
  'POST /api/orgs/{org_id}/users/import org_id': ({ org }, own) => ({
    path: { org_id: own.org },
    body: { org_id: org },
  }),
  'GET /api/orgs/{org_id}/users/import/{id} {org_id}': ({ org }, own) => ({
    path: { org_id: org, id: own.userImport },
  }),
  'GET /api/orgs/{org_id}/users/import/{id} {id}': ({ userImport }, own) => ({
    path: { org_id: own.org, id: userImport },
  }),
  'GET /api/orgs/{org_id}/users/import/{id}/result {org_id}': ({ org }, own) => ({
    path: { org_id: org, id: own.userImport },
  }),
  'GET /api/orgs/{org_id}/users/import/{id}/result {id}': ({ userImport }, own) => ({
    path: { org_id: own.org, id: userImport },
  }),
  'GET /api/compliance-batches/{id}/file {id}': ({ complianceBatch }) => ({ path: { id: complianceBatch } }),
  'GET /api/verify/{code} {code}': ({ report }) => ({ path: { code: report } }),
  'GET /api/uploads/{id} {id}': ({ upload }) => ({ path: { id: upload } }),
  'POST /api/uploads machine_id': ({ machine }) => ({ path: {}, body: { machine_id: machine.id } }),
  'GET /api/patients/{id} {id}': ({ patient }) => ({ path: { id: patient.id } }),
  'PATCH /api/patients/{id} {id}': ({ patient }) => ({ path: { id: patient.id }, body: { note: 'x' } }),
  'PATCH /api/patients/{id} clinician_id': ({ user }, own) => ({
    path: { id: own.patient.id },
    body: { clinician_id: user },
  }),
  'POST /api/follow-ups/{patient}/{reason}/assign {patient}': ({ patient }) => ({
    path: { patient: patient.id, reason: 'silent' },
    body: { user_id: null },
  }),
  'POST /api/follow-ups/{patient}/{reason}/done {patient}': ({ patient }) => ({
    path: { patient: patient.id, reason: 'silent' },
    body: { outcome: 'reached' },
  }),
  'POST /api/follow-ups/{patient}/{reason}/reopen {patient}': ({ patient }) => ({
    path: { patient: patient.id, reason: 'silent' },
  }),
  'POST /api/follow-ups/{patient}/{reason}/snooze {patient}': ({ patient }) => ({
    path: { patient: patient.id, reason: 'silent' },
    body: { until: '2030-01-01' },
  }),
  'GET /api/patients/{id}/compliance {id}': ({ patient }) => ({ path: { id: patient.id } }),
  'GET /api/patients/{id}/timeline {id}': ({ patient }) => ({ path: { id: patient.id } }),
  'GET /api/patients/{id}/usage {id}': ({ patient }) => ({
    path: { id: patient.id },
    query: 'startDate=2026-01-01&endDate=2026-03-31',
  }),
  'GET /api/patients/{patient}/devices {patient}': ({ patient }) => ({ path: { patient: patient.id } }),
  'GET /api/patients/{patient}/devices/{history}/current_settings {patient}': ({ patient }, own) => ({
    path: { patient: patient.id, history: own.history },
  }),
  'GET /api/patients/{patient}/devices/{history}/current_settings {history}': ({ history }, own) => ({
    path: { patient: own.patient.id, history },
  }),
  'GET /api/patients/{patient}/devices/{history}/settings_history {patient}': ({ patient }, own) => ({
    path: { patient: patient.id, history: own.history },
  }),
  'GET /api/patients/{patient}/devices/{history}/settings_history {history}': ({ history }, own) => ({
    path: { patient: own.patient.id, history },
  }),
  'GET /api/patients/{patient}/devices/{history}/pending_settings {patient}': ({ patient }, own) => ({
    path: { patient: patient.id, history: own.history },
  }),
  'GET /api/patients/{patient}/devices/{history}/pending_settings {history}': ({ history }, own) => ({
    path: { patient: own.patient.id, history },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again {patient}': ({ patient }, own) => ({
    path: { patient: patient.id, history: own.history },
    body: { id: own.settings, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again {history}': ({ history }, own) => ({
    path: { patient: own.patient.id, history },
    body: { id: own.settings, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again id': (
    { settings: record },
    own,
  ) => ({
    path: { patient: own.patient.id, history: own.history },
    body: { id: record, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again {patient}': ({ patient }, own) => ({
    path: { patient: patient.id, history: own.history },
    body: { id: own.settings, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again {history}': ({ history }, own) => ({
    path: { patient: own.patient.id, history },
    body: { id: own.settings, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again id': ({ settings: record }, own) => ({
    path: { patient: own.patient.id, history: own.history },
    body: { id: record, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss {patient}': ({ patient }, own) => ({
    path: { patient: patient.id, history: own.history },
    body: { id: own.settings, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss {history}': ({ history }, own) => ({
    path: { patient: own.patient.id, history },
    body: { id: own.settings, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss id': ({ settings: record }, own) => ({
    path: { patient: own.patient.id, history: own.history },
    body: { id: record, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss {patient}': ({ patient }, own) => ({
    path: { patient: patient.id, history: own.history },
    body: { id: own.settings, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss {history}': ({ history }, own) => ({
    path: { patient: own.patient.id, history },
    body: { id: own.settings, basis: 'x' },
  }),
  'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss id': ({ settings: record }, own) => ({
    path: { patient: own.patient.id, history: own.history },
    body: { id: record, basis: 'x' },
  }),
  'GET /api/patients/{id}/check-if-active-devices {id}': ({ patient }) => ({ path: { id: patient.id } }),
  'POST /api/patients/{id}/check-add-device {id}': ({ patient }, own) => ({
    path: { id: patient.id },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/check-add-device serial': ({ machine }, own) => ({
    path: { id: own.patient.id },
    body: equipment(machine.serial),
  }),
  'POST /api/patients/{id}/distance-from-today {id}': ({ patient }, own) => ({
    path: { id: patient.id },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/check-date-overlaps {id}': ({ patient }, own) => ({
    path: { id: patient.id },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/check-date-overlaps serial': ({ machine }, own) => ({
    path: { id: own.patient.id },
    body: equipment(machine.serial),
  }),
  'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps {id}': ({ patient }, own) => ({
    path: { id: patient.id, deviceId: own.history },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps {deviceId}': ({ history }, own) => ({
    path: { id: own.patient.id, deviceId: history },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/devices/{machineId}/check-add-pin {id}': ({ patient }, own) => ({
    path: { id: patient.id, machineId: own.machine.id },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/devices/{machineId}/check-add-pin {machineId}': ({ machine }, own) => ({
    path: { id: own.patient.id, machineId: machine.id },
    body: equipment(own.machine.serial),
  }),
  'PATCH /api/patients/{id}/check-update-device/{machineId} {id}': ({ patient }, own) => ({
    path: { id: patient.id, machineId: own.machine.id },
    body: equipment(own.machine.serial),
  }),
  'PATCH /api/patients/{id}/check-update-device/{machineId} {machineId}': ({ machine }, own) => ({
    path: { id: own.patient.id, machineId: machine.id },
    body: equipment(own.machine.serial),
  }),
  'PATCH /api/patients/{id}/devices/{deviceId} {id}': ({ patient }, own) => ({
    path: { id: patient.id, deviceId: own.history },
    body: equipment(own.machine.serial),
  }),
  'PATCH /api/patients/{id}/devices/{deviceId} {deviceId}': ({ history }, own) => ({
    path: { id: own.patient.id, deviceId: history },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/devices/{deviceId}/add-pin {id}': ({ patient }, own) => ({
    path: { id: patient.id, deviceId: own.history },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/devices/{deviceId}/add-pin {deviceId}': ({ history }, own) => ({
    path: { id: own.patient.id, deviceId: history },
    body: equipment(own.machine.serial),
  }),
  'DELETE /api/patients/{id}/devices/{deviceId} {id}': ({ patient }, own) => ({
    path: { id: patient.id, deviceId: own.ended[1] },
  }),
  'DELETE /api/patients/{id}/devices/{deviceId} {deviceId}': ({ ended }, own) => ({
    path: { id: own.patient.id, deviceId: ended[2] },
  }),
  'POST /api/patients/{id}/devices/{deviceId}/void {id}': ({ patient }, own) => ({
    path: { id: patient.id, deviceId: own.voidable[1] },
    body: { reason: 'By mistake' },
  }),
  'POST /api/patients/{id}/devices/{deviceId}/void {deviceId}': ({ voidable }, own) => ({
    path: { id: own.patient.id, deviceId: voidable[2] },
    body: { reason: 'By mistake' },
  }),
  'POST /api/patients/{id}/devices/{deviceId}/restore {id}': ({ patient }, own) => ({
    path: { id: patient.id, deviceId: own.voided[1] },
  }),
  'POST /api/patients/{id}/devices/{deviceId}/restore {deviceId}': ({ voided }, own) => ({
    path: { id: own.patient.id, deviceId: voided[2] },
  }),
  'POST /api/patients/{id}/decline {id}': ({ patient }) => ({ path: { id: patient.id }, body: { reason: 'x' } }),
  'POST /api/patients/{id}/devices {id}': ({ patient }, own) => ({
    path: { id: patient.id },
    body: equipment(own.machine.serial),
  }),
  'POST /api/patients/{id}/devices serial': ({ machine }, own) => ({
    path: { id: own.patient.id },
    body: equipment(machine.serial),
  }),
  'GET /api/patients/{patient}/devices/{history}/connection_history {patient}': ({ patient }, own) => ({
    path: { patient: patient.id, history: own.history },
  }),
  'GET /api/patients/{patient}/devices/{history}/connection_history {history}': ({ history }, own) => ({
    path: { patient: own.patient.id, history },
  }),
  'GET /api/users/{user_id}/history/datatable {user_id}': ({ user }) => ({ path: { user_id: user } }),
  'GET /api/users/{user_id}/audit_log/datatable {user_id}': ({ user }) => ({ path: { user_id: user } }),
  'GET /api/support/activity-logs/user/{id} {id}': ({ user }) => ({ path: { id: user } }),
  'GET /api/orgs/{id}/groups {id}': ({ org }) => ({ path: { id: org } }),
  'GET /api/orgs/{id}/locations {id}': ({ org }) => ({ path: { id: org } }),
  'GET /api/support/role/{id} {id}': ({ role }) => ({ path: { id: role } }),
  'GET /api/machines/{guid}/connection-history {guid}': ({ machine }) => ({ path: { guid: machine.guid } }),
  'GET /api/machines/device/date-change-log serial': ({ machine }) => ({
    path: {},
    query: `serial=${machine.serial}`,
  }),
  'GET /api/machines/{id}/usage/date-change-utility/{source} {id}': ({ machine }) => ({
    path: { id: machine.id, source: 'wireless' },
  }),
  'GET /api/machines/{id}/usage/date-change-utility/{source} {source}': (ids, own) => ({
    path: { id: own.machine.id, source: ids === own ? 'wireless' : 'card' },
  }),
  'POST /api/machines/{id}/usage/date-change-utility/{source} {id}': ({ machine, night }) => ({
    path: { id: machine.id, source: 'wireless' },
    body: { rows: [{ id: night, new_usage_date: '2026-02-04' }] },
  }),
  'POST /api/machines/{id}/usage/date-change-utility/{source} {source}': (ids, own) => ({
    path: { id: own.machine.id, source: ids === own ? 'wireless' : 'card' },
    body: { rows: [{ id: own.night, new_usage_date: '2026-02-04' }] },
  }),
  'POST /api/machines/{id}/usage/date-change-utility/{source} rows': ({ night }, own) => ({
    path: { id: own.machine.id, source: 'wireless' },
    body: { rows: [{ id: night, new_usage_date: '2026-02-05' }] },
  }),
  'POST /api/machines/{id}/usage/void-nights {id}': ({ machine, card }) => ({
    path: { id: machine.id },
    body: { rows: [{ id: card[3]!.night }], reason: 'Wrong person' },
  }),
  'POST /api/machines/{id}/usage/void-nights rows': ({ card }, own) => ({
    path: { id: own.machine.id },
    body: { rows: [{ id: card[4]!.night }], reason: 'Wrong person' },
  }),
  'POST /api/machines/{id}/usage/give-back-nights {id}': ({ machine, card }) => ({
    path: { id: machine.id },
    body: { rows: [{ id: card[8]!.night }] },
  }),
  'POST /api/machines/{id}/usage/give-back-nights rows': ({ card }, own) => ({
    path: { id: own.machine.id },
    body: { rows: [{ id: card[9]!.night }] },
  }),
  'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no {id}': ({ machine, night }) => ({
    path: { id: machine.id },
    body: { row: { id: night } },
  }),
  'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no row': ({ night }, own) => ({
    path: { id: own.machine.id },
    body: { row: { id: night } },
  }),
  'GET /api/machines/{serial}/iccid-data {serial}': ({ machine }) => ({ path: { serial: machine.serial } }),
  'GET /api/aeris/{iccid}/device-details {iccid}': ({ iccid }) => ({ path: { iccid } }),
  'GET /api/machines/{id}/history {id}': ({ machine }) => ({ path: { id: machine.id } }),
  'POST /api/dashboard/initial-compliance/patients/{id}/compliance {id}': ({ patient }) => ({
    path: { id: patient.id },
  }),
  'GET /api/icode-reports patient': ({ patient }) => ({ path: {}, query: `patient_id=${patient.id}` }),
  'GET /api/icode-reports serial': ({ machine }) => ({ path: {}, query: `serial=${machine.serial}` }),
  'POST /api/icode-reports patient': ({ patient }, own) => ({
    path: {},
    body: { patient_id: patient.id, serial: own.machine.serial, codes },
  }),
  'GET /api/users/{id} {id}': ({ user }) => ({ path: { id: user } }),
  'PATCH /api/users/{id} {id}': ({ user }) => ({ path: { id: user }, body: { first_name: 'Dana' } }),
  'PATCH /api/users id': ({ user }) => ({ path: {}, body: { id: user, first_name: 'Dana' } }),
  'POST /api/users org_id': ({ org }) => ({ path: {}, body: { org_id: org, email, confirm_email: email } }),
  'GET /api/user-types/{id} {id}': ({ org }) => ({ path: { id: org } }),
  'GET /api/users/{id}/personal-access-tokens {id}': ({ user }) => ({ path: { id: user } }),
  'POST /api/users/{id}/personal-access-tokens {id}': ({ user }) => ({
    path: { id: user },
    body: { name: 'abc', scopes: ['view.patient'] },
  }),
  'DELETE /api/users/{id}/personal-access-tokens/{tokenId} {id}': ({ user }, own) => ({
    path: { id: user, tokenId: own.tokens[2] },
  }),
  'DELETE /api/users/{id}/personal-access-tokens/{tokenId} {tokenId}': ({ tokens }, own) => ({
    path: { id: own.user, tokenId: tokens[3] },
  }),
  'GET /api/api-key/{id}/get {id}': ({ user }) => ({ path: { id: user } }),
  'POST /api/api-key/{id}/generate {id}': ({ user }) => ({ path: { id: user } }),
  'POST /api/api-key/{id}/regenerate {id}': ({ user }) => ({ path: { id: user } }),
  'PATCH /api/announcements/{id} {id}': ({ announcement }) => ({ path: { id: announcement }, body: {} }),
  'POST /api/announcements/{id}/read {id}': ({ announcement }) => ({ path: { id: announcement }, body: {} }),
  'PATCH /api/mobile-users/{id} {id}': ({ mobileUser }) => ({ path: { id: mobileUser }, body: { active: 0 } }),
  'POST /api/users/reset-mfa/{id} {id}': ({ user }) => ({ path: { id: user }, body: { method: 'app' } }),
  'POST /api/api-key/{id}/revoke {id}': ({ user }) => ({ path: { id: user } }),
  'POST /device/v1/sessions/{session}/end {session}': ({ session }) => ({
    path: { session },
    body: { exit_flag: 'ok' },
  }),
  'POST /device/v1/settings/{record}/answer {record}': ({ settings }) => ({
    path: { record: settings },
    body: { result: 'refused', reason: 'no' },
  }),
};

/** Ids of what belongs to no organization and what support staff alone may name. */
const OF_NO_ORGANIZATION = new Set([
  'Mutation.removeSuppressedEmail input.id', // suppressed-emails.test.ts
  'Query.checkCreateAnnouncement input.organizationId', // announcements.test.ts
  'Mutation.createAnnouncement input.organizationId',
  'Query.checkUpdateAnnouncement input.organizationId',
  'Mutation.updateAnnouncement input.organizationId',
  'Mutation.switchOrganization input.organizationId', // acting-organization.test.ts
  // Active equipment providers are a directory for who fills in the form of a patient (decisions/089, patient-form.test.ts).
  'Query.checkCreatePatient input.dmeId',
  'Mutation.createPatient input.dmeId',
  'Query.checkUpdatePatient input.dmeId',
  'Mutation.updatePatient input.dmeId',
  'Query.possibleDuplicates input.exceptId', // leaves one out of those that the viewer sees: patient-duplicates.test.ts
  'Mutation.updateOrgGroup input.opened.locationIds', // only compared: org-groups.test.ts
  'Mutation.undoPatientMigration input.id', // migration/patient-migrations.test.ts
  'Query.patientMigration id',
  'Query.patientMigrations organizationId',
  'Subscription.patientMigrationProgress id',
  'GET /api/migration-patients/{dme_id} {dme_id}', // migration/migration.test.ts
  'POST /api/orgs/{dme_id}/migrate {dme_id}',
  // Only compared with the present act: follow-ups.test.ts. A colleague is one of the own organization; a reason is one of four.
  'Mutation.assignFollowUp input.version',
  'Mutation.completeFollowUp input.version',
  'Mutation.reopenFollowUp input.version',
  'Mutation.snoozeFollowUp input.version',
  'Mutation.assignFollowUp input.userId',
  'POST /api/follow-ups/{patient}/{reason}/assign {reason}',
  'POST /api/follow-ups/{patient}/{reason}/done {reason}',
  'POST /api/follow-ups/{patient}/{reason}/reopen {reason}',
  'POST /api/follow-ups/{patient}/{reason}/snooze {reason}',
  'Query.checkUpdateOrganization input.organizationId', // organization-form.test.ts
  'Mutation.updateOrganization input.organizationId',
  'Query.checkDeactivateOrganization input.organizationId', // organization-state.test.ts
  'Mutation.deactivateOrganization input.organizationId',
  'Mutation.activateOrganization input.organizationId',
]);

const schema = await createSchema();
const fields = rootFields(schema);

let viewer: TestViewer;
let own: Things;
let foreign: Things;
let untouched: Record<string, string>;
/** The digest of no rows. */
const EMPTY = createHash('md5').digest('hex');

beforeAll(async () => {
  viewer = await asViewer();
  // Only support sends messages. With the permission alone, an organization's user gets as far as the recipient check.
  await admin.query(
    "insert into roles (id, name, label, host, user_type) values (999, 'test.sender', 'Sender', 'org', 'Organization')",
  );
  await admin.query(
    "insert into role_permissions (role_id, permission) values (999, 'send.org.message'), (999, 'viewAll.role'), (999, 'update.announcement')",
  );
  await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 999)', [
    viewer.orgId,
    viewer.userId,
  ]);
  own = { ...(await thingsOf(viewer.orgId, viewer.userId)), role: 1 };
  const org = await makeOrganization();
  const { userId } = await asViewer({ orgId: org });
  foreign = await thingsOf(org, userId);
  // Its compliance is computed by the queue.
  await until(async () => {
    const { rows } = await admin.query(
      `select from pgboss.job j join patients p on p.id = (j.data->>'patientId')::int
        where j.name = 'recompute-compliance' and j.state in ('created', 'retry', 'active') and p.org_id = $1`,
      [org],
    );
    return rows.length === 0;
  });
  untouched = await digestOfOrganization(org);
});

const operationOf = (place: string) =>
  place.startsWith('Query') || place.startsWith('Mutation') || place.startsWith('Subscription')
    ? place.split(' ')[0]!
    : place.split(' ').slice(0, 2).join(' ');

describe('the table of id positions', () => {
  test('names every GraphQL argument and input field of type ID', () => {
    const served = fields.flatMap(({ operation, ids }) => ids.map((id) => `${operation} ${id}`));
    const listed = new Set(Object.keys(GRAPHQL).map((place) => place.split(' (')[0]!));
    expect(served.filter((place) => !listed.has(place) && !OF_NO_ORGANIZATION.has(place))).toEqual([]);
  });

  test('names every parameter of a REST path', () => {
    const served = restOperations.flatMap(({ operation, parameters }) =>
      parameters.map((name) => `${operation} {${name}}`),
    );
    expect(served.filter((place) => !(place in REST) && !OF_NO_ORGANIZATION.has(place))).toEqual([]);
  });

  test('names every type of node', () => {
    const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => `Query.node id (${name})`);
    expect(nodes.filter((place) => !(place in GRAPHQL))).toEqual([]);
  });

  test('names no operation that is not served', () => {
    const served = new Set([
      ...fields.map(({ operation }) => operation),
      ...restOperations.map(({ operation }) => operation),
    ]);
    expect([...Object.keys(GRAPHQL), ...Object.keys(REST)].filter((place) => !served.has(operationOf(place)))).toEqual(
      [],
    );
  });
});

async function graphql(place: string, ids: Things): Promise<string> {
  const { document, kind } = fields.find(({ operation }) => operation === operationOf(place))!;
  const variables = GRAPHQL[place]!(ids, own) as Record<string, unknown>;
  const name = document.match(/\{ (\w+)/)![1]!;
  const root = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  const type = kind === 'query' || kind === 'mutation' ? root[kind] : schema.getSubscriptionType();
  const args = type!.getFields()[name]!.args.filter((arg) => arg.name in variables);
  const query = `${kind}(${args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')}) { ${name}(${args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')}) ${SELECTIONS[name] ?? '{ __typename }'} }`;
  if (kind !== 'subscription') return (await viewer.rest('POST', '/graphql', { query, variables })).text;
  const socket = openSocket(viewer);
  const before = listening();
  let outcome: unknown;
  void firstAnswer(socket, query, variables).then((answer) => (outcome ??= answer));
  await until(() => (outcome ??= listening() > before ? 'listening' : undefined));
  await socket.dispose();
  await until(() => listening() === before);
  return JSON.stringify(outcome);
}

/** Consumers of all topics: a subscription is checked before it is one. */
const listening = () =>
  (Object.keys(KEY_OF) as Topic[]).reduce((sum, topic) => sum + running().app.pubsub.listeners(topic), 0);

/** The part of an answer that distinguishes an existing object from a missing one. */
const SELECTIONS: Record<string, string> = {
  checkChangeUsageDates: '{ userErrors { field code message } moves { nightId } }',
  changeUsageDates: '{ userErrors { field code message } machine { id } }',
  checkVoidNights: '{ userErrors { field code message } nights { nightId } }',
  voidNights: '{ userErrors { field code message } machine { id } }',
  checkGiveBackNights: '{ userErrors { field code message } nights { nightId } }',
  giveBackNights: '{ userErrors { field code message } machine { id } }',
  undoUsageDates: '{ userErrors { field code message } machine { id } }',
  resetRecordNo: '{ userErrors { field code message } machine { id } }',
  resendUserInvitations: '{ outcomes { userId } userErrors { field code message } }',
  setUsersActive: '{ outcomes { userId } userErrors { field code message } }',
  icodeReports: '{ databaseId }',
  checkCreatePatient: '{ userErrors { field code message } access { gains { name } } }',
  createPatient: '{ userErrors { field code message } patient { id } }',
  checkUpdatePatient: '{ userErrors { field code message } access { gains { name } } }',
  checkDeclinePatient: '{ userErrors { field code message } }',
  declinePatient: '{ userErrors { field code message } declinedPatientId }',
  updatePatient: '{ userErrors { field code message } patient { id } }',
  checkAssignDevice: '{ userErrors { field code message } conflict { lastName } machineHistory { lastName } }',
  checkCreateICodeReports: '{ userErrors { field code message } }',
  checkUpdateDevice: '{ userErrors { field code message } pinCleared }',
  checkAddDevicePin: '{ userErrors { field code message } }',
  updateDevice: '{ userErrors { field code message } patient { id } }',
  addDevicePin: '{ userErrors { field code message } patient { id } }',
  checkDeleteDevice: '{ userErrors { field code message } nightsThatStay { nights } }',
  deleteDevice: '{ userErrors { field code message } patient { id } }',
  checkVoidDevice: '{ userErrors { field code message } impact { moves { nights } } }',
  voidDevice: '{ userErrors { field code message } patient { id } }',
  restoreDevice: '{ userErrors { field code message } patient { id } }',
  assignDevice: '{ userErrors { field code message } conflict { lastName } patient { id } }',
  createICodeReports: '{ userErrors { field code message } patient { id } }',
};

async function rest(place: string, ids: Things): Promise<{ status: number; text: string }> {
  const { method, path, device } = restOperations.find(({ operation }) => operation === operationOf(place))!;
  const { path: parameters, body, query } = REST[place]!(ids, own);
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(parameters[name]));
  return viewer.rest(
    method,
    `${address}${query ? `?${query}` : ''}`,
    body,
    device ? { authorization: deviceAuthorization(running().app.config, own.machine.serial) } : {},
  );
}

describe("another organization's id gets the same answer as one that does not exist, byte for byte", () => {
  test.each(Object.keys(GRAPHQL))('in %s', async (place) => {
    const answers = {
      foreign: await graphql(place, foreign),
      missing: await graphql(place, MISSING),
      own: await graphql(place, own),
    };
    expect(answers.foreign).toBe(answers.missing);
    expect(answers.own).not.toBe(answers.missing);
    expect(answers.own).not.toContain('NOT_FOUND');
  });

  test.each(Object.keys(REST))('in %s', async (place) => {
    const [theirs, missing, mine] = [await rest(place, foreign), await rest(place, MISSING), await rest(place, own)];
    expect([theirs.status, theirs.text]).toEqual([missing.status, missing.text]);
    expect([mine.status, mine.text]).not.toEqual([missing.status, missing.text]);
    if (place.endsWith('}')) expect(theirs.status).toBe(404);
  });

  test('and none of these calls changed a row of the other organization', async () => {
    expect(untouched.device_history).not.toBe(EMPTY);
    expect(await digestOfOrganization(foreign.org)).toEqual(untouched);
  });
});

describe('an invalid id', () => {
  test.each(['0', '-1', '1.5', 'abc', '99999999999999999999', "1' or 1=1", 'UGF0aWVudDo=', '%00'])(
    'such as %s is not found in a path',
    async (id) => {
      expect((await viewer.rest('GET', `/api/patients/${encodeURIComponent(id)}/devices`)).status).toBe(404);
      expect(
        (await viewer.gql('query($id: ID!) { patient(id: $id) { databaseId } }', { id })).errors?.[0]?.extensions,
      ).toEqual({ code: 'NOT_FOUND' });
    },
  );
});
