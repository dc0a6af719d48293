// Printed from the catalog of the migrated database by `npm run schema`. Do not edit.

import type { ColumnType } from 'kysely';

type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>;

type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[];

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>;

type Json = JsonValue;

type JsonArray = JsonValue[];

type JsonObject = {
  [x: string]: JsonValue | undefined;
};

type JsonPrimitive = boolean | number | string | null;

type JsonValue = JsonArray | JsonObject | JsonPrimitive;

type Numeric = ColumnType<string, number | string, number | string>;

interface AccountLinks {
  expires_at: ColumnType<string, Date | string, Date | string>;
  id: string;
  org_id: number;
  purpose: string;
  secret_hash: Buffer;
  user_id: number;
}

interface AnnouncementReceipts {
  announcement_id: number;
  org_id: number;
  read_at: Generated<ColumnType<string, Date | string, Date | string>>;
  user_id: number;
}

interface Announcements {
  audience_org_id: number | null;
  audience_roles: Generated<Json>;
  body: string;
  body_es: string | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  created_by_id: number;
  created_by_org_id: number;
  from_date: string;
  id: Generated<number>;
  recent_changes: Generated<Json>;
  title: string;
  title_es: string | null;
  until_date: string | null;
  version: Generated<number>;
  withdrawn_at: ColumnType<string, Date | string, Date | string> | null;
}

interface ApiKeys {
  client_id: Generated<string>;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  created_by_id: number;
  digest: Buffer;
  expires_at: ColumnType<string, Date | string, Date | string>;
  id: Generated<number>;
  last_four: string;
  last_used_at: ColumnType<string, Date | string, Date | string> | null;
  org_id: number;
  previous_digest: Buffer | null;
  previous_until: ColumnType<string, Date | string, Date | string> | null;
  renewed_at: Generated<ColumnType<string, Date | string, Date | string>>;
  revoked_at: ColumnType<string, Date | string, Date | string> | null;
  scopes: string[];
  user_id: number;
}

interface ApiKeyTokens {
  api_key_id: number;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  digest: Buffer;
  expires_at: ColumnType<string, Date | string, Date | string>;
  key_digest: Buffer;
  org_id: number;
  scopes: string[];
}

interface AssignmentVersions {
  act: string;
  actor_email: string | null;
  actor_name: string | null;
  actor_user_id: number | null;
  end_date: string | null;
  history_id: number;
  id: Generated<Int8>;
  known: string;
  machine_id: number;
  machine_org_id: number;
  org_id: number;
  patient_id: number;
  reason: string | null;
  start_date: string;
}

interface AttemptCounters {
  attempts: number;
  key: string;
  window_started_at: ColumnType<string, Date | string, Date | string>;
}

interface AuditArchives {
  archived_at: Generated<ColumnType<string, Date | string, Date | string>>;
  file_key: string;
  first_at: ColumnType<string, Date | string, Date | string>;
  first_row: Int8;
  id: Generated<number>;
  last_at: ColumnType<string, Date | string, Date | string>;
  last_row: Int8;
  lines: number;
  sha256: Buffer;
}

interface AuditLog {
  actor_type: Generated<string>;
  actor_user_id: number | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  id: Generated<Int8>;
  ip: string | null;
  operation: string;
  org_id: number;
  outcome: string;
  patient_ids: Generated<number[]>;
  properties: Generated<Json>;
  read_at: ColumnType<string, Date | string, Date | string> | null;
  request_id: string | null;
  session: string | null;
  subject: string | null;
}

interface AuditSeals {
  hash: Buffer;
  log: string;
  row_id: Int8;
  sealed_at: Generated<ColumnType<string, Date | string, Date | string>>;
  seq: Int8;
}

interface Backups {
  bytes: Int8;
  id: Generated<number>;
  taken_at: ColumnType<string, Date | string, Date | string>;
  version: string;
}

interface BulkQueries {
  acting_org_id: number | null;
  actor: Generated<string>;
  attempts: Generated<number>;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  cursor: string | null;
  ended_at: ColumnType<string, Date | string, Date | string> | null;
  expires_at: ColumnType<string, Date | string, Date | string> | null;
  failure: string | null;
  file_key: string;
  file_size: Generated<Int8>;
  first_parts: Generated<number[]>;
  has_file: Generated<boolean>;
  id: Generated<number>;
  is_held: Generated<boolean>;
  key_id: number | null;
  list: string;
  location_ids: number[] | null;
  object_count: Generated<number>;
  org_id: number;
  page_size: number;
  parts: Generated<number>;
  points_spent: Generated<Int8>;
  query: string;
  resumes_at: ColumnType<string, Date | string, Date | string> | null;
  scopes: string[] | null;
  state: Generated<string>;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  user_id: number;
  variables: Json;
}

interface ChangeEpochs {
  deleted_to: Generated<string>;
  epoch: Generated<string>;
  from_id: Generated<Int8>;
  id: Generated<boolean>;
  source: string | null;
}

interface Changes {
  at: Generated<ColumnType<string, Date | string, Date | string>>;
  deleted: Generated<boolean>;
  event: string | null;
  id: Generated<Int8>;
  org_id: number;
  row_id: Int8;
  type: string;
  xid: Generated<string>;
}

interface ClientDocuments {
  digest: string;
  served_at: Generated<ColumnType<string, Date | string, Date | string>>;
}

interface ClinicalTypes {
  id: number;
  type: string;
}

interface ComplianceBatches {
  as_of: string;
  attempts: Generated<number>;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  dismissed: Generated<boolean>;
  done_count: Generated<number>;
  id: Generated<number>;
  lines: Generated<Json>;
  org_id: number;
  patient_ids: number[];
  rule: string;
  state: Generated<string>;
  unseen_ids: Generated<number[]>;
  user_id: number;
}

interface ComplianceReports {
  as_of: string;
  audit_hash: Buffer | null;
  audit_sequence: Int8 | null;
  code: string;
  digest: Buffer;
  figures: string;
  issued_at: Generated<ColumnType<string, Date | string, Date | string>>;
  issued_by: string;
  issued_for: string;
  key_id: string | null;
  org_id: number;
  patient_id: number;
  rule: string;
  rule_version: number;
  signature: Buffer | null;
  user_id: number;
  user_org_id: number;
}

interface ComplianceResults {
  at_risk_on: string | null;
  call_longest: number | null;
  call_on: string | null;
  call_until: string | null;
  cannot_be_met_on: string | null;
  closes_on: string | null;
  compliant_days: Generated<number>;
  computed_at: ColumnType<string, Date | string, Date | string>;
  met_on: string | null;
  org_id: number;
  patient_id: number;
  period: number;
  rule: string;
  rule_version: number;
  short_on: string | null;
  state: string | null;
  state_until: string | null;
  therapy_start: string | null;
  window_end: string | null;
  window_start: string | null;
}

interface Connections {
  clock_drift_seconds: Int8 | null;
  end_time: ColumnType<string, Date | string, Date | string> | null;
  exit_flag: string | null;
  id: Generated<Int8>;
  machine_id: number;
  machine_org_id: number;
  org_id: number;
  patient_id: number;
  start_time: ColumnType<string, Date | string, Date | string>;
  terminal_type: number | null;
}

interface DeclinedPatients {
  declined_at: Generated<ColumnType<string, Date | string, Date | string>>;
  id: Generated<number>;
  org_id: number;
  partner_name: string;
  partner_org_id: number;
  patient_id: number;
  reason: string;
  user_id: number;
  user_org_id: number;
}

interface DeviceHistory {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  created_by: number | null;
  end_date: string | null;
  has_pin: Generated<boolean>;
  id: Generated<number>;
  machine_id: number;
  machine_org_id: number;
  org_id: number;
  patient_id: number;
  recent_changes: Generated<Json>;
  start_date: string;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  version: Generated<number>;
}

interface DeviceIndex {
  end_date: string | null;
  history_id: number;
  last_name: string;
  location_id: number | null;
  machine_id: number;
  model_id: number;
  org_id: number;
  search_text: string;
  serial: string;
  start_date: string;
  visible_org_ids: number[];
}

interface DeviceStates {
  active_since: string | null;
  failed_at: ColumnType<string, Date | string, Date | string> | null;
  heard_at: ColumnType<string, Date | string, Date | string> | null;
  history_id: number;
  last_session_at: ColumnType<string, Date | string, Date | string> | null;
  location_id: number | null;
  machine_id: number;
  org_id: number;
  patient_id: number;
  settings_state: Generated<string>;
  submitted_at: ColumnType<string, Date | string, Date | string> | null;
  visible_org_ids: number[];
}

interface DismissedNotices {
  dismissed_at: Generated<ColumnType<string, Date | string, Date | string>>;
  notice: string;
  org_id: number;
  user_id: number;
  version: string | null;
}

interface FileSweeps {
  held: number | null;
  id: Generated<boolean>;
  swept_at: ColumnType<string, Date | string, Date | string> | null;
}

interface FollowUps {
  act: string;
  assignee_id: number | null;
  assignee_name: string | null;
  author_id: number;
  author_name: string;
  author_org_id: number;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  hidden_at: ColumnType<string, Date | string, Date | string> | null;
  hidden_until: string | null;
  id: Generated<number>;
  note: string | null;
  org_id: number;
  outcome: string | null;
  patient_id: number;
  reason: string;
  replaced_at: ColumnType<string, Date | string, Date | string> | null;
  replaces_id: number | null;
  work_org_id: number;
}

interface HandOffMessages {
  body: string;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  hand_off_id: number;
  id: Generated<number>;
  org_id: number;
  user_id: number | null;
}

interface HandOffs {
  asked_by: string;
  assigned_id: string | null;
  birth_date: string | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  ended_at: ColumnType<string, Date | string, Date | string> | null;
  expires_at: ColumnType<string, Date | string, Date | string>;
  first_name: string | null;
  id: Generated<number>;
  kind: string;
  last_name: string | null;
  looked_up_at: ColumnType<string, Date | string, Date | string> | null;
  machine_id: number | null;
  machine_org_id: number | null;
  org_id: number;
  other_id: number | null;
  other_name: string | null;
  other_org_id: number | null;
  patient_id: number | null;
  patient_org_id: number | null;
  phone: string | null;
  pin_cipher: string | null;
  pin_confirmed: Generated<boolean>;
  reason: string | null;
  serial: string | null;
  side: string;
  starts_on: string | null;
  state: Generated<string>;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  user_id: number | null;
}

interface IcodeReports {
  ahi: Numeric;
  best30: number;
  code: string;
  codec: string;
  codec_version: number;
  collected: string;
  compliant_days: number;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  icode_period: number;
  id: Generated<number>;
  leak: number;
  machine_id: number | null;
  machine_org_id: number | null;
  minutes: number;
  org_id: number;
  p95: Numeric | null;
  patient_id: number | null;
  pressure: Numeric | null;
  read_by: string | null;
  read_how: string | null;
  saturated: Generated<string[]>;
  serial: string;
  sni: Numeric;
  submitted_by_id: number | null;
  submitted_by_name: string | null;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  visible_org_ids: Generated<number[]>;
}

interface InboxItems {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  hand_off_id: number | null;
  history_id: number | null;
  id: Generated<number>;
  kind: string;
  message_id: number | null;
  org_id: number;
  patient_id: number | null;
  patient_org_id: number | null;
  read_at: ColumnType<string, Date | string, Date | string> | null;
  repaired: number | null;
  user_id: number;
}

interface KnownSecrets {
  id: string;
  kind: string;
  known_since: Generated<ColumnType<string, Date | string, Date | string>>;
}

interface LegacyLocations {
  address1: string | null;
  address2: string | null;
  city: string | null;
  country: string | null;
  has_api_key: Generated<boolean>;
  id: string;
  is_child: Generated<boolean>;
  migrated: Generated<boolean>;
  name: string;
  name_key: Generated<string>;
  phone: string | null;
  state: string | null;
  zip: string | null;
}

interface LegacyPatients {
  address1: string | null;
  address2: string | null;
  assigned_id: string | null;
  birth_date: string | null;
  city: string | null;
  country: string | null;
  email: string | null;
  first_name: string | null;
  id: string;
  is_active: boolean;
  last_name: string | null;
  location_id: string;
  mobile_phone: string | null;
  note: string | null;
  phone: string | null;
  sex: string | null;
  state: string | null;
  therapy_start: string | null;
  zip: string | null;
}

interface ListCounts {
  id: Generated<Int8>;
  list: string;
  org_id: number;
  rows: Int8;
  visible_location_ids: number[];
}

interface Locations {
  address1: string | null;
  address2: string | null;
  city: string | null;
  closed_at: ColumnType<string, Date | string, Date | string> | null;
  country: Generated<string>;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  custom_id: string | null;
  dme_id: string | null;
  id: Generated<number>;
  is_primary: Generated<boolean>;
  name: string;
  name_key: Generated<string>;
  org_id: number;
  phone: string | null;
  search_text: Generated<string>;
  state: string | null;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  version: Generated<number>;
  zip: string | null;
}

interface Logins {
  id: Generated<number>;
  ip: string | null;
  login_at: Generated<ColumnType<string, Date | string, Date | string>>;
  logout_at: ColumnType<string, Date | string, Date | string> | null;
  org_id: number;
  session_hash: Buffer;
  user_agent: string | null;
  user_id: number;
}

interface MachineModels {
  id: number;
  image: string;
  kind: string;
  name: string;
}

interface Machines {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  guid: Generated<string>;
  handed_over: Generated<boolean>;
  id: Generated<number>;
  location_id: number | null;
  model_id: number;
  org_id: number;
  pin_cipher: string | null;
  serial: string;
  serial_pairs: Generated<string>;
  simulated: Generated<boolean>;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  visible_location_ids: Generated<number[]>;
  visible_org_ids: Generated<number[]>;
}

interface Mails {
  attempts: Generated<number>;
  claimed_until: ColumnType<string, Date | string, Date | string> | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  email: string;
  ended_at: ColumnType<string, Date | string, Date | string> | null;
  facts: Json | null;
  failure: string | null;
  id: Generated<number>;
  link_cipher: string | null;
  link_id: string | null;
  locale: string;
  org_id: number;
  state: Generated<string>;
  template: string;
  user_id: number;
}

interface Migrations {
  applied_at: Generated<ColumnType<string, Date | string, Date | string>>;
  checksum: string;
  name: string;
}

interface MobileUsers {
  active: Generated<boolean>;
  email: string;
  id: Generated<number>;
  last_seen_at: ColumnType<string, Date | string, Date | string> | null;
  location_id: number | null;
  org_id: number;
  patient_id: number;
  platform: string;
  recent_changes: Generated<Json>;
  registered_at: Generated<ColumnType<string, Date | string, Date | string>>;
  search_text: Generated<string>;
  version: Generated<number>;
  visible_org_ids: Generated<number[]>;
}

interface Modules {
  iccid: string | null;
  last_connected_at: ColumnType<string, Date | string, Date | string> | null;
  machine_id: number;
  org_id: number;
  serial: string;
  type: string | null;
  version: string | null;
}

interface NightVoids {
  actor_user_id: number;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  email: string;
  given_back_at: ColumnType<string, Date | string, Date | string> | null;
  given_back_by: number | null;
  given_back_email: string | null;
  id: Generated<Int8>;
  night_id: Int8;
  reason: string;
  state_before: number;
}

interface Nodes {
  host: string;
  id: string;
  migration: string;
  seen_at: Generated<ColumnType<string, Date | string, Date | string>>;
  started_at: ColumnType<string, Date | string, Date | string>;
  version: string;
}

interface Organizations {
  active: Generated<boolean>;
  allow_api_key_management: Generated<boolean>;
  allow_ventilator_support: Generated<boolean>;
  clinical_type_id: number | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  disallow_external_device_edit: Generated<boolean>;
  dme_id: string | null;
  draft: Generated<boolean>;
  export_to_csv_access: Generated<number>;
  id: Generated<number>;
  locale: Generated<string>;
  migrated_at: ColumnType<string, Date | string, Date | string> | null;
  migrated_by_id: number | null;
  migrated_by_org_id: number | null;
  name: string;
  name_key: Generated<string>;
  physician_can_add_missing_pin: Generated<boolean>;
  recent_changes: Generated<Json>;
  search_text: Generated<string>;
  session_idle_minutes: Generated<number>;
  settings_version: Generated<number>;
  timezone: Generated<string>;
  two_factor_app: Generated<boolean>;
  two_factor_enabled: Generated<boolean>;
  two_factor_prevent_phone_numbers: Generated<boolean>;
  two_factor_sms: Generated<boolean>;
  type_id: number;
  ventilator_visibility: Generated<string>;
  visible_org_ids: Generated<number[]>;
}

interface OrganizationTypes {
  id: number;
  is_clinical: boolean;
  kind: string;
  type: string;
}

interface OrgGroupLocations {
  group_id: number;
  location_id: number;
  org_id: number;
}

interface OrgGroups {
  id: Generated<number>;
  name: string;
  org_id: number;
  version: Generated<number>;
}

interface OrgMessages {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  hostname: string;
  html: string;
  id: Generated<number>;
  org_id: number;
  sent_by_id: number;
  sent_by_org_id: number;
  user_id: number;
}

interface Passkeys {
  counter: Int8;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  credential_id: string;
  id: Generated<number>;
  last_used_at: ColumnType<string, Date | string, Date | string> | null;
  name: string;
  org_id: number;
  public_key: Buffer;
  transports: Generated<string[]>;
  user_id: number;
}

interface PatientMigrationRows {
  fingerprint: string | null;
  first_name: string | null;
  id: Generated<number>;
  last_name: string | null;
  legacy_id: string;
  migration_id: number;
  patient_id: number | null;
  patient_org_id: number | null;
  reason_code: string | null;
  result: string;
}

interface PatientMigrations {
  already_here_count: Generated<number>;
  at_active: Generated<boolean>;
  at_id: string | null;
  attempts: Generated<number>;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  dme_id: string;
  ended_at: ColumnType<string, Date | string, Date | string> | null;
  id: Generated<number>;
  kept_count: Generated<number>;
  location_id: number;
  migrated_count: Generated<number>;
  org_id: number;
  problem: string | null;
  refused_count: Generated<number>;
  scope: string | null;
  started_at: ColumnType<string, Date | string, Date | string> | null;
  started_by: Generated<string>;
  state: Generated<string>;
  target_org_id: number;
  total: number | null;
  undo_until: ColumnType<string, Date | string, Date | string> | null;
  undone_by: number | null;
  undone_count: Generated<number>;
  user_id: number;
}

interface PatientNotes {
  author_id: number;
  author_name: string;
  author_org_id: number;
  author_org_name: string;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  edited_at: ColumnType<string, Date | string, Date | string> | null;
  id: Generated<number>;
  is_shared: Generated<boolean>;
  note_org_id: number;
  org_id: number;
  patient_id: number;
  removed_at: ColumnType<string, Date | string, Date | string> | null;
  text: string;
  version: Generated<number>;
  visible_org_ids: number[];
}

interface PatientNoteVersions {
  note_id: number;
  number: number;
  org_id: number;
  text: string;
  written_at: ColumnType<string, Date | string, Date | string>;
}

interface Patients {
  address1: string | null;
  address2: string | null;
  assigned_id: string | null;
  birth_date: string | null;
  city: string | null;
  clinician_id: number | null;
  clinician_org_id: number | null;
  compliance_at_risk_on: string | null;
  compliance_call_on: string | null;
  compliance_call_until: string | null;
  compliance_cannot_be_met_on: string | null;
  compliance_closes_on: string | null;
  compliance_met_on: string | null;
  compliance_short_on: string | null;
  country: Generated<string>;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  current_serial: string | null;
  dme_id: number | null;
  email: string | null;
  first_name: string;
  id: Generated<number>;
  is_rules_active: Generated<boolean>;
  last_name: string;
  last_report: string | null;
  legacy_id: string | null;
  location_id: number | null;
  mobile_phone: string | null;
  name_key: Generated<string>;
  note: string | null;
  org_id: number;
  phone: string | null;
  physician_id: number | null;
  physician_org_id: number | null;
  recent_changes: Generated<Json>;
  search_text: Generated<string>;
  sex: string | null;
  state: string | null;
  therapy_start: string | null;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  version: Generated<number>;
  visible_org_ids: Generated<number[]>;
  zip: string | null;
}

interface PersonalAccessTokens {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  created_by_id: number;
  digest: Buffer;
  expires_at: ColumnType<string, Date | string, Date | string>;
  id: Generated<number>;
  last_four: string;
  last_used_at: ColumnType<string, Date | string, Date | string> | null;
  name: string;
  org_id: number;
  revoked_at: ColumnType<string, Date | string, Date | string> | null;
  scopes: string[];
  user_id: number;
}

interface PublishedEvents {
  channels: Json;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  data: string;
  excluded_socket_id: string | null;
  id: Generated<Int8>;
  name: string;
}

interface RecentOrganizations {
  org_id: number;
  recent_org_id: number;
  user_id: number;
  visited_at: Generated<ColumnType<string, Date | string, Date | string>>;
}

interface RecoveryCodes {
  code_hash: Buffer;
  org_id: number;
  salt: Buffer;
  used_at: ColumnType<string, Date | string, Date | string> | null;
  user_id: number;
}

interface ReportKeys {
  id: Generated<string>;
  private_cipher: string | null;
  public_key: Buffer;
  valid_from: ColumnType<string, Date | string, Date | string>;
  valid_until: ColumnType<string, Date | string, Date | string> | null;
}

interface RequestIds {
  answer: Json | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  fingerprint: Buffer;
  id: string;
  org_id: number;
  user_id: number;
}

interface RolePermissions {
  permission: string;
  role_id: number;
}

interface Roles {
  host: string;
  id: number;
  label: string;
  name: string;
  user_type: string;
}

interface SavedQueries {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  id: Generated<number>;
  is_shared: Generated<boolean>;
  name: string;
  org_id: number;
  owner_name: string;
  query: string;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  user_id: number;
  variables: Generated<string>;
  version: Generated<number>;
}

interface SealKeys {
  encryption_id: string;
  first_seal: Int8;
  key_cipher: string;
}

interface SealTurns {
  id: Generated<boolean>;
}

interface SecondFactorChallenges {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  kind: string;
  org_id: number;
  phone: string | null;
  secret: string;
  session_hash: Buffer;
  user_id: number;
}

interface SecondFactors {
  app_last_step: Int8 | null;
  app_secret: string | null;
  org_id: number;
  sms_phone: string | null;
  user_id: number;
}

interface SecurityEvents {
  account: string | null;
  address: string | null;
  count: number;
  first_at: Generated<ColumnType<string, Date | string, Date | string>>;
  hour: ColumnType<string, Date | string, Date | string>;
  id: Generated<Int8>;
  kind: string;
  last_at: Generated<ColumnType<string, Date | string, Date | string>>;
  org_id: number | null;
  request_id: string;
  search_text: Generated<string>;
  user_id: number | null;
}

interface ServiceAccounts {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  created_by_id: number;
  created_by_name: string;
  deleted_at: ColumnType<string, Date | string, Date | string> | null;
  description: Generated<string>;
  name: string;
  org_id: number;
  scopes: string[];
  user_id: number;
}

interface ServiceAccountUses {
  calls: number;
  day: string;
  operation: string;
  org_id: number;
  user_id: number;
}

interface Sessions {
  acting_org_id: number | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  id_hash: Buffer;
  ip: string | null;
  last_seen_at: Generated<ColumnType<string, Date | string, Date | string>>;
  org_id: number;
  password_given_at: Generated<ColumnType<string, Date | string, Date | string>>;
  stage: string;
  user_agent: string | null;
  user_id: number;
}

interface SettingsRecords {
  answer: Json | null;
  answered_at: ColumnType<string, Date | string, Date | string> | null;
  based_on_id: number | null;
  collected_at: ColumnType<string, Date | string, Date | string> | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  dismissed_at: ColumnType<string, Date | string, Date | string> | null;
  dismissed_by_id: number | null;
  dismissed_by_name: string | null;
  expires_at: ColumnType<string, Date | string, Date | string> | null;
  failure: string | null;
  history_id: number;
  id: Generated<number>;
  is_edit: Generated<boolean>;
  org_id: number;
  patient_id: number;
  refusal: string | null;
  sent_at: ColumnType<string, Date | string, Date | string> | null;
  source: string | null;
  status: string;
  submitted_at: ColumnType<string, Date | string, Date | string> | null;
  submitted_by_id: number | null;
  submitted_by_name: string | null;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  values: Json;
}

interface SmsMessages {
  body: string;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  id: Generated<number>;
  phone: string;
}

interface SocketOwners {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  org_id: number;
  session_hash: Buffer;
  socket_id: string;
  user_id: number;
}

interface SuppressedEmails {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  email: string;
  id: Generated<number>;
  reason: string;
}

interface TablePreferences {
  column_order: string[] | null;
  column_widths: Json | null;
  density: string | null;
  hidden_columns: string[] | null;
  org_id: number;
  page_size: number | null;
  table_name: string;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  user_id: number;
}

interface TherapyStartVersions {
  actor_email: string | null;
  actor_name: string | null;
  actor_user_id: number | null;
  id: Generated<Int8>;
  known: string;
  org_id: number;
  patient_id: number;
  therapy_start: string | null;
}

interface TrustedDomains {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  created_by_id: number;
  created_by_org_id: number;
  id: Generated<number>;
  name: string;
  org_id: number;
}

interface UploadFiles {
  byte_count: number;
  format: string | null;
  id: Generated<number>;
  last_night: string | null;
  name: string;
  org_id: number;
  place: number;
  sha256: Buffer;
  state: Generated<string>;
  upload_id: number;
  warnings: Generated<Json>;
}

interface UploadReadings {
  org_id: number;
  reading: Json;
  upload_id: number;
}

interface Uploads {
  added_count: Generated<number>;
  attempts: Generated<number>;
  byte_count: number;
  completed_count: Generated<number>;
  confidence: Json | null;
  confirmed: string | null;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  digest: Buffer;
  ended_at: ColumnType<string, Date | string, Date | string> | null;
  file_count: number;
  files_removed_at: ColumnType<string, Date | string, Date | string> | null;
  first_night: string | null;
  id: Generated<number>;
  is_limited: Generated<boolean>;
  last_night: string | null;
  machine_id: number | null;
  machine_org_id: number | null;
  night_count: Generated<number>;
  org_id: number;
  parser: string | null;
  parser_version: number | null;
  preview: Generated<boolean>;
  read_by: string | null;
  reason: string | null;
  sent_by: string;
  serial: string | null;
  shift_days: Generated<number>;
  state: Generated<string>;
  storage_key: string;
  turn: Int8 | null;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  user_id: number;
  user_org_id: number;
  voided_count: Generated<number>;
  voided_nights: Generated<ArrayType<string>>;
  warnings: Generated<Json>;
}

interface UsageDateChanges {
  actor_user_id: number;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  email: string;
  id: Generated<Int8>;
  machine_id: number;
  machine_org_id: number;
  new_date: string;
  night: string;
  night_id: Int8;
  old_date: string;
  org_id: number | null;
  patient_id: number | null;
  source: string;
}

interface UsageNightReturns {
  machine_id: number;
  night_id: Int8;
  patient_id: number | null;
  usage_date: string;
}

interface UsageNights {
  ahi: Numeric | null;
  arrived_at: Generated<ColumnType<string, Date | string, Date | string>>;
  central_apneas: number | null;
  device_date: string | null;
  drift_seconds: Int8 | null;
  hypopneas: number | null;
  id: Generated<Int8>;
  leak: Numeric | null;
  machine_id: number;
  machine_org_id: number;
  minutes: number;
  night: string;
  obstructive_apneas: number | null;
  org_id: number | null;
  overruled: Generated<boolean>;
  p95: Numeric | null;
  patient_id: number | null;
  pressure: Numeric | null;
  record_no: number | null;
  reras: number | null;
  sessions: number | null;
  sni: Numeric | null;
  source: string;
  state: Generated<number>;
  unclassified_apneas: number | null;
  upload_file_id: Int8 | null;
  usage_date: string;
}

interface UsageNightVersions {
  id: Generated<Int8>;
  minutes: number;
  night_id: Int8;
  patient_id: number | null;
  since: ColumnType<string, Date | string, Date | string>;
  state: number;
  until: ColumnType<string, Date | string, Date | string>;
  usage_date: string;
}

interface UserAccounts {
  active: boolean;
  country: Generated<string>;
  created_at: ColumnType<string, Date | string, Date | string>;
  email: string;
  email_verified_at: ColumnType<string, Date | string, Date | string> | null;
  first_name: string;
  has_api: boolean;
  id: number;
  invitation_expires_at: ColumnType<string, Date | string, Date | string> | null;
  is_clinician: boolean;
  last_name: string;
  last_successful_login: ColumnType<string, Date | string, Date | string> | null;
  locked: boolean;
  mvc_enabled: boolean;
  name_key: Generated<string>;
  notification_type: string;
  org_id: number;
  phone: string | null;
  search_text: Generated<string>;
  state: Generated<string>;
  two_factor_app_enabled: boolean;
  two_factor_sms_enabled: boolean;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  user_type: string;
  version: number;
}

interface UserChanges {
  actor_user_id: number | null;
  changes: Json;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  event: string;
  id: Generated<Int8>;
  org_id: number;
  transaction: Generated<string>;
  user_id: number;
}

interface UserCredentials {
  changed_at: Generated<ColumnType<string, Date | string, Date | string>>;
  org_id: number;
  password_hash: string;
  second_factor: string | null;
  user_id: number;
}

interface UserGroups {
  group_id: number;
  org_id: number;
  user_id: number;
}

interface UserImports {
  attempts: Generated<number>;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  dismissed: Generated<boolean>;
  done_count: Generated<number>;
  id: Generated<number>;
  org_id: number;
  refused_count: number;
  row_count: number;
  rows: Json;
  state: string;
  target_org_id: number;
  user_id: number;
}

interface UserLocations {
  location_id: number;
  org_id: number;
  user_id: number;
}

interface UserRoles {
  org_id: number;
  role_id: number;
  user_id: number;
}

interface Users {
  active: Generated<boolean>;
  country: Generated<string>;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  email: string;
  email_verified_at: ColumnType<string, Date | string, Date | string> | null;
  first_name: string;
  guessed_at: ColumnType<string, Date | string, Date | string> | null;
  has_api: Generated<boolean>;
  id: Generated<number>;
  invitation_expires_at: ColumnType<string, Date | string, Date | string> | null;
  is_clinician: Generated<boolean>;
  is_service: Generated<boolean>;
  last_name: string;
  last_successful_login: ColumnType<string, Date | string, Date | string> | null;
  locale: Generated<string>;
  locked: Generated<boolean>;
  mvc_enabled: Generated<boolean>;
  notification_type: Generated<string>;
  org_id: number;
  phone: string | null;
  two_factor_app_enabled: Generated<boolean>;
  two_factor_sms_enabled: Generated<boolean>;
  updated_at: Generated<ColumnType<string, Date | string, Date | string>>;
  user_type: Generated<string>;
  version: Generated<number>;
  visible_org_ids: Generated<number[]>;
}

interface Verifications {
  id: Generated<number>;
  kind: string;
  repaired: number;
  repaired_of_orgs: Json;
  verified_at: Generated<ColumnType<string, Date | string, Date | string>>;
}

interface VoidedAssignments {
  created_at: ColumnType<string, Date | string, Date | string>;
  created_by: number | null;
  has_pin: boolean;
  history_id: number;
  org_id: number;
  patient_id: number;
  settings: Json;
}

interface WebhookDeliveries {
  attempts: Generated<number>;
  body: string;
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  duration_ms: number | null;
  endpoint_id: number;
  error: string | null;
  event: string;
  id: Generated<number>;
  last_tried_at: ColumnType<string, Date | string, Date | string> | null;
  message_id: Generated<string>;
  next_try_at: ColumnType<string, Date | string, Date | string> | null;
  org_id: number;
  started_at: ColumnType<string, Date | string, Date | string> | null;
  state: Generated<string>;
  status_code: number | null;
}

interface WebhookEndpoints {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  description: Generated<string>;
  disabled_reason: string | null;
  events: string[];
  failing_since: ColumnType<string, Date | string, Date | string> | null;
  id: Generated<number>;
  nothing_before: string;
  org_id: number;
  position: string;
  state: Generated<string>;
  taken_until: ColumnType<string, Date | string, Date | string> | null;
  url: string;
  version: Generated<number>;
}

interface WebhookSecrets {
  created_at: Generated<ColumnType<string, Date | string, Date | string>>;
  endpoint_id: number;
  ends_at: ColumnType<string, Date | string, Date | string> | null;
  id: Generated<number>;
  org_id: number;
  secret_cipher: string;
}

export interface DB {
  account_links: AccountLinks;
  announcement_receipts: AnnouncementReceipts;
  announcements: Announcements;
  api_key_tokens: ApiKeyTokens;
  api_keys: ApiKeys;
  assignment_versions: AssignmentVersions;
  attempt_counters: AttemptCounters;
  audit_archives: AuditArchives;
  audit_log: AuditLog;
  audit_seals: AuditSeals;
  backups: Backups;
  bulk_queries: BulkQueries;
  change_epochs: ChangeEpochs;
  changes: Changes;
  client_documents: ClientDocuments;
  clinical_types: ClinicalTypes;
  compliance_batches: ComplianceBatches;
  compliance_reports: ComplianceReports;
  compliance_results: ComplianceResults;
  connections: Connections;
  declined_patients: DeclinedPatients;
  device_history: DeviceHistory;
  device_index: DeviceIndex;
  device_states: DeviceStates;
  dismissed_notices: DismissedNotices;
  file_sweeps: FileSweeps;
  follow_ups: FollowUps;
  hand_off_messages: HandOffMessages;
  hand_offs: HandOffs;
  icode_reports: IcodeReports;
  inbox_items: InboxItems;
  known_secrets: KnownSecrets;
  legacy_locations: LegacyLocations;
  legacy_patients: LegacyPatients;
  list_counts: ListCounts;
  locations: Locations;
  logins: Logins;
  machine_models: MachineModels;
  machines: Machines;
  mails: Mails;
  migrations: Migrations;
  mobile_users: MobileUsers;
  modules: Modules;
  night_voids: NightVoids;
  nodes: Nodes;
  org_group_locations: OrgGroupLocations;
  org_groups: OrgGroups;
  org_messages: OrgMessages;
  organization_types: OrganizationTypes;
  organizations: Organizations;
  passkeys: Passkeys;
  patient_migration_rows: PatientMigrationRows;
  patient_migrations: PatientMigrations;
  patient_note_versions: PatientNoteVersions;
  patient_notes: PatientNotes;
  patients: Patients;
  personal_access_tokens: PersonalAccessTokens;
  published_events: PublishedEvents;
  recent_organizations: RecentOrganizations;
  recovery_codes: RecoveryCodes;
  report_keys: ReportKeys;
  request_ids: RequestIds;
  role_permissions: RolePermissions;
  roles: Roles;
  saved_queries: SavedQueries;
  seal_keys: SealKeys;
  seal_turns: SealTurns;
  second_factor_challenges: SecondFactorChallenges;
  second_factors: SecondFactors;
  security_events: SecurityEvents;
  service_account_uses: ServiceAccountUses;
  service_accounts: ServiceAccounts;
  sessions: Sessions;
  settings_records: SettingsRecords;
  sms_messages: SmsMessages;
  socket_owners: SocketOwners;
  suppressed_emails: SuppressedEmails;
  table_preferences: TablePreferences;
  therapy_start_versions: TherapyStartVersions;
  trusted_domains: TrustedDomains;
  upload_files: UploadFiles;
  upload_readings: UploadReadings;
  uploads: Uploads;
  usage_date_changes: UsageDateChanges;
  usage_night_returns: UsageNightReturns;
  usage_night_versions: UsageNightVersions;
  usage_nights: UsageNights;
  user_accounts: UserAccounts;
  user_changes: UserChanges;
  user_credentials: UserCredentials;
  user_groups: UserGroups;
  user_imports: UserImports;
  user_locations: UserLocations;
  user_roles: UserRoles;
  users: Users;
  verifications: Verifications;
  voided_assignments: VoidedAssignments;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  webhook_secrets: WebhookSecrets;
}
