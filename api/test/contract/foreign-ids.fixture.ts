import { newReportCode } from '../../src/compliance-reports/report-code.ts';
import { admin, make, makeHistory, makeMachine, makePatient, type Ref } from '../harness.ts';
import { makeCardNight, type CardNight } from '../card-nights.ts';
import {
  accessTokenRow,
  bulkQueryRow,
  savedQueryRow,
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
import { makeServiceAccount, makeVoided } from './permissions.fixture.ts';

/** The objects of one organization whose ids a caller may name. */
export interface Things {
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
  serviceAccount: number;
  /** An import of the user. */
  userImport: number;
  bulkQuery: number;
  savedQuery: number;
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
  /** Rows of the tables that contracts name in `own`, by the type of their node. */
  nodes: Record<string, number>;
  /** SIM of the machine's module, which had a session. */
  iccid: string;
}
/** Without a night, so that two of them do not overlap. */
const ENDED = { start_date: '2020-01-01', end_date: '2020-01-01' };
export async function thingsOf(org: number, user: number): Promise<Things> {
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
    serviceAccount: await makeServiceAccount(org),
    nodes: {},
    userImport: await make('user_imports', userImportRow(org, user)),
    bulkQuery: await make('bulk_queries', bulkQueryRow(org, user)),
    savedQuery: await make('saved_queries', savedQueryRow(org, user)),
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
export const MISSING: Things = {
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
  serviceAccount: 999_999_012,
  nodes: {},
  userImport: 999_999_012,
  bulkQuery: 999_999_012,
  savedQuery: 999_999_012,
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
export type Call = (ids: Things, own: Things) => unknown;
export type Address = { path: Record<string, number | string>; body?: unknown; query?: string };
