import type pg from 'pg';
import { deviceHistoryRow } from '../../src/db/factories.ts';
import { newRowsOf } from './contracts.ts';
import {
  accessTokenRow,
  announcementRow,
  apiKeyRow,
  apiKeyTokenRow,
  challengeRow,
  complianceBatchRow,
  complianceReportRow,
  complianceRow,
  dateChange,
  declinedPatientRow,
  handOffRow,
  icodeRow,
  inboxItemRow,
  linkRow,
  mailRow,
  securityEventRow,
  orgMessageRow,
  passkeyRow,
  recoveryCodeRow,
  preferencesRow,
  migratedRow,
  patientMigrationRow,
  requestIdRow,
  primaryKeys,
  PRINCIPALS,
  secondFactorsRow,
  settingsRow,
  uploadFileRow,
  nightVoidRow,
  uploadRow,
  userImportRow,
  type PrincipalName,
  type World,
} from './isolation.fixture.ts';

type Row = Record<string, unknown>;

export interface Check {
  table: string;
  title: string;
  as: PrincipalName;
  sql: string;
  /** Keys seen, rows changed, or refused by row-level security. */
  expected: string[] | number | 'refused';
}

const SEES_ALL = new Set<PrincipalName>(['support', 'auth', 'definer', 'jobs']);

/** Only the user who owns these rows sees them, not even support staff. */
const ONES_OWN = new Set([
  'announcement_receipts',
  'compliance_batches',
  'inbox_items',
  'recent_organizations',
  'request_ids',
  'table_preferences',
  'user_imports',
]);

/** The users that a principal with update.user changes: those of the own organization, not the partners that it sees. Acting: and oneself. */
const OWN_USERS = { a: 2, limited: 1, b: 2, c: 1, support: 5, acting: 3, anonymous: 0 };

/** The settings of the own organization, not its partners', with update.org.settings, and not as staff of a location. */
const OWN_SETTINGS = { a: 1, limited: 'refused', b: 1, c: 'refused', acting: 1, anonymous: 0 } as const;

/** Locations and groups: not as staff of a location, and support staff needs update.org for another organization's. */
const OF_ADMINISTRATORS = { limited: 'refused', support: 'refused', acting: 3 } as const;

/** Rows of users, of which no user deletes their own, by the principal: the others that they see. */
const OF_COLLEAGUES: Record<string, Partial<Record<PrincipalName, number | 'refused'>>> = {
  user_roles: { a: 1, limited: 0, b: 0, c: 0, support: 3, acting: 2 },
  user_locations: { a: 1, limited: 0, b: 0, c: 0, support: 2, acting: 2 },
  user_groups: { a: 1, limited: 0, b: 0, c: 0, support: 2, acting: 2 },
  // Only one that waits for a confirmation is discarded.
  uploads: { a: 'refused', limited: 'refused', b: 'refused', support: 'refused', acting: 'refused' },
  patients: { definer: 'refused' }, // nor a patient with devices
  // Groups that have users or locations; staff of a location, and support staff without update.org.
  org_groups: { a: 'refused', limited: 'refused', b: 'refused', support: 'refused', acting: 'refused' },
  org_group_locations: { limited: 'refused', support: 'refused' },
  // Statements that need a permission are refused whatever rows they find.
  device_history: { c: 'refused', anonymous: 'refused' }, // a partner deletes no assignment that has settings
  trusted_domains: { c: 'refused', anonymous: 'refused' },
};

/** A harmless change of each table that some role may change. */
const CHANGE: Record<string, string> = {
  report_keys: 'private_cipher = private_cipher',
  seal_keys: 'key_cipher = key_cipher',
  patients: "note = 'changed'",
  organizations: 'session_idle_minutes = 5',
  locations: "city = 'changed'",
  org_groups: "name = 'changed'",
  users: "phone = 'changed'",
  machines: "pin_cipher = 'changed'",
  device_history: 'has_pin = true',
  settings_records: "status = 'void'",
  connections: "exit_flag = 'changed'",
  compliance_results: 'compliant_days = 1',
  usage_nights: 'minutes = 1',
  user_credentials: "password_hash = 'changed'",
  sessions: "ip = 'changed'",
  personal_access_tokens: 'revoked_at = now()',
  api_keys: 'revoked_at = now()',
  attempt_counters: 'attempts = 2',
  mails: 'attempts = 2',
  seal_turns: 'id = true',
  account_links: 'expires_at = now()',
  security_events: 'count = 2',
  suppressed_emails: "reason = '551'",
  announcements: 'version = 2',
  mobile_users: 'active = false',
  patient_notes: "text = 'changed'",
  follow_ups: 'replaced_at = now()',
  second_factors: 'app_last_step = 2',
  recovery_codes: 'used_at = now()',
  passkeys: 'counter = 2',
  second_factor_challenges: "secret = 'changed'",
  socket_owners: 'created_at = now()',
  table_preferences: 'page_size = 5',
  inbox_items: 'read_at = now()',
  request_ids: "answer = 'null'",
  compliance_batches: "state = 'failed'",
  patient_migrations: "state = 'failed'",
  patient_migration_rows: "first_name = 'changed'",
  user_imports: 'done_count = 1',
  uploads: "state = 'queued'",
  upload_files: "state = 'parsed'",
};
/** A column that airlog_definer may change: one that its functions maintain. */
const DERIVED = (table: string) =>
  ({
    modules: 'last_connected_at = null',
    hand_offs: 'pin_cipher = null',
    locations: 'closed_at = now()',
    user_accounts: 'phone = null',
    sessions: 'acting_org_id = null',
    personal_access_tokens: 'revoked_at = now()',
    api_keys: 'revoked_at = now()',
    user_imports: "state = 'failed'",
    compliance_batches: "state = 'failed'",
    recent_organizations: 'visited_at = now()',
    mails: 'attempts = 2',
    account_links: 'expires_at = now()',
    logins: 'logout_at = now()',
    user_changes: "changes = '{}'",
    security_events: 'count = 2',
    usage_nights: 'overruled = true',
    usage_night_returns: 'patient_id = null',
    assignment_versions: "known = '(,)'",
    therapy_start_versions: "known = '(,)'",
    night_voids: 'given_back_at = now(), given_back_by = 1, given_back_email = email',
  })[table] ?? "visible_org_ids = '{}'";

const literal = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

function insert(table: string, row: Row): string {
  const columns = Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ');
  return `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ${literal([row])}::jsonb)`;
}

/** For each table with an insert grant, new rows that a role must be able to write and rows that it must not. */
function newRows(w: World): [string, PrincipalName, Row, boolean][] {
  const audit = (org_id: number, actor_user_id: number) => ({
    org_id,
    actor_user_id,
    operation: 'x',
    outcome: 'done',
    properties: {},
  });
  const past = { start_date: '2025-01-01', end_date: '2025-02-01' };
  const history = (p: number, pOrg: number, m: number, mOrg: number) =>
    deviceHistoryRow({ id: p, orgId: pOrg }, { id: m, orgId: mOrg }, past);
  const settings = (org_id: number, patient_id: number, history_id: number, submitted_by_id: number | null) =>
    settingsRow({ org_id, patient_id, history_id, submitted_by_id });
  const patient = (org_id: number, overrides: Row = {}) => ({
    org_id,
    first_name: 'Robin',
    last_name: 'Quill',
    is_rules_active: true,
    country: 'US',
    ...overrides,
  });
  const branch = (org_id: number) => ({ org_id, name: 'new', country: 'US' });
  const covers = (org_id: number, group_id: number, location_id: number) => ({ org_id, group_id, location_id });
  const receipt = (org_id: number, user_id: number) => ({
    org_id,
    user_id,
    announcement_id: 999_999,
    read_at: new Date(),
  });
  const followUp = (org_id: number, patient_id: number) => ({
    org_id,
    patient_id,
    reason: 'icode_call',
    act: 'reopened',
  });
  const note = (org_id: number, patient_id: number, is_shared = false) => ({
    org_id,
    patient_id,
    text: 'new',
    is_shared,
  });
  const icode = (org_id: number, patient_id: number | null, submitted_by_id: number) =>
    icodeRow({ org_id, patient_id, submitted_by_id, serial: 'SNEW' });
  const used = (org_id: number, patient_id: number, machine_id: number) => ({
    org_id,
    patient_id,
    machine_org_id: org_id,
    machine_id,
  });
  const ofMachine = (machine_org_id: number, machine_id: number) => ({ machine_org_id, machine_id });
  const night = { night: '2026-01-03', source: 'wireless', minutes: 300 };
  const held = { since: '2026-01-03', until: '2026-01-04' };
  const voidedAssignment = { history_id: 999_999, has_pin: false, created_at: new Date(), settings: [] };
  const assigned = { start_date: '2026-01-01', known: '(,)', act: 'made' };
  const session = {
    id_hash: `\\x${'11'.repeat(32)}`,
    org_id: w.a,
    user_id: w.userA,
    stage: 'full',
    created_at: new Date(),
    last_seen_at: new Date(),
  };
  const ofB = (org_id: number) => uploadRow(org_id, w.userB, { user_org_id: w.b });
  const likes = (org_id: number, user_id: number) => preferencesRow(org_id, user_id, 'machines');
  const user = (org_id: number, user_type = 'Organization') => ({
    org_id,
    id: 1_000_000 + org_id,
    email: `new.${org_id}@example.test`,
    first_name: 'Robin',
    last_name: 'Quill',
    user_type,
    locale: 'en',
    is_clinician: false,
    notification_type: 'Email',
    mvc_enabled: false,
  });
  const account = (org_id: number) => {
    const { locale: _, ...derived } = user(org_id);
    return {
      ...derived,
      two_factor_app_enabled: false,
      two_factor_sms_enabled: false,
      has_api: false,
      active: true,
      locked: false,
      created_at: new Date(),
      version: 1,
    };
  };
  const role = (org_id: number, user_id: number, role_id: number) => ({ org_id, user_id, role_id });
  const place = (org_id: number, user_id: number, location_id: number) => ({ org_id, user_id, location_id });
  const member = (org_id: number, user_id: number, group_id: number) => ({ org_id, user_id, group_id });
  const PHYSICIAN = 5,
    SUPPORT_ADMIN = 12;
  const OK = true,
    NO = false;
  return [
    ['audit_log', 'a', audit(w.a, w.userA), OK],
    ['audit_log', 'a', audit(w.b, w.userA), NO],
    ['audit_log', 'a', audit(w.a, w.userB), NO],
    ['audit_log', 'limited', audit(w.b, w.userA), NO],
    ['audit_log', 'auth', audit(w.b, w.userB), OK],
    ['audit_log', 'support', audit(w.b, w.userB), OK],
    ['audit_log', 'support', audit(w.b, w.userA), NO],
    ['audit_log', 'support', audit(w.a, w.userB), NO],
    ['audit_log', 'acting', audit(w.b, w.userB), OK],
    ['audit_log', 'acting', audit(w.a, w.userB), NO],
    ['audit_log', 'jobs', { org_id: w.a, operation: 'Job.x', outcome: 'done', properties: {} }, OK],
    ['audit_log', 'anonymous', audit(w.a, w.userA), NO],
    ['patients', 'a', patient(w.a, { location_id: w.a2 }), OK],
    ['patients', 'limited', patient(w.a, { location_id: w.a1 }), OK],
    ['patients', 'support', patient(w.a), NO], // while it acts in no organization
    ['patients', 'acting', patient(w.a), OK],
    ['patients', 'acting', patient(w.b), NO],
    ['patients', 'acting', patient(w.b, { dme_id: w.a }), NO],
    ['patients', 'limited', patient(w.a, { location_id: w.a2 }), NO],
    ['patients', 'limited', patient(w.a), NO],
    ['patients', 'a', patient(w.b), NO],
    ['patients', 'a', patient(w.b, { dme_id: w.a }), NO],
    ['patients', 'c', patient(w.a), NO],
    ['patients', 'anonymous', patient(w.a), NO],
    ['device_history', 'a', history(w.p2, w.a, w.spare, w.a), OK],
    ['device_history', 'limited', history(w.p1, w.a, w.spare, w.a), OK],
    ['device_history', 'support', history(w.p1, w.a, w.spare, w.a), OK],
    ['device_history', 'acting', history(w.p1, w.a, w.spare, w.a), OK],
    ['device_history', 'acting', history(w.p1, w.a, w.spareB, w.b), NO],
    ['device_history', 'acting', history(w.pb, w.b, w.spare, w.a), NO],
    ['device_history', 'a', history(w.pb, w.b, w.spare, w.a), NO],
    ['device_history', 'a', history(w.p1, w.a, w.spareB, w.b), NO],
    ['device_history', 'limited', history(w.p2, w.a, w.spare, w.a), NO],
    ['device_history', 'limited', history(w.p1, w.a, w.spareA2, w.a), NO],
    ['device_history', 'c', history(w.p1, w.a, w.m2, w.a), NO],
    ['settings_records', 'a', settings(w.a, w.p2, w.spareHistory, w.userA), OK],
    ['settings_records', 'c', settings(w.a, w.p2, w.spareHistory, w.userC), OK],
    ['settings_records', 'support', settings(w.a, w.p2, w.spareHistory, w.userB), OK],
    ['settings_records', 'acting', settings(w.a, w.p2, w.spareHistory, w.userB), OK],
    ['settings_records', 'acting', settings(w.b, w.pb, w.hb, w.userB), NO],
    ['settings_records', 'a', settings(w.b, w.pb, w.hb, w.userA), NO],
    ['settings_records', 'limited', settings(w.a, w.p2, w.spareHistory, w.userA), NO],
    ['settings_records', 'c', settings(w.a, w.p1, w.h1, w.userC), NO],
    ['settings_records', 'a', settings(w.a, w.p1, w.spareHistory, w.userA), NO],
    ['settings_records', 'device', { ...settings(w.a, w.p1, w.h1, null), status: 'current' }, OK],
    ['settings_records', 'device', { ...settings(w.a, w.p2, w.h2, null), status: 'current' }, NO],
    ['connections', 'device', { ...used(w.a, w.p1, w.m1), start_time: new Date() }, OK],
    ['connections', 'device', { ...used(w.a, w.p2, w.m2), start_time: new Date() }, NO],
    ['connections', 'device', { ...used(w.a, w.p2, w.m1), start_time: new Date() }, NO],
    ['usage_nights', 'device', { ...ofMachine(w.a, w.m1), ...night }, OK],
    ['usage_nights', 'device', { ...ofMachine(w.a, w.m2), ...night }, NO],
    ['usage_nights', 'jobs', { ...ofMachine(w.a, w.m2), ...night, source: 'sd' }, OK],
    ['usage_nights', 'jobs', { ...used(w.a, w.p2, w.m2), ...night, source: 'sd' }, NO],
    ['usage_nights', 'definer', { ...ofMachine(w.a, w.m2), ...night, source: 'qr' }, OK],
    ['usage_nights', 'device', { ...used(w.a, w.p2, w.m1), ...night }, NO],
    ['usage_date_changes', 'definer', { ...used(w.a, w.p1, w.m1), ...dateChange }, OK],
    ['usage_date_changes', 'a', { ...used(w.a, w.p1, w.m1), ...dateChange }, NO],
    ['night_voids', 'definer', nightVoidRow(999_999, w.userA), OK],
    ['night_voids', 'a', nightVoidRow(999_999, w.userA), NO],
    ['night_voids', 'jobs', nightVoidRow(999_999, w.userA), NO],
    [
      'usage_night_versions',
      'definer',
      { night_id: 1, patient_id: w.p1, usage_date: '2026-01-02', minutes: 100, state: 1, ...held },
      OK,
    ],
    ['assignment_versions', 'definer', { history_id: 999_999, ...used(w.a, w.p1, w.m1), ...assigned }, OK],
    ['assignment_versions', 'a', { history_id: 999_999, ...used(w.a, w.p1, w.m1), ...assigned }, NO],
    ['therapy_start_versions', 'definer', { org_id: w.a, patient_id: w.p1, known: '(,2020-01-01]' }, OK],
    ['therapy_start_versions', 'a', { org_id: w.a, patient_id: w.p1, known: '(,2020-01-01]' }, NO],
    [
      'usage_night_returns',
      'definer',
      { night_id: 1, usage_date: '2026-01-04', machine_id: w.m1, patient_id: w.p1 },
      OK,
    ],
    ['compliance_results', 'a', complianceRow(w.a, w.p2, 'new'), NO],
    ['compliance_results', 'support', complianceRow(w.b, w.pb, 'new'), NO],
    ['compliance_results', 'jobs', complianceRow(w.a, w.p1, 'new'), OK],
    ['compliance_results', 'a', complianceRow(w.b, w.pb, 'new'), NO],
    ['compliance_results', 'limited', complianceRow(w.a, w.p2, 'new'), NO],
    ['follow_ups', 'a', followUp(w.a, w.p2), OK],
    ['follow_ups', 'c', followUp(w.a, w.p2), NO], // without create.patient.note
    ['follow_ups', 'limited', followUp(w.a, w.p1), OK],
    ['follow_ups', 'support', followUp(w.a, w.p1), NO], // only in an organization
    ['follow_ups', 'acting', followUp(w.a, w.p1), OK],
    ['follow_ups', 'acting', followUp(w.b, w.pb), NO],
    ['follow_ups', 'a', followUp(w.b, w.pb), NO],
    ['follow_ups', 'limited', followUp(w.a, w.p2), NO],
    ['follow_ups', 'anonymous', followUp(w.a, w.p1), NO],
    ['declined_patients', 'definer', declinedPatientRow(w.a, w.p1, w.b, [w.b, w.userB]), OK],
    ['patient_notes', 'a', note(w.a, w.p2), OK],
    ['patient_notes', 'c', note(w.a, w.p2, true), NO], // without create.patient.note
    ['patient_notes', 'limited', note(w.a, w.p1), OK],
    ['patient_notes', 'support', note(w.a, w.p1), NO], // only in an organization
    ['patient_notes', 'acting', note(w.a, w.p1), OK],
    ['patient_notes', 'acting', note(w.b, w.pb), NO],
    ['patient_notes', 'acting', note(w.b, w.pb, true), NO],
    ['patient_notes', 'a', note(w.b, w.pb), NO],
    ['patient_notes', 'a', note(w.b, w.pb, true), NO],
    ['patient_notes', 'c', note(w.a, w.p1), NO],
    ['patient_notes', 'limited', note(w.a, w.p2), NO],
    ['patient_notes', 'anonymous', note(w.a, w.p1), NO],
    [
      'patient_note_versions',
      'definer',
      {
        org_id: w.a,
        note_id: Number(w.rows.get('patient_notes')![0]!.key),
        number: 9,
        text: 'x',
        written_at: new Date(),
      },
      OK,
    ],
    ['compliance_reports', 'a', complianceReportRow(w.a, w.p2, w.userA, w.a), OK],
    ['compliance_reports', 'c', complianceReportRow(w.a, w.p2, w.userC, w.c), OK],
    ['compliance_reports', 'limited', complianceReportRow(w.a, w.p1, w.userA, w.a), OK],
    ['compliance_reports', 'support', complianceReportRow(w.a, w.p1, w.userB, w.b), OK],
    ['compliance_reports', 'acting', complianceReportRow(w.a, w.p1, w.userB, w.b), OK],
    ['compliance_reports', 'acting', complianceReportRow(w.b, w.pb, w.userB, w.b), NO],
    ['compliance_reports', 'a', complianceReportRow(w.b, w.pb, w.userA, w.a), NO],
    ['compliance_reports', 'c', complianceReportRow(w.a, w.p1, w.userC, w.c), NO],
    ['compliance_reports', 'limited', complianceReportRow(w.a, w.p2, w.userA, w.a), NO],
    ['compliance_reports', 'anonymous', complianceReportRow(w.a, w.p1, w.userA, w.a), NO],
    ['icode_reports', 'a', icode(w.a, w.p1, w.userA), OK],
    ['icode_reports', 'c', icode(w.a, w.p2, w.userC), OK],
    ['icode_reports', 'limited', icode(w.a, null, w.userA), OK],
    ['icode_reports', 'support', icode(w.a, w.p1, w.userB), OK],
    ['icode_reports', 'acting', icode(w.a, null, w.userB), OK],
    ['icode_reports', 'acting', icode(w.b, null, w.userB), NO],
    ['icode_reports', 'a', icode(w.b, w.pb, w.userA), NO],
    ['icode_reports', 'a', icode(w.b, null, w.userA), NO],
    ['icode_reports', 'c', icode(w.a, w.p1, w.userC), NO],
    ['icode_reports', 'limited', icode(w.a, w.p2, w.userA), NO],
    ['locations', 'a', branch(w.a), OK],
    ['locations', 'a', branch(w.b), NO],
    ['locations', 'limited', branch(w.a), NO],
    ['locations', 'c', branch(w.a), NO],
    ['locations', 'support', branch(w.b), OK],
    ['locations', 'support', branch(w.a), NO], // without update.org
    ['locations', 'acting', branch(w.a), OK],
    ['locations', 'acting', branch(w.b), NO],
    ['org_groups', 'a', { org_id: w.a, name: 'new' }, OK],
    ['org_groups', 'a', { org_id: w.b, name: 'new' }, NO],
    ['org_groups', 'limited', { org_id: w.a, name: 'new' }, NO],
    ['org_groups', 'support', { org_id: w.b, name: 'new' }, OK],
    ['org_groups', 'support', { org_id: w.a, name: 'new' }, NO],
    ['org_groups', 'acting', { org_id: w.b, name: 'new' }, NO],
    ['org_group_locations', 'a', covers(w.a, w.groupA3, w.a1), OK],
    ['org_group_locations', 'a', covers(w.a, w.groupA3, w.b1), NO],
    ['org_group_locations', 'a', covers(w.b, w.groupB2, w.b1), NO],
    ['org_group_locations', 'limited', covers(w.a, w.groupA3, w.a1), NO],
    ['org_group_locations', 'support', covers(w.b, w.groupB2, w.b1), OK],
    ['org_group_locations', 'support', covers(w.a, w.groupA3, w.a1), NO],
    ['org_group_locations', 'acting', covers(w.b, w.groupB2, w.b1), NO],
    ['org_group_locations', 'definer', covers(w.a, w.groupA3, w.a1), OK],
    ['user_locations', 'definer', place(w.a, w.colleague, w.a1), OK],
    ['organizations', 'support', { name: 'New', type_id: 1 }, NO], // without create.org
    ['organizations', 'acting', { name: 'New', type_id: 1 }, NO],
    ['announcements', 'support', announcementRow(null, w.b, w.userB), NO], // without update.announcement
    ['announcement_receipts', 'a', receipt(w.a, w.userA), OK],
    ['announcement_receipts', 'limited', receipt(w.a, w.userA), OK],
    ['announcement_receipts', 'support', receipt(w.b, w.userB), OK],
    ['announcement_receipts', 'a', receipt(w.b, w.userB), NO],
    ['announcement_receipts', 'a', receipt(w.a, w.colleague), NO],
    ['announcement_receipts', 'c', receipt(w.a, w.userA), NO],
    ['announcement_receipts', 'support', receipt(w.a, w.userA), NO],
    ['announcement_receipts', 'anonymous', receipt(w.a, w.userA), NO],
    ['table_preferences', 'a', likes(w.a, w.userA), OK],
    ['table_preferences', 'limited', likes(w.a, w.userA), OK],
    ['table_preferences', 'support', likes(w.b, w.userB), OK],
    ['table_preferences', 'acting', likes(w.b, w.userB), OK],
    ['table_preferences', 'a', likes(w.b, w.userB), NO],
    ['table_preferences', 'a', likes(w.a, w.colleague), NO],
    ['table_preferences', 'c', likes(w.a, w.userA), NO],
    ['table_preferences', 'support', likes(w.a, w.userA), NO],
    ['table_preferences', 'anonymous', likes(w.a, w.userA), NO],
    ['hand_offs', 'definer', handOffRow(w.a, w.userA), OK],
    ['hand_offs', 'definer', handOffRow(w.b, w.userA), NO], // not that user's organization
    [
      'hand_off_messages',
      'definer',
      { org_id: w.a, hand_off_id: 1, user_id: w.userA, body: 'x', created_at: new Date() },
      OK,
    ],
    ['hand_off_messages', 'definer', { org_id: w.c, hand_off_id: 1, body: 'x', created_at: new Date() }, NO], // not its request
    ['patients', 'definer', patient(w.a), OK],
    ['device_history', 'definer', { ...used(w.a, 999_999_999, w.spare), start_date: '2030-01-01' }, NO], // no such patient
    ['device_history', 'definer', history(w.p2, w.a, w.spare, w.a), OK],
    ['settings_records', 'definer', settings(w.a, w.p2, w.spareHistory, null), OK],
    ['voided_assignments', 'definer', { ...voidedAssignment, org_id: w.a, patient_id: w.p1 }, OK],
    ['voided_assignments', 'definer', { ...voidedAssignment, org_id: w.b, patient_id: w.p1 }, NO], // not that patient's organization
    ['inbox_items', 'definer', inboxItemRow(w.a, w.userA, [w.a, w.p1, w.h1]), OK],
    ['inbox_items', 'definer', inboxItemRow(w.b, w.userA, [w.a, w.p1, w.h1]), NO], // not that user's organization
    ['request_ids', 'a', requestIdRow(w.a, w.userA), OK],
    ['request_ids', 'limited', requestIdRow(w.a, w.userA), OK],
    ['request_ids', 'support', requestIdRow(w.b, w.userB), OK],
    ['request_ids', 'acting', requestIdRow(w.b, w.userB), OK],
    ['request_ids', 'a', requestIdRow(w.b, w.userB), NO],
    ['request_ids', 'a', requestIdRow(w.a, w.colleague), NO],
    ['request_ids', 'c', requestIdRow(w.a, w.userA), NO],
    ['request_ids', 'support', requestIdRow(w.a, w.userA), NO],
    ['request_ids', 'anonymous', requestIdRow(w.a, w.userA), NO],
    ['compliance_batches', 'a', complianceBatchRow(w.a, w.userA), OK],
    ['compliance_batches', 'limited', complianceBatchRow(w.a, w.userA), OK],
    ['compliance_batches', 'support', complianceBatchRow(w.b, w.userB), OK],
    ['compliance_batches', 'a', complianceBatchRow(w.b, w.userB), NO],
    ['compliance_batches', 'a', complianceBatchRow(w.a, w.colleague), NO],
    ['compliance_batches', 'c', complianceBatchRow(w.a, w.userA), NO],
    ['compliance_batches', 'support', complianceBatchRow(w.a, w.userA), NO],
    ['compliance_batches', 'anonymous', complianceBatchRow(w.a, w.userA), NO],
    ['patients', 'definer', patient(w.b), OK],
    ['patient_migrations', 'support', patientMigrationRow(w.b, w.userB, w.b2), NO], // without migrate.org
    ['patient_migration_rows', 'support', migratedRow(1, '2'), NO],
    ['user_imports', 'a', userImportRow(w.a, w.userA), OK],
    ['user_imports', 'limited', userImportRow(w.a, w.userA), OK],
    ['user_imports', 'support', userImportRow(w.b, w.userB), OK],
    ['user_imports', 'a', userImportRow(w.b, w.userB), NO],
    ['user_imports', 'a', userImportRow(w.a, w.colleague), NO],
    ['user_imports', 'c', userImportRow(w.a, w.userA), NO],
    ['user_imports', 'support', userImportRow(w.a, w.userA), NO],
    ['user_imports', 'anonymous', userImportRow(w.a, w.userA), NO],
    ['settings_records', 'jobs', settings(w.a, w.p2, w.spareHistory, null), OK],
    ['uploads', 'a', uploadRow(w.a, w.userA), OK],
    ['uploads', 'limited', uploadRow(w.a, w.userA), OK],
    ['uploads', 'support', uploadRow(w.b, w.userB), OK],
    ['uploads', 'acting', ofB(w.a), OK],
    ['uploads', 'acting', uploadRow(w.b, w.userB), NO],
    ['uploads', 'a', uploadRow(w.a, w.colleague), NO],
    ['uploads', 'a', uploadRow(w.b, w.userA, { user_org_id: w.a }), NO],
    ['uploads', 'a', uploadRow(w.a, w.userA, { machine_org_id: w.b, machine_id: w.mb }), NO],
    ['uploads', 'a', uploadRow(w.a, w.userA, { state: 'parsed' }), NO],
    ['uploads', 'c', uploadRow(w.a, w.userA), NO],
    ['uploads', 'anonymous', uploadRow(w.a, w.userA), NO],
    ['upload_readings', 'jobs', { org_id: w.b, upload_id: w.uploadB, reading: {} }, OK],
    ['upload_files', 'a', uploadFileRow(w.a, w.uploadA, 1), OK],
    ['upload_files', 'limited', uploadFileRow(w.a, w.uploadA, 1), OK],
    ['upload_files', 'support', uploadFileRow(w.b, w.uploadB, 1), OK],
    ['upload_files', 'acting', uploadFileRow(w.b, w.uploadB, 1), NO],
    ['upload_files', 'a', uploadFileRow(w.b, w.uploadB, 1), NO],
    ['upload_files', 'c', uploadFileRow(w.a, w.uploadA, 1), NO],
    ['users', 'a', user(w.a), OK],
    ['users', 'limited', user(w.a, 'Location'), OK],
    ['users', 'limited', user(w.a), NO],
    ['users', 'support', user(w.a), OK],
    ['users', 'acting', user(w.a), OK],
    ['users', 'acting', user(w.b), NO],
    ['users', 'a', user(w.b), NO],
    ['users', 'c', user(w.c), NO], // without create.user
    ['users', 'anonymous', user(w.a), NO],
    ['user_accounts', 'definer', account(w.a), NO], // no such user
    ['logins', 'definer', { org_id: w.a, user_id: w.userA, session_hash: '\\x09' }, OK],
    ['logins', 'definer', { org_id: w.b, user_id: w.userA, session_hash: '\\x09' }, NO],
    ['user_changes', 'definer', { org_id: w.a, user_id: w.userA, event: 'updated', changes: {} }, OK],
    ['verifications', 'jobs', { kind: 'derived', repaired: 0, repaired_of_orgs: '{}' }, OK],
    [
      'report_keys',
      'jobs',
      { public_key: `\\x${'08'.repeat(32)}`, valid_from: '2026-01-01', valid_until: '2026-01-02' },
      OK,
    ],
    ['seal_keys', 'jobs', { encryption_id: '00000001', first_seal: 2, key_cipher: 'v2.x' }, OK],
    ['known_secrets', 'definer', { kind: 'session', id: '00000001', known_since: new Date() }, OK],
    ['audit_seals', 'jobs', { seq: 2, log: 'audit_log', row_id: 2, hash: '\\x00' }, OK],
    ['user_roles', 'a', role(w.a, w.colleague, PHYSICIAN), OK],
    ['user_roles', 'a', role(w.a, w.userA, PHYSICIAN), NO],
    ['user_roles', 'a', role(w.a, w.colleague, SUPPORT_ADMIN), NO],
    ['user_roles', 'a', role(w.b, w.userB, PHYSICIAN), NO],
    ['user_roles', 'limited', role(w.a, w.colleague, PHYSICIAN), NO],
    ['user_roles', 'support', role(w.a, w.colleague, PHYSICIAN), OK],
    ['user_roles', 'acting', role(w.a, w.colleague, PHYSICIAN), OK],
    ['user_roles', 'acting', role(w.c, w.userC, PHYSICIAN), NO],
    ['user_roles', 'support', role(w.b, w.userB, PHYSICIAN), NO],
    ['user_roles', 'c', role(w.c, w.userC, PHYSICIAN), NO],
    ['user_locations', 'a', place(w.a, w.colleague, w.a1), OK],
    ['user_locations', 'a', place(w.a, w.userA, w.a3), NO],
    ['user_locations', 'limited', place(w.a, w.colleague, w.a1), OK],
    ['user_locations', 'limited', place(w.a, w.colleague, w.a3), NO],
    ['user_locations', 'support', place(w.a, w.colleague, w.a1), OK],
    ['user_locations', 'acting', place(w.a, w.colleague, w.a1), OK],
    ['user_locations', 'acting', place(w.b, w.userB, w.b2), NO],
    ['user_locations', 'support', place(w.b, w.userB, w.b2), NO],
    ['user_groups', 'a', member(w.a, w.colleague, w.groupA), OK],
    ['user_groups', 'a', member(w.a, w.userA, w.groupA3), NO],
    ['user_groups', 'limited', member(w.a, w.colleague, w.groupA), OK],
    ['user_groups', 'limited', member(w.a, w.colleague, w.groupA3), NO],
    ['user_groups', 'support', member(w.a, w.colleague, w.groupA), OK],
    ['user_groups', 'acting', member(w.a, w.colleague, w.groupA), OK],
    ['user_groups', 'acting', member(w.b, w.userB, w.groupB2), NO],
    ['user_groups', 'support', member(w.b, w.userB, w.groupB2), NO],
    ['user_credentials', 'auth', { org_id: w.c, user_id: w.userC, password_hash: 'x', changed_at: new Date() }, OK],
    ['sessions', 'auth', session, OK],
    ['personal_access_tokens', 'auth', accessTokenRow(w.a, w.userA, 1_000_000), OK],
    ['api_keys', 'auth', apiKeyRow(w.a, w.colleague), OK],
    ['api_key_tokens', 'auth', apiKeyTokenRow(w.a, w.apiKey, 1_000_000), OK],
    ['second_factors', 'auth', secondFactorsRow(w.c, w.userC), OK],
    ['recovery_codes', 'auth', recoveryCodeRow(w.c, w.userC), OK],
    ['passkeys', 'auth', passkeyRow(w.c, w.userC, 'another'), OK],
    ['second_factor_challenges', 'auth', challengeRow(w.c, w.userC, '\\x77'), OK],
    ['sms_messages', 'auth', { phone: '5185550100', body: 'code', created_at: new Date() }, OK],
    ['org_messages', 'support', orgMessageRow(w.a, w.userA, w.b, w.userB), OK],
    ['org_messages', 'acting', orgMessageRow(w.a, w.userA, w.b, w.userB), OK],
    ['org_messages', 'acting', orgMessageRow(w.c, w.userC, w.b, w.userB), NO],
    [
      'recent_organizations',
      'definer',
      { org_id: w.b, user_id: w.userB, recent_org_id: w.c, visited_at: new Date() },
      OK,
    ],
    [
      'socket_owners',
      'auth',
      { socket_id: '7.7', org_id: w.a, user_id: w.userA, session_hash: '\\x00', created_at: new Date() },
      OK,
    ],
    [
      'device_states',
      'definer',
      {
        history_id: w.h1 + 1000,
        org_id: w.a,
        patient_id: w.p1,
        machine_id: w.m1,
        visible_org_ids: [w.a],
        settings_state: 'none',
      },
      NO, // no such assignment
    ],
    ['mails', 'definer', mailRow(w.a, w.userA), OK],
    ['account_links', 'definer', linkRow(w.a, w.colleague), OK],
    ['security_events', 'auth', securityEventRow(w.a, w.userB), NO], // of no user of the organization
    ['security_events', 'auth', { ...securityEventRow(w.a, w.userA), kind: 'csrf' }, OK],
    ['security_events', 'a', { ...securityEventRow(w.a, w.userA), kind: 'csrf' }, NO],
    ['suppressed_emails', 'auth', { email: 'new@example.test', reason: '550', created_at: new Date() }, OK],
    ['published_events', 'auth', { name: 'event', channels: ['a'], data: '{}', created_at: new Date() }, OK],
    [
      'device_index',
      'definer',
      {
        history_id: w.h1 + 1000,
        org_id: w.a,
        machine_id: w.m1,
        visible_org_ids: [w.a],
        start_date: '2026-01-01',
        serial: 'S',
        model_id: 1,
        last_name: 'L',
        search_text: 's l',
      },
      NO, // no such assignment
    ],
    ['list_counts', 'definer', { list: 'patients', org_id: w.a, visible_location_ids: [], rows: 1 }, OK],
    ['attempt_counters', 'auth', { key: 'new', attempts: 1, window_started_at: new Date() }, OK],
  ];
}

/** Changes that would hide a visible row, or take over another organization's row. */
function moves(w: World): Omit<Check, 'as'>[] {
  return [
    {
      table: 'device_history',
      title: "another organization's machine on an own assignment",
      sql: `update device_history set machine_org_id = ${w.b}, machine_id = ${w.spareB} where id = ${w.h1}`,
      expected: 'refused',
    },
    {
      table: 'settings_records',
      title: "settings onto another patient's device",
      sql: `update settings_records set org_id = ${w.b}, patient_id = ${w.pb}, history_id = ${w.hb}`,
      expected: 'refused',
    },
    {
      table: 'patients',
      title: 'taking a patient over',
      sql: `update patients set org_id = ${w.b}`,
      expected: 'refused',
    },
    {
      table: 'patients',
      title: 'widening who sees a patient',
      sql: `update patients set visible_org_ids = '{${w.b}}'`,
      expected: 'refused',
    },
  ];
}

/** The rows that a change without a condition changes, where they are fewer than those that the principal sees. */
function changedRows(table: string, as: PrincipalName): number | 'refused' | undefined {
  const rows: Record<string, Partial<Record<PrincipalName, number | 'refused'>>> = {
    // Statements that need a permission are refused whatever rows they find.
    device_history: { anonymous: 'refused' },
    machines: { anonymous: 'refused' },
    patients: { anonymous: 'refused' },
    settings_records: { anonymous: 'refused' },
    announcements: { support: 'refused' }, // without update.announcement
    patient_migrations: { support: 'refused' }, // without migrate.org
    patient_migration_rows: { support: 'refused' },
    mobile_users: { c: 'refused' }, // a partner
    patient_notes: { c: 'refused', support: 'refused', acting: 'refused' }, // of other authors
    // Among them those of colleagues: a refused upload is sent again by the user who does it.
    uploads: { a: 'refused', support: 'refused', acting: 'refused' },
    users: OWN_USERS,
    organizations: OWN_SETTINGS,
    locations: OF_ADMINISTRATORS,
    org_groups: OF_ADMINISTRATORS,
  };
  // What support staff may not do, it may not do in one organization either.
  const refusedBoth = as === 'acting' && rows[table]?.support === 'refused' ? 'refused' : undefined;
  return rows[table]?.[as] ?? refusedBoth;
}

interface Privileges {
  table: string;
  role: string;
  reads: boolean;
  changes: boolean;
  deletes: boolean;
  inserts: boolean;
}

/**
 * Runs every isolation check: reads of all tables by all principals, and each write that a role's grants allow.
 * Enumerated from the catalog.
 */
export async function isolationChecks(client: pg.ClientBase, w: World): Promise<Check[]> {
  const keys = await primaryKeys(client);
  const { rows: privileges } = await client.query<Privileges>(
    `select c.relname as table, r.rolname as role, has_any_column_privilege(r.oid, c.oid, 'select') as reads, has_any_column_privilege(r.oid, c.oid, 'update') as changes,
            has_table_privilege(r.oid, c.oid, 'delete') as deletes, has_any_column_privilege(r.oid, c.oid, 'insert') as inserts
       from pg_class c, pg_roles r
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and r.rolname in ('airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting', 'airlog_auth', 'airlog_definer', 'airlog_device', 'airlog_jobs')`,
  );
  const written = [...newRows(w), ...newRowsOf(w)];
  const checks: Check[] = [];
  for (const as of PRINCIPALS) {
    for (const { table, reads, changes, deletes, inserts } of privileges.filter(
      ({ role }) => role === w.principals[as].role,
    )) {
      const fixture = w.rows.get(table);
      if (!fixture) throw new Error(`Table ${table} has no row in the isolation fixture.`);
      const seen = fixture
        .filter(({ seenBy }) => (SEES_ALL.has(as) && !ONES_OWN.has(table)) || seenBy.includes(as))
        .map(({ key }) => key);
      if (reads)
        checks.push({
          table,
          as,
          title: 'reads',
          sql: `select ${keys.get(table)} as key from ${table}`,
          expected: seen.sort(),
        });
      // Writes without a condition: a condition would also apply the read policy and hide a hole in the write policy.
      if (changes) {
        const set = as === 'definer' ? DERIVED(table) : CHANGE[table];
        if (!set) throw new Error(`Table ${table} has no harmless change in the isolation suite.`);
        checks.push({
          table,
          as,
          title: 'changes',
          sql: `update ${table} set ${set}`,
          expected: changedRows(table, as) ?? seen.length,
        });
      }
      const deleted = OF_COLLEAGUES[table]?.[as] ?? seen.length;
      if (deletes) checks.push({ table, as, title: 'deletes', sql: `delete from ${table}`, expected: deleted });
      // Acting in A: the rows of support staff, narrowed by the same policies that narrow what it reads.
      if (
        inserts &&
        as !== 'acting' &&
        !written.some(([name, who]) => name === table && w.principals[who].role === w.principals[as].role)
      )
        throw new Error(`No insert of ${w.principals[as].role} into ${table} is tried.`);
    }
  }
  for (const [table, as, row, allowed] of written)
    checks.push({
      table,
      as,
      title: allowed ? 'inserts' : "inserts another organization's row",
      sql: insert(table, row),
      expected: allowed ? 1 : 'refused',
    });
  for (const move of moves(w)) checks.push({ ...move, as: 'a' });
  checks.push({
    table: 'patients',
    as: 'c',
    title: 'a partner removes its own access',
    sql: 'update patients set clinician_id = null, clinician_org_id = null',
    expected: 'refused',
  });
  return checks;
}

const REFUSED = new Set(['42501', '23503']); // row-level security or a missing privilege; a composite foreign key

/** Runs one check inside the open transaction and rolls its changes back. Returns what was wrong, or null. */
export async function failureOf(
  client: pg.ClientBase,
  w: World,
  { table, title, as, sql, expected }: Check,
): Promise<string | null> {
  const { role, settings } = w.principals[as];
  const context = Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');
  let found: unknown;
  try {
    const results = (await client.query(
      `savepoint one; select ${context}; set local role ${role}; ${sql}`,
    )) as unknown as pg.QueryResult<{ key: string }>[];
    const last = results.at(-1)!;
    found = Array.isArray(expected) ? last.rows.map(({ key }) => key).sort() : last.rowCount;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    found = REFUSED.has(code ?? '') ? 'refused' : message;
  }
  await client.query('rollback to savepoint one');
  return JSON.stringify(found) === JSON.stringify(expected)
    ? null
    : `${as} ${title} ${table}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`;
}
