/** What a role may do with the rows of a table that row-level security lets it see. Columns: `all`, or names between blanks. */
export interface Rights {
  select?: string;
  insert?: string;
  update?: string;
  delete?: true;
}

const READ: Rights = { select: 'all' };

// Staff writes the record of a patient (a partner's only the therapy start and the note). No one shares a patient, moves it to another location
// or changes its owner; visible_org_ids, current_serial, last_report and the dates of compliance are derived by triggers.
const RECORD =
  'assigned_id is_rules_active first_name last_name email birth_date sex therapy_start note address1 address2 city state zip country phone mobile_phone';
const PATIENT: Rights = { select: 'all', insert: `org_id location_id ${RECORD}`, update: RECORD };
// An assignment is never moved to another patient or machine: that is a new row.
const ASSIGNMENT: Rights = { select: 'all', insert: 'all', update: 'start_date end_date has_pin', delete: true };
// A record is never moved to another assignment, and what was submitted is never rewritten.
const SETTINGS: Rights = {
  select: 'all',
  insert: 'all',
  update: 'status failure dismissed_by_id dismissed_by_name dismissed_at',
};
const NIGHT_FIGURES =
  'minutes sessions obstructive_apneas central_apneas unclassified_apneas hypopneas reras ahi pressure p95 leak sni';
const COMPLIANCE: Rights = {
  select: 'all',
  insert: 'all',
  update:
    'rule_version period therapy_start window_start window_end compliant_days met_on at_risk_on cannot_be_met_on closes_on computed_at short_on call_on call_until call_longest',
};
const FOLLOW_UP: Rights = {
  select: 'all',
  insert: 'org_id patient_id reason act replaces_id assignee_id hidden_until outcome note',
  update: 'replaced_at',
};
const PREFERENCES: Rights = {
  select: 'all',
  insert: 'all',
  update: 'hidden_columns column_order page_size density updated_at',
};
const INBOX: Rights = { select: 'all', update: 'read_at' };
const REQUEST_IDS: Rights = { select: 'all', insert: 'all', update: 'answer' };
const USER_IMPORTS: Rights = {
  select: 'all',
  insert: 'all',
  update: 'state rows refused_count done_count attempts dismissed',
};
const COMPLIANCE_BATCHES: Rights = {
  select: 'all',
  insert: 'all',
  update: 'state lines done_count attempts dismissed',
};
const UPLOAD: Rights = {
  select: 'all',
  insert: 'all',
  update:
    'state reason user_org_id user_id sent_by machine_org_id machine_id attempts ended_at preview confirmed shift_days',
  delete: true,
};
// What lists and names show, also to partners; the rest is in user_accounts, which only the own organization reads. Administrators make and change
// accounts. A password and the verification of an address: the sign-in's role.
const USER =
  'first_name last_name phone user_type locale is_clinician notification_type mvc_enabled invitation_expires_at';
const COLLEAGUE: Rights = {
  select: 'id org_id email first_name last_name active locked email_verified_at version',
  insert: `id org_id email ${USER}`,
  update: `active locked guessed_at version ${USER}`,
};
// The settings of their own organization (DESIGN section 7). Its name, type and state are support's.
const ORGANIZATION: Rights = {
  select: 'all',
  update:
    'timezone locale physician_can_add_missing_pin disallow_external_device_edit export_to_csv_access allow_ventilator_support ventilator_visibility allow_api_key_management two_factor_enabled two_factor_prevent_phone_numbers two_factor_app two_factor_sms session_idle_minutes settings_version',
};
// Support staff also makes organizations, and changes their name and types. Their state: functions of the definer.
const ANY_ORGANIZATION: Rights = {
  select: 'all',
  insert: 'name type_id clinical_type_id dme_id',
  update: `${ORGANIZATION.update} name type_id clinical_type_id`,
};
const MEMBERSHIP: Rights = { select: 'all', insert: 'all', delete: true };
// A location is never deleted and never moves to another organization.
const PLACE = 'name address1 address2 city state zip country phone custom_id';
const LOCATION: Rights = { select: 'all', insert: `org_id ${PLACE}`, update: `${PLACE} closed_at` };
const GROUP: Rights = { select: 'all', insert: 'org_id name', update: 'name', delete: true };
// The number and the time are the database's. Only the sign-in's role adds lines of reads, which are older than their rows.
const AUDIT_LINE = 'org_id actor_user_id operation outcome patient_ids properties ip request_id session';

/**
 * Table, role (without airlog_), rights. A table or a role that is not named has none. airlog_limited has the rights of airlog_org, and
 * airlog_acting those of airlog_support: their rows are fewer. Typed from DESIGN section 3 (rule 4), reference/security.md (section 5, roles; L-3) and what each operation writes; grants.test.ts
 * compares it with the catalog in both directions.
 */
export const GRANTS: Record<string, Record<string, Rights>> = {
  // Reference lists: changed by migrations.
  organization_types: { org: READ, support: READ, auth: READ, definer: READ },
  clinical_types: { org: READ, support: READ, auth: READ },
  roles: { org: READ, support: READ, auth: READ, definer: READ },
  role_permissions: { org: READ, support: READ, auth: READ, definer: READ },
  machine_models: { org: READ, support: READ, auth: READ, device: READ, jobs: READ },

  // Organizations and staff. Locations and groups have no screen yet.
  organizations: {
    org: ORGANIZATION,
    support: ANY_ORGANIZATION,
    auth: READ,
    jobs: READ,
    definer: { select: 'all', update: 'all' },
  },
  locations: {
    org: LOCATION,
    support: LOCATION,
    auth: READ,
    // Which one is primary: one function, which keeps it at one. migrate_organization gives it its DME ID.
    definer: { select: 'all', update: 'is_primary closed_at dme_id' },
  },
  org_groups: { org: GROUP, support: GROUP, auth: READ, definer: READ },
  org_group_locations: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: MEMBERSHIP },
  users: {
    org: COLLEAGUE,
    support: COLLEAGUE,
    auth: { select: 'all', update: 'all' },
    definer: { select: 'all', update: 'all' },
  },
  user_accounts: { org: READ, support: READ, definer: { select: 'all', insert: 'all', update: 'all' } },
  user_roles: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: READ },
  user_locations: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: MEMBERSHIP },
  user_groups: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: READ },
  table_preferences: { org: PREFERENCES, support: PREFERENCES },
  // Added by triggers only; a user marks their own as read.
  // Written by functions only. What the other side has, and what was typed as a PIN, is of no role of a user.
  hand_offs: {
    org: {
      select:
        'id org_id user_id side kind state serial first_name last_name birth_date phone assigned_id asked_by pin_confirmed other_name patient_org_id patient_id machine_org_id machine_id starts_on reason created_at expires_at ended_at',
    },
    jobs: READ,
    definer: { select: 'all', insert: 'all', update: 'all' },
  },
  hand_off_messages: { org: READ, definer: { select: 'all', insert: 'all' } },
  inbox_items: { org: INBOX, support: INBOX, auth: { select: 'all', delete: true }, definer: { insert: 'all' } },
  request_ids: { org: REQUEST_IDS, support: REQUEST_IDS, auth: { select: 'all', delete: true } },

  // Secrets and sign-in: of the sign-in's own role only.
  user_credentials: { auth: { select: 'all', insert: 'all', update: 'all' } },
  // Kept by a trigger on sessions.
  logins: {
    org: { select: 'id org_id user_id ip user_agent login_at logout_at' },
    support: { select: 'id org_id user_id ip user_agent login_at logout_at' },
    auth: READ,
    jobs: READ,
    definer: { select: 'all', insert: 'all', update: 'all' },
  },
  // switch_organization changes in which organization a session acts, in the transaction of its audit line.
  sessions: {
    auth: { select: 'all', insert: 'all', update: 'all', delete: true },
    definer: { select: 'all', update: 'acting_org_id', delete: true },
  },
  recent_organizations: {
    support: READ,
    definer: { select: 'all', insert: 'all', update: 'all', delete: true },
  },
  // deactivate_organization ends them, with the links and jobs, in the transaction of its audit line.
  personal_access_tokens: {
    auth: { select: 'all', insert: 'all', update: 'last_used_at revoked_at' },
    definer: { select: 'all', update: 'revoked_at' },
  },
  api_keys: {
    auth: {
      select: 'all',
      insert: 'all',
      update:
        'created_by_id digest last_four previous_digest previous_until scopes renewed_at expires_at last_used_at revoked_at',
    },
    definer: { select: 'all', update: 'revoked_at' },
  },
  api_key_tokens: { auth: { select: 'all', insert: 'all', delete: true } },
  attempt_counters: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
  // Written by queue_mail alone, in the transaction of the change that they follow.
  mails: {
    auth: { select: 'all', update: 'all', delete: true },
    definer: { select: 'all', insert: 'all', update: 'all' },
  },
  account_links: {
    auth: { select: 'all', update: 'all', delete: true },
    definer: { select: 'all', insert: 'all', update: 'all', delete: true },
  },
  suppressed_emails: {
    auth: { select: 'all', insert: 'all', update: 'all' },
    support: { select: 'all', delete: true },
  },
  second_factors: { auth: { select: 'all', insert: 'all', update: 'all' } },
  recovery_codes: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
  passkeys: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
  second_factor_challenges: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
  sms_messages: { auth: { select: 'all', insert: 'all', delete: true } },
  published_events: { auth: { select: 'all', insert: 'all', delete: true } },
  socket_owners: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },

  // The directory of the legacy system, of no organization.
  legacy_locations: { jobs: READ },
  legacy_patients: { jobs: READ },
  // Of support staff alone: who started one, where its patients go, and when it ended is set by a trigger.
  patient_migrations: {
    support: {
      select: 'all',
      insert: 'org_id user_id target_org_id location_id dme_id scope total',
      update:
        'state total migrated_count already_here_count refused_count undone_count kept_count at_active at_id attempts problem',
    },
    jobs: { select: 'all', update: 'state problem' },
    definer: READ,
  },
  patient_migration_rows: {
    support: {
      select: 'all',
      insert: 'migration_id legacy_id first_name last_name result reason_code patient_org_id patient_id fingerprint',
      update: 'first_name last_name result reason_code patient_org_id patient_id fingerprint',
    },
    definer: READ,
  },
  compliance_batches: {
    org: COMPLIANCE_BATCHES,
    support: COMPLIANCE_BATCHES,
    auth: { select: 'all', delete: true },
    definer: { select: 'all', update: 'state' },
  },
  user_imports: {
    org: USER_IMPORTS,
    support: USER_IMPORTS,
    auth: { select: 'all', delete: true },
    definer: { select: 'all', update: 'state' },
  },

  // A refused upload is sent again, and one that waits is confirmed or discarded; the job records what became of the others.
  uploads: {
    org: UPLOAD,
    support: UPLOAD,
    definer: { select: 'all' },
    jobs: {
      select: 'all',
      update:
        'state reason machine_org_id machine_id serial night_count added_count parser parser_version confidence warnings attempts ended_at files_removed_at preview confirmed completed_count first_night last_night shift_days voided_nights turn read_by',
      delete: true,
    },
  },
  // What a card holds while its upload waits: also nights of patients that the sender does not see.
  upload_readings: { jobs: { select: 'all', insert: 'all', delete: true } },
  upload_files: {
    org: { select: 'all', insert: 'all' },
    support: { select: 'all', insert: 'all' },
    jobs: { select: 'all', update: 'format state warnings last_night' },
    definer: { select: 'all' },
  },

  trusted_domains: {
    org: { select: 'all', insert: 'all', delete: true },
    support: { select: 'all', insert: 'all', delete: true },
  },

  // Written by support staff; each user marks what they have read.
  announcements: {
    org: READ,
    support: {
      select: 'all',
      insert: 'all',
      update: 'audience_org_id audience_roles title body title_es body_es from_date until_date withdrawn_at version',
    },
  },
  announcement_receipts: { org: { select: 'all', insert: 'all' }, support: { select: 'all', insert: 'all' } },
  mobile_users: {
    org: { select: 'all', update: 'active' },
    support: { select: 'all', update: 'active' },
    definer: { select: 'all', update: 'visible_org_ids location_id' },
  },

  // Added to and never changed.
  audit_log: {
    org: { select: 'all', insert: AUDIT_LINE },
    support: { select: 'all', insert: AUDIT_LINE },
    auth: { insert: `${AUDIT_LINE} actor_type read_at` },
    // The line of files that are kept no longer.
    jobs: { select: 'all', insert: 'org_id operation outcome patient_ids properties request_id' },
  },
  // Written by triggers: only the line of the running transaction is changed, to merge what it does to one user.
  user_changes: {
    org: READ,
    support: READ,
    jobs: READ,
    definer: { select: 'all', insert: 'all', update: 'all', delete: true },
  },
  // Counted outside the requests.
  security_events: {
    org: READ,
    support: READ,
    auth: { select: 'all', insert: 'all', update: 'all', delete: true },
  },
  // Added to by the job that seals, and never changed.
  // Read by a function, which says what concerns the caller.
  verifications: { jobs: { insert: 'kind verified_at repaired repaired_of_orgs' }, definer: READ },
  // The key of the chain, encrypted. The command that encrypts again changes how.
  seal_keys: { jobs: { select: 'all', insert: 'all', update: 'key_cipher' } },
  // Ids of the secrets that the nodes have used: of the start, and of the command that retires them.
  known_secrets: { definer: { select: 'all', insert: 'all', delete: true } },
  // The turn of the node that seals: a row that no other role locks.
  seal_turns: { jobs: { select: 'all', update: 'all' } },
  audit_seals: { jobs: { select: 'all', insert: 'all' }, definer: { select: 'all' } },
  org_messages: { org: READ, support: { select: 'all', insert: 'all' }, definer: READ },

  // A migration adds patients, and its undo removes them (decisions/088).
  patients: {
    org: PATIENT,
    support: PATIENT,
    jobs: READ,
    definer: { select: 'all', insert: 'all', update: 'all', delete: true },
  },
  machines: {
    org: { select: 'all', update: 'pin_cipher' },
    support: { select: 'all', update: 'pin_cipher' },
    device: READ,
    jobs: READ,
    definer: { select: 'all', update: 'all' },
  },
  modules: {
    org: READ,
    support: READ,
    device: READ,
    jobs: READ,
    definer: { select: 'all', update: 'last_connected_at' },
  },
  device_history: {
    org: ASSIGNMENT,
    support: ASSIGNMENT,
    device: READ,
    jobs: READ,
    definer: { select: 'all', insert: 'all', delete: true },
  },
  // What a voided assignment had, for its restore.
  voided_assignments: { definer: { select: 'all', insert: 'all', delete: true } },
  // Derived by triggers only.
  device_states: { org: READ, support: READ, definer: { select: 'all', insert: 'all', update: 'all', delete: true } },
  device_index: { org: READ, support: READ, definer: { select: 'all', insert: 'all', update: 'all', delete: true } },
  list_counts: { org: READ, support: READ, definer: { select: 'all', insert: 'all', delete: true } },
  settings_records: {
    org: SETTINGS,
    support: SETTINGS,
    device: {
      select: 'all',
      insert: 'all',
      update: 'status source collected_at sent_at answered_at failure refusal answer',
    },
    // Ends changes whose time is over, and adds what a card had.
    jobs: { select: 'all', insert: 'all', update: 'status failure answered_at source collected_at' },
    definer: { select: 'all', insert: 'all' },
  },
  connections: {
    org: READ,
    support: READ,
    device: { select: 'all', insert: 'all', update: 'end_time exit_flag' },
    jobs: { select: 'all', update: 'end_time exit_flag' },
    definer: READ,
  },
  usage_nights: {
    org: READ,
    support: READ,
    device: {
      select: 'all',
      insert: `machine_org_id machine_id night source ${NIGHT_FIGURES} state record_no arrived_at drift_seconds device_date`,
      update: `${NIGHT_FIGURES} state record_no arrived_at drift_seconds`,
    },
    jobs: {
      select: 'all',
      insert: `machine_org_id machine_id night source ${NIGHT_FIGURES} state arrived_at upload_file_id usage_date`,
      update: `${NIGHT_FIGURES} state arrived_at upload_file_id`,
    },
    // A code of one day is a night.
    definer: {
      select: 'all',
      insert: 'machine_org_id machine_id night source minutes ahi pressure p95 sni arrived_at',
      update: 'org_id patient_id overruled usage_date record_no state minutes ahi pressure p95 sni',
    },
  },
  // Added to by the function that moves nights, and never changed.
  usage_date_changes: { org: READ, support: READ, definer: { select: 'all', insert: 'all' } },
  // Added to by the functions that void nights and give them back; nothing but the end of a void changes.
  night_voids: {
    org: READ,
    support: READ,
    definer: { select: 'all', insert: 'all', update: 'given_back_by given_back_email given_back_at' },
  },
  // Added to by triggers, for compliance as of a date. Of one that is followed by another, the end is set.
  usage_night_versions: { definer: { select: 'all', insert: 'all' } },
  assignment_versions: {
    org: READ,
    support: READ,
    jobs: READ,
    definer: { ...READ, insert: 'all', update: 'known act reason' },
  },
  therapy_start_versions: {
    org: READ,
    support: READ,
    jobs: READ,
    definer: { ...READ, insert: 'all', update: 'known' },
  },
  // Kept by triggers, for the undo of a correction.
  usage_night_returns: { definer: { select: 'all', insert: 'all', update: 'patient_id' } },
  icode_reports: {
    org: { select: 'all', insert: 'all' },
    support: { select: 'all', insert: 'all' },
    jobs: READ,
    definer: { select: 'all', update: 'all' },
  },
  // Derived: they go with a patient whose migration is undone.
  compliance_results: { org: READ, support: READ, jobs: COMPLIANCE, definer: { select: 'all', delete: true } },
  // A report that was issued is kept as it is.
  // A note is changed by its author, and never deleted; the texts before a change are kept by trigger.
  patient_notes: {
    org: { select: 'all', insert: 'org_id patient_id text is_shared', update: 'text removed_at' },
    support: { select: 'all', insert: 'org_id patient_id text is_shared', update: 'text removed_at' },
  },
  // An act is replaced by the next one, and never changed or deleted.
  follow_ups: { org: FOLLOW_UP, support: FOLLOW_UP },
  // Written by decline_patient alone.
  declined_patients: { org: READ, support: READ, definer: { select: 'all', insert: 'all' } },
  patient_note_versions: { org: READ, support: READ, definer: { select: 'all', insert: 'all' } },
  compliance_reports: { org: { select: 'all', insert: 'all' }, support: { select: 'all', insert: 'all' } },
  // Staff sign with the key in use through report_signing(); the public part is for anyone.
  report_keys: {
    jobs: { select: 'all', insert: 'all', update: 'private_cipher valid_until' },
    auth: { select: 'id public_key valid_from valid_until' },
    definer: { select: 'all' },
  },
};
