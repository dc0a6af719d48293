import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  deviceHistoryRow,
  machineRow,
  ORGANIZATION_TYPES,
  organizationRow,
  patientRow,
  userRow,
} from '../../src/db/factories.ts';
import { TEST_KEY } from '../secrets.ts';

type Row = Record<string, unknown>;

/**
 * The readers: staff of A, staff of A limited to its first location, staff of B, staff of C (partner of one patient of
 * A), the device at A's first location, support staff of B, the same acting in A, and the other roles.
 */
export const PRINCIPALS = [
  'a',
  'limited',
  'b',
  'c',
  'device',
  'support',
  'acting',
  'auth',
  'definer',
  'jobs',
  'anonymous',
] as const;
export type PrincipalName = (typeof PRINCIPALS)[number];

/** Ids of the rows that every isolation test uses. */
export interface World {
  a: number;
  b: number;
  c: number;
  userA: number;
  /** Also staff of A; what belongs to one user alone is not visible to the other. */
  colleague: number;
  userB: number;
  userC: number;
  a1: number;
  a2: number;
  a3: number;
  b1: number;
  b2: number;
  /** A group of the first location, and groups without users. */
  groupA: number;
  groupA3: number;
  groupB2: number;
  p1: number;
  p2: number;
  pb: number;
  m1: number;
  m2: number;
  mb: number;
  spare: number;
  spareA2: number;
  spareB: number;
  h1: number;
  h2: number;
  hb: number;
  /** Of A. */
  apiKey: number;
  uploadA: number;
  uploadB: number;
  /** A past assignment of the second patient, without settings. */
  spareHistory: number;
  /** Per table: the primary key of each row as text, and the organizations whose staff sees it. */
  rows: Map<string, { key: string; seenBy: PrincipalName[] }[]>;
  principals: Record<PrincipalName, { role: string; settings: Record<string, string> }>;
}

/** What a line of the date change audit log has besides its patient and its machine. */
export const dateChange: Row = {
  night_id: 1,
  source: 'wireless',
  night: '2026-01-02',
  old_date: '2026-01-02',
  new_date: '2026-01-03',
  actor_user_id: 1,
  email: 'staff@example.test',
};

/** An announcement to the users of one organization, or of all. */
export const announcementRow = (
  audience_org_id: number | null,
  created_by_org_id: number,
  created_by_id: number,
): Row => ({
  audience_org_id,
  audience_roles: [],
  title: 'Maintenance',
  body: 'On Sunday.',
  from_date: '2026-01-01',
  version: 1,
  created_by_org_id,
  created_by_id,
  created_at: new Date(),
});
/** An open request of an organization for a device; the row of the side that asked. */
export const handOffRow = (org_id: number, user_id: number | null, more: Row = {}): Row => ({
  org_id,
  user_id,
  side: 'asker',
  kind: 'device',
  state: 'open',
  serial: 'A9990000001',
  asked_by: 'Ra****, Vic*****',
  pin_confirmed: false,
  created_at: new Date(),
  expires_at: new Date(Date.now() + 14 * 86_400_000),
  ...more,
});
/** A note of a user about a patient of their organization. */
export const patientNoteRow = (org_id: number, patient_id: number, author_id: number, more: Row = {}): Row => ({
  org_id,
  patient_id,
  note_org_id: org_id,
  author_org_id: org_id,
  author_id,
  author_name: 'Quill, Robin',
  author_org_name: 'Northside',
  text: 'The mask leaks.',
  is_shared: false,
  version: 1,
  created_at: new Date(),
  ...more,
});
export const followUpRow = (org_id: number, patient_id: number, author_id: number, more: Row = {}): Row => ({
  org_id,
  patient_id,
  work_org_id: org_id,
  reason: 'silent',
  act: 'reopened',
  author_org_id: org_id,
  author_id,
  author_name: 'Quill, Robin',
  created_at: new Date(),
  ...more,
});
/** A patient that a partner declined, by one of its users. */
export const declinedPatientRow = (
  org_id: number,
  patient_id: number,
  partner_org_id: number,
  [user_org_id, user_id]: [number, number],
): Row => ({
  org_id,
  patient_id,
  partner_org_id,
  partner_name: 'Northside',
  reason: 'Not of our region.',
  user_org_id,
  user_id,
  declined_at: '2020-01-01',
});
export const mobileUserRow = (org_id: number, patient_id: number): Row => ({
  org_id,
  patient_id,
  email: `app${patient_id}@example.test`,
  platform: 'ios',
  active: true,
  registered_at: new Date(),
});

const digest = (number: number) => `\\x${'00'.repeat(28)}${number.toString(16).padStart(8, '0')}`;
const YEAR = { created_at: '2026-01-01T00:00:00Z', expires_at: '2026-12-01T00:00:00Z' };

/** `number` makes the digest. */
export const accessTokenRow = (org_id: number, user_id: number, number: number): Row => ({
  org_id,
  user_id,
  created_by_id: user_id,
  name: 'token',
  digest: digest(number),
  last_four: 'abcd',
  scopes: ['view.patient'],
  ...YEAR,
});
export const apiKeyRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  created_by_id: user_id,
  client_id: randomUUID(),
  digest: digest(0),
  last_four: 'abcd',
  scopes: ['view.patient'],
  renewed_at: YEAR.created_at,
  ...YEAR,
});
export const serviceAccountRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  name: `Account ${user_id}`,
  description: '',
  scopes: ['view.graphiql'],
  created_by_id: user_id,
  created_by_name: 'Robin Quill',
  created_at: YEAR.created_at,
});
export const serviceAccountUseRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  day: '2026-01-02',
  operation: 'Query.patients',
  calls: 1,
});
export const apiKeyTokenRow = (org_id: number, api_key_id: number, number: number): Row => ({
  org_id,
  api_key_id,
  digest: digest(number),
  key_digest: digest(0),
  scopes: ['view.patient'],
  ...YEAR,
});

/** Returns the text of a row's primary key, the same for every table: columns in their order, joined by a colon. */
export async function primaryKeys(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; key: string }>(
    `select c.relname as name, string_agg(format('%I::text', a.attname), ' || '':'' || ' order by a.attnum) as key
       from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
      where c.relnamespace = 'public'::regnamespace group by 1`,
  );
  return new Map(rows.map(({ name, key }) => [name, key]));
}

/**
 * Makes organization A with two locations and a patient at each (the second shared with clinic C), and the unrelated
 * organization B: a row of each in every tenant table.
 */
export async function seedWorld(client: pg.ClientBase): Promise<World> {
  // Not above: contracts make rows with the functions of this file.
  const { OWN } = await import('./contracts.ts');
  const keys = await primaryKeys(client);
  const rows: World['rows'] = new Map();
  const put = async (table: string, row: Row, seenBy: PrincipalName[]): Promise<number> => {
    const columns = Object.keys(row)
      .map((column) => `"${column}"`)
      .join(', ');
    const { rows: made } = await client.query<{ key: string }>(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) returning ${keys.get(table)} as key`,
      [JSON.stringify([row])],
    );
    rows.set(table, [...(rows.get(table) ?? []), { key: made[0]!.key, seenBy }]);
    return Number(made[0]!.key);
  };
  const ofA: PrincipalName[] = ['a', 'limited'];
  const shared: PrincipalName[] = ['a', 'c'];

  const a = await put('organizations', organizationRow(), ['a', 'limited', 'c']);
  const b = await put('organizations', organizationRow(), ['b']);
  const c = await put('organizations', organizationRow({ type_id: ORGANIZATION_TYPES.clinical }), [
    'a',
    'limited',
    'c',
  ]);
  const location = (org_id: number, name: string, seenBy: PrincipalName[]) =>
    put('locations', { org_id, name, country: 'US', is_primary: false }, seenBy);
  const [a1, a2, a3, b1, b2] = [
    await location(a, 'first', ofA),
    await location(a, 'second', ofA),
    await location(a, 'third', ofA),
    await location(b, 'other', ['b']),
    await location(b, 'second', ['b']),
  ] as const;
  let apiKey = 0;
  const userA = await put('users', userRow(a), ofA);
  const colleague = await put('users', userRow(a), ['a']);
  const userB = await put('users', userRow(b), ['b', 'acting']);
  const colleagueB = await put('users', userRow(b), ['b']);
  const userC = await put('users', userRow(c), ['a', 'c']);
  for (const [user, seenBy] of [
    [userA, ofA],
    [colleague, ['a']],
    [userB, ['b', 'acting']],
    [colleagueB, ['b']],
    [userC, ['c']],
  ] as [number, PrincipalName[]][])
    rows.set('user_accounts', [...(rows.get('user_accounts') ?? []), { key: String(user), seenBy }]); // by triggers
  const group = (org_id: number, name: string, seenBy: PrincipalName[]) => put('org_groups', { org_id, name }, seenBy);
  const groupA3 = await group(a, 'third', ofA);
  const groupB2 = await group(b, 'second', ['b']);
  const groups: number[] = [];
  /** Triggers add an item for each message. */
  const inboxes: { user_id: number; seenBy: PrincipalName[] }[] = [];
  for (const [org_id, user_id, location_id, seenBy] of [
    [a, userA, a1, ofA],
    [b, userB, b1, ['b']],
  ] as [number, number, number, PrincipalName[]][]) {
    const group_id = await group(org_id, 'group', seenBy);
    groups.push(group_id);
    await put('org_group_locations', { org_id, group_id, location_id }, seenBy);
    const own: PrincipalName[] = org_id === b ? [...seenBy, 'acting'] : seenBy;
    await put('user_roles', { org_id, user_id, role_id: 1 }, own);
    await put('user_locations', { org_id, user_id, location_id }, seenBy);
    await put('user_groups', { org_id, user_id, group_id }, seenBy);
    await put(
      'table_preferences',
      preferencesRow(org_id, user_id, 'patients'),
      org_id === a ? [...ofA, 'definer'] : ['b', 'support', 'definer'],
    );
    await put(
      'dismissed_notices',
      dismissedNoticeRow(org_id, user_id, 'news'),
      org_id === a ? [...ofA, 'definer'] : ['b', 'support', 'definer'],
    );
    await put('request_ids', requestIdRow(org_id, user_id), org_id === a ? [...ofA, 'auth'] : ['b', 'support', 'auth']);
    await put(
      'user_imports',
      userImportRow(org_id, user_id),
      org_id === a ? [...ofA, 'auth', 'definer'] : ['b', 'support', 'auth', 'definer'],
    );
    await put(
      'compliance_batches',
      complianceBatchRow(org_id, user_id),
      org_id === a ? [...ofA, 'auth', 'definer'] : ['b', 'support', 'auth', 'definer'],
    );
    await put(
      'bulk_queries',
      bulkQueryRow(org_id, user_id),
      org_id === a ? [...ofA, 'jobs', 'auth', 'definer'] : ['b', 'support', 'jobs', 'auth', 'definer'],
    );
    await put(
      'saved_queries',
      savedQueryRow(org_id, user_id),
      org_id === a ? [...ofA, 'definer'] : ['b', 'support', 'acting', 'definer'],
    );
    const migration_id = await put(
      'patient_migrations',
      { ...patientMigrationRow(org_id, user_id, location_id), state: 'running' },
      seenBy,
    );
    await put('patient_migration_rows', migratedRow(migration_id), seenBy);
    await put('legacy_locations', legacyLocationRow(`DME-${org_id}`), []);
    await put('legacy_patients', { location_id: `DME-${org_id}`, id: '1', is_active: true }, []);
    await put('user_credentials', { org_id, user_id, password_hash: 'x', changed_at: new Date() }, []);
    await put('second_factors', secondFactorsRow(org_id, user_id), []);
    await put('recovery_codes', recoveryCodeRow(org_id, user_id), []);
    await put('passkeys', passkeyRow(org_id, user_id, `key${org_id}`), []);
    await put('second_factor_challenges', challengeRow(org_id, user_id, `\\x0${org_id % 10}`), []);
    await put('sms_messages', { phone: '5185550100', body: 'code', created_at: new Date() }, []);
    await put(
      'sessions',
      {
        id_hash: `\\x${'00'.repeat(31)}0${org_id % 10}`,
        org_id,
        user_id,
        stage: 'full',
        created_at: new Date(),
        last_seen_at: new Date(),
      },
      [],
    );
    await put('personal_access_tokens', accessTokenRow(org_id, user_id, org_id), []);
    const api_key_id = await put('api_keys', apiKeyRow(org_id, user_id), []);
    apiKey ||= api_key_id;
    await put('api_key_tokens', apiKeyTokenRow(org_id, api_key_id, org_id), []);
    await put('service_accounts', serviceAccountRow(org_id, user_id), seenBy);
    await put('service_account_uses', serviceAccountUseRow(org_id, user_id), seenBy);
    await put(
      'recent_organizations',
      { org_id, user_id, recent_org_id: org_id, visited_at: new Date() },
      org_id === a ? ['definer'] : ['support', 'acting', 'definer'],
    );
    for (const [table, { row, whole }] of Object.entries(OWN))
      await put(table, row(org_id, user_id, 0), whole ? seenBy.filter((as) => as !== 'limited') : seenBy);
    const announcement_id = await put('announcements', announcementRow(org_id, org_id, user_id), seenBy);
    await put(
      'announcement_receipts',
      { org_id, user_id, announcement_id, read_at: new Date() },
      org_id === a ? [...ofA, 'definer'] : ['b', 'support', 'definer'],
    );
    await put('org_messages', orgMessageRow(org_id, user_id, org_id, user_id), seenBy);
    const hand_off_id = await put('hand_offs', handOffRow(org_id, user_id), seenBy);
    await put('hand_off_messages', { org_id, hand_off_id, user_id, body: 'x', created_at: new Date() }, seenBy);
    inboxes.push({ user_id, seenBy: org_id === a ? [...ofA, 'auth'] : ['b', 'support', 'auth'] });
    await put(
      'socket_owners',
      { socket_id: `${org_id}.1`, org_id, user_id, session_hash: '\\x00', created_at: new Date() },
      [],
    );
    await put('mails', mailRow(org_id, user_id), []);
    await put('account_links', linkRow(org_id, user_id), []);
    await put('suppressed_emails', { email: `${org_id}@example.test`, reason: '550', created_at: new Date() }, []);
    await put('published_events', { name: 'event', channels: ['a'], data: '{}', created_at: new Date() }, []);
    await put('attempt_counters', { key: `key:${org_id}`, attempts: 1, window_started_at: new Date() }, []);
    await put('security_events', securityEventRow(org_id, user_id), seenBy);
    await put(
      'audit_log',
      {
        org_id,
        actor_user_id: user_id,
        actor_type: 'session',
        operation: 'x',
        outcome: 'done',
        properties: {},
        created_at: new Date(),
      },
      own,
    );
  }

  const groupA2 = await group(a, 'second', ofA);
  await put('org_group_locations', { org_id: a, group_id: groupA2, location_id: a2 }, ofA);
  await put('user_roles', { org_id: a, user_id: colleague, role_id: 1 }, ofA);
  await put('user_locations', { org_id: a, user_id: colleague, location_id: a2 }, ofA);
  await put('user_groups', { org_id: a, user_id: colleague, group_id: groupA2 }, ofA);
  // A partner that may change what it sees of a patient: what it does not see is then refused by the policies alone. Of
  // support staff likewise.
  await client.query(
    `insert into roles (id, name, label, host, user_type) values (900, 'partner', 'Partner', 'org', 'Organization');
     insert into role_permissions (role_id, permission)
       select 900, unnest(array['create.device', 'update.device', 'delete.device', 'update.device.pin', 'update.device.settings',
         'update.patient', 'upload.device.icode', 'view.patient'])
       union all select 1, unnest(array['send.org.message', 'delete.suppressed_email'])`,
  );
  await put('user_roles', { org_id: c, user_id: userC, role_id: 900 }, ['c']);

  await put('announcements', announcementRow(null, a, userA), ['a', 'limited', 'b', 'c']);
  await put('announcement_receipts', { org_id: a, user_id: colleague, announcement_id: 1, read_at: new Date() }, [
    'definer',
  ]);
  await put('org_messages', orgMessageRow(a, colleague, a, userA), []);
  const hand_off_id = await put('hand_offs', handOffRow(a, colleague), ['a']);
  const written = { org_id: a, hand_off_id, user_id: colleague, body: 'x', created_at: new Date() };
  await put('hand_off_messages', written, ['a']);
  inboxes.push({ user_id: colleague, seenBy: ['auth'] });
  await put('table_preferences', preferencesRow(a, colleague, 'patients'), ['definer']);
  await put('dismissed_notices', dismissedNoticeRow(a, colleague, 'news'), ['definer']);
  await put(
    'sessions',
    {
      id_hash: `\\x${'01'.repeat(32)}`,
      org_id: a,
      user_id: colleague,
      stage: 'full',
      created_at: new Date(),
      last_seen_at: new Date(),
      password_given_at: new Date(),
    },
    [],
  );
  await put('request_ids', requestIdRow(a, colleague), ['auth']);
  await put('user_imports', userImportRow(a, colleague), ['auth', 'definer']);
  await put('compliance_batches', complianceBatchRow(a, colleague), ['auth', 'definer']);
  await put('bulk_queries', bulkQueryRow(a, colleague), ['jobs', 'auth', 'definer']);
  const sharedQuery = { name: 'b', is_shared: true };
  await put('saved_queries', savedQueryRow(a, colleague), ['definer']);
  await put('saved_queries', savedQueryRow(a, colleague, sharedQuery), [...ofA, 'acting', 'definer']);
  await put('saved_queries', savedQueryRow(b, colleagueB, sharedQuery), ['b', 'support', 'definer']);
  const refused = { state: 'refused' };
  const uploadA = await put('uploads', uploadRow(a, userA, refused), [...ofA, 'definer']);
  const ofColleague = await put('uploads', uploadRow(a, colleague, refused), ['a', 'definer']);
  const uploadB = await put('uploads', uploadRow(b, userB, refused), ['b', 'definer']);
  await put('upload_readings', { org_id: a, upload_id: uploadA, reading: {} }, []);
  await put('upload_files', uploadFileRow(a, uploadA), ofA);
  await put('upload_files', uploadFileRow(a, ofColleague), ['a']);
  await put('upload_files', uploadFileRow(b, uploadB), ['b']);

  // Of a colleague, and of an account that no user has.
  await put('security_events', securityEventRow(a, colleague), ['a']);
  await put('security_events', securityEventRow(null, null), []);
  await put(
    'audit_log',
    {
      org_id: a,
      actor_user_id: colleague,
      actor_type: 'session',
      operation: 'x',
      outcome: 'done',
      properties: {},
      created_at: new Date(),
    },
    // An administrator of the organization reads what others did.
    ['a'],
  );
  await put(
    'audit_log',
    {
      org_id: b,
      actor_user_id: colleagueB,
      actor_type: 'session',
      operation: 'x',
      outcome: 'done',
      properties: {},
      created_at: new Date(),
    },
    ['b'],
  );
  await put(
    'sessions',
    {
      id_hash: `\\x${'02'.repeat(32)}`,
      org_id: b,
      user_id: colleagueB,
      stage: 'full',
      created_at: new Date(),
      last_seen_at: new Date(),
      password_given_at: new Date(),
    },
    [],
  );

  const p1 = await put('patients', patientRow(a, { location_id: a1 }), ofA);
  const p2 = await put(
    'patients',
    patientRow(a, { location_id: a2, clinician_org_id: c, clinician_id: userC }),
    shared,
  );
  const pb = await put('patients', patientRow(b, { location_id: b1 }), ['b']);
  const machine = (orgId: number, location_id: number, seenBy: PrincipalName[]) =>
    put('machines', machineRow(orgId, TEST_KEY, { location_id, pin: null }), seenBy);
  const [m1, m2, mb] = [
    await machine(a, a1, [...ofA, 'device']),
    await machine(a, a2, shared),
    await machine(b, b1, ['b']),
  ];
  const [spare, spareA2, spareB] = [
    await machine(a, a1, ofA),
    await machine(a, a2, ['a']),
    await machine(b, b1, ['b']),
  ];
  const histories: number[] = [];
  for (const [org_id, patient_id, machine_id, seenBy] of [
    [a, p1, m1, ofA],
    [a, p2, m2, shared],
    [b, pb, mb, ['b']],
  ] as [number, number, number, PrincipalName[]][]) {
    const on = { org_id, patient_id, machine_org_id: org_id, machine_id };
    const withDevice: PrincipalName[] = machine_id === m1 ? [...seenBy, 'device'] : seenBy;
    await put('modules', { org_id, machine_id, serial: 'M1', iccid: null }, withDevice);
    const history_id = await put(
      'device_history',
      deviceHistoryRow({ id: patient_id, orgId: org_id }, { id: machine_id, orgId: org_id }),
      withDevice,
    );
    histories.push(history_id);
    await put(
      'voided_assignments',
      {
        history_id: 900_000_000 + patient_id,
        org_id,
        patient_id,
        has_pin: false,
        created_at: new Date(),
        settings: [],
      },
      [],
    );
    await put('settings_records', settingsRow({ org_id, patient_id, history_id }), withDevice);
    await put('connections', { ...on, start_time: new Date() }, withDevice);
    const night_id = await put(
      'usage_nights',
      { ...on, night: '2026-01-02', source: 'wireless', overruled: false, minutes: 300 },
      withDevice,
    );
    await put('usage_date_changes', { ...on, ...dateChange }, seenBy);
    await put('night_voids', nightVoidRow(night_id, userA), seenBy);
    const held = { usage_date: '2026-01-02', state: 1, since: '2026-01-03', until: '2026-01-04' };
    await put('usage_night_versions', { night_id: 1, patient_id, minutes: 100, ...held }, []);
    // The assignments' own are written by the trigger.
    await put('therapy_start_versions', { org_id, patient_id, known: '(2026-01-01,)' }, [...seenBy, 'jobs']);
    await put('usage_night_returns', { night_id: patient_id, usage_date: '2026-01-03', machine_id, patient_id }, []);
    await put('compliance_results', complianceRow(org_id, patient_id, 'CMS PAP'), seenBy);
    await put('compliance_reports', complianceReportRow(org_id, patient_id, userA, a), seenBy);
    await put('declined_patients', declinedPatientRow(org_id, patient_id, org_id === a ? b : a, [a, userA]), [
      ...seenBy.filter((who) => who !== 'c'),
      'definer',
    ]);
    await put('mobile_users', mobileUserRow(org_id, patient_id), seenBy);
    // Shared where a partner sees the patient.
    const author = org_id === a ? userA : userB;
    const note = await put(
      'patient_notes',
      patientNoteRow(org_id, patient_id, author, { is_shared: patient_id === p2 }),
      seenBy,
    );
    await put('patient_note_versions', { org_id, note_id: note, number: 5, text: 'x', written_at: new Date() }, seenBy);
    await put(
      'follow_ups',
      followUpRow(org_id, patient_id, author),
      seenBy.filter((who) => who !== 'c'),
    );
    await put('icode_reports', icodeRow({ ...on, serial: `S${machine_id}` }), seenBy);
  }
  const spareHistory = await put(
    'device_history',
    deviceHistoryRow({ id: p2, orgId: a }, { id: m2, orgId: a }, { start_date: '2024-01-01', end_date: '2024-02-01' }),
    shared,
  );
  // Of the partner alone.
  await put('patient_notes', patientNoteRow(a, p2, userC, { note_org_id: c, author_org_id: c }), ['c']);
  await put('follow_ups', followUpRow(a, p2, userC, { work_org_id: c, author_org_id: c }), ['c']);
  const [h1, h2, hb] = histories as [number, number, number];
  // Written by triggers.
  const { rows: kept } = await client.query<{ key: string; history: string }>(
    'select id::text as key, history_id::text as history from assignment_versions',
  );
  const readers = new Map(rows.get('device_history')!.map(({ key, seenBy }) => [key, seenBy]));
  rows.set(
    'assignment_versions',
    kept.map(({ key, history }) => ({ key, seenBy: readers.get(history)!.filter((who) => who !== 'device') })),
  );
  for (const table of ['device_states', 'device_index'])
    rows.set(
      table,
      rows.get('device_history')!.map(({ key, seenBy }) => ({ key, seenBy: seenBy.filter((who) => who !== 'device') })),
    );
  const { rows: items } = await client.query<{ key: string; user_id: number }>(
    "select id || ':' || user_id as key, user_id from inbox_items",
  );
  rows.set(
    'inbox_items',
    items.map(({ key, user_id }) => ({ key, seenBy: inboxes.find((one) => one.user_id === user_id)!.seenBy })),
  );
  const logged = new Map(rows.get('user_accounts')!.map(({ key, seenBy }) => [key, seenBy]));
  for (const log of ['logins', 'user_changes']) {
    const { rows: lines } = await client.query<{ key: string; user: string }>(
      `select id::text as key, user_id::text as user from ${log}`,
    );
    rows.set(
      log,
      lines.map(({ key, user }) => ({ key, seenBy: logged.get(user) ?? [] })),
    );
  }
  await put('verifications', { kind: 'derived', repaired: 0, repaired_of_orgs: '{}' }, []);
  await client.query('delete from nodes'); // that of the start
  const node = {
    id: '00000000-0000-4000-8000-000000000001',
    host: 'node-1',
    version: '0.2.0',
    migration: '116-installation',
  };
  await put('nodes', { ...node, started_at: new Date(), seen_at: new Date() }, []);
  await put('client_documents', { digest: 'a'.repeat(64) }, []);
  await put('backups', { taken_at: new Date(), bytes: 1, version: '0.2.0' }, []);
  await put('seal_keys', { encryption_id: '00000000', first_seal: 1, key_cipher: 'v2.x' }, []);
  await client.query('delete from known_secrets'); // those of the start
  await put('known_secrets', { kind: 'session', id: '00000000', known_since: new Date() }, []);
  rows.set('seal_turns', [{ key: 'true', seenBy: [] }]); // by the migration
  rows.set('file_sweeps', [{ key: 'true', seenBy: [] }]);
  const lines = { first_row: 1, last_row: 2, lines: 2, first_at: new Date(), last_at: new Date() };
  await put('audit_archives', { ...lines, file_key: '0/x', sha256: `\\x${'07'.repeat(32)}` }, []);
  await put('audit_seals', { seq: 1, log: 'audit_log', row_id: 1, hash: '\\x00', sealed_at: new Date() }, []);
  await put('report_keys', { public_key: `\\x${'07'.repeat(32)}`, private_cipher: 'v1.x', valid_from: new Date() }, []);
  const { rows: counts } = await client.query<{ key: string; org: number; locations: number[] }>(
    'select id::text as key, org_id as org, visible_location_ids as locations from list_counts',
  );
  rows.set(
    'list_counts',
    counts.map(({ key, org, locations }) => {
      const staff: Record<number, PrincipalName[]> = {
        [a]: locations.includes(a1) ? ofA : ['a'],
        [b]: ['b'],
        [c]: ['c'],
      };
      return { key, seenBy: staff[org] ?? [] };
    }),
  );
  rows.set('change_epochs', [{ key: 'true', seenBy: [] }]); // by the migration
  // Written by triggers. Those who see a part of an organization read none.
  const { rows: changes } = await client.query<{ key: string; org: number }>(
    'select id::text as key, org_id as org from changes',
  );
  const whole = new Map<number, PrincipalName[]>([
    [a, ['a']],
    [b, ['b']],
    [c, ['c']],
  ]);
  rows.set(
    'changes',
    changes.map(({ key, org }) => ({ key, seenBy: whole.get(org) ?? [] })),
  );
  seesAsActing(rows);
  const org = (role: string, orgId: number, userId: number, locations = '') => ({
    role,
    settings: {
      'app.org_id': `${orgId}`,
      'app.user_id': `${userId}`,
      'app.location_ids': locations,
      'app.acting_org_id': '',
    },
  });
  const none = {
    'app.org_id': '',
    'app.user_id': '',
    'app.location_ids': '',
    'app.machine_id': '',
    'app.acting_org_id': '',
  };
  return {
    a,
    b,
    c,
    userA,
    colleague,
    userB,
    userC,
    a1,
    a3,
    b2,
    groupA: groups[0]!,
    groupA3,
    groupB2,
    a2,
    b1,
    p1,
    p2,
    pb,
    m1,
    m2,
    mb,
    spare,
    spareA2,
    spareB,
    h1,
    h2,
    hb,
    spareHistory,
    apiKey,
    uploadA,
    uploadB,
    rows,
    principals: {
      a: org('airlog_org', a, userA),
      limited: org('airlog_limited', a, userA, `${a1}`),
      b: org('airlog_org', b, userB),
      c: org('airlog_org', c, userC),
      support: org('airlog_support', b, userB),
      acting: {
        ...org('airlog_acting', b, userB),
        settings: { ...org('', b, userB).settings, 'app.acting_org_id': `${a}` },
      },
      auth: { role: 'airlog_auth', settings: none },
      definer: { role: 'airlog_definer', settings: none },
      device: { role: 'airlog_device', settings: { ...none, 'app.machine_id': `${m1}` } },
      jobs: { role: 'airlog_jobs', settings: none },
      anonymous: { role: 'airlog_org', settings: none },
    },
  };
}

/** Of B's support user who acts in A: what A's administrators see, and the own rows as a user. */
function seesAsActing(rows: World['rows']): void {
  for (const [table, all] of rows) {
    // Elsewhere support staff sees every row, and is not named.
    const isOnesOwn = all.some(({ seenBy }) => seenBy.includes('support'));
    if (table === 'saved_queries') continue; // their own, and what A shares: named with the rows
    for (const row of all) {
      const { seenBy } = row;
      const sees = isOnesOwn
        ? seenBy.includes('support')
        : seenBy.includes('a') ||
          // Messages to each user of A, of which each of them sees their own.
          (table === 'org_messages' && !seenBy.includes('b')) ||
          ['organizations', 'suppressed_emails'].includes(table);
      if (sees) row.seenBy = [...new Set([...seenBy, 'acting' as const])];
    }
  }
}

export const securityEventRow = (org_id: number | null, user_id: number | null): Row => ({
  hour: new Date(),
  kind: 'sign_in',
  org_id,
  user_id,
  address: '10.0.0.1',
  count: 1,
  request_id: 'x',
  first_at: new Date(),
  last_at: new Date(),
});

export const mailRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  template: 'invitation',
  email: `${user_id}@example.test`,
  locale: 'en',
  state: 'queued',
  attempts: 0,
  created_at: new Date(),
});

export const linkRow = (org_id: number, user_id: number): Row => ({
  id: randomUUID(),
  org_id,
  user_id,
  purpose: 'invitation',
  secret_hash: '\\x00',
  expires_at: new Date(),
});

/** A message from one user to another. */
export const orgMessageRow = (org_id: number, user_id: number, sent_by_org_id: number, sent_by_id: number): Row => ({
  org_id,
  user_id,
  sent_by_org_id,
  sent_by_id,
  html: '<b>x</b>',
  hostname: 'node',
  created_at: new Date(),
});

export const preferencesRow = (org_id: number, user_id: number, table_name: string): Row => ({
  org_id,
  user_id,
  table_name,
  page_size: 15,
  updated_at: new Date(),
});

export const dismissedNoticeRow = (org_id: number, user_id: number, notice: 'first_steps' | 'news'): Row => ({
  org_id,
  user_id,
  notice,
  version: notice === 'news' ? '0.2.0' : null,
  dismissed_at: new Date(),
});

/** The result of a settings change; `device`: organization, patient and assignment. */
export const inboxItemRow = (org_id: number, user_id: number, device: [number, number, number]): Row => ({
  org_id,
  user_id,
  kind: 'settings-failed',
  patient_org_id: device[0],
  patient_id: device[1],
  history_id: device[2],
  created_at: new Date(),
});

export const requestIdRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  id: randomUUID(),
  fingerprint: '\\x00',
  created_at: new Date(),
});

let bulkQueries = 0;
/** Of a token each: of one key, one goes on at a time. */
export const bulkQueryRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  actor: 'token',
  key_id: (bulkQueries += 1),
  query: '{ patients { edges { node { id } } } }',
  variables: {},
  list: 'patients',
  page_size: 100,
  state: 'created',
  file_key: 'bulk/1/x',
});

export const savedQueryRow = (org_id: number, user_id: number, more: Row = {}): Row => ({
  org_id,
  user_id,
  owner_name: 'Quill, Robin',
  name: 'a',
  query: '{ viewer { locale } }',
  variables: '',
  is_shared: false,
  version: 1,
  created_at: new Date(),
  updated_at: new Date(),
  ...more,
});

export const complianceBatchRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  rule: 'cms-pap',
  as_of: '2026-02-01',
  patient_ids: [1],
  unseen_ids: [],
  state: 'waiting',
  lines: [],
  done_count: 0,
  attempts: 0,
  dismissed: false,
  created_at: new Date(),
});

let reports = 0;
export const complianceReportRow = (org_id: number, patient_id: number, user_id: number, user_org_id: number): Row => ({
  code: String((reports += 1)).padStart(12, '0'),
  org_id,
  patient_id,
  rule: 'cms-pap',
  rule_version: 1,
  as_of: '2026-02-01',
  figures: '{}',
  user_org_id,
  user_id,
  issued_by: 'Dana Reyes',
  issued_for: 'Northside',
  key_id: 'key',
  signature: `\\x${'05'.repeat(64)}`,
  audit_sequence: 0,
  audit_hash: `\\x${'00'.repeat(32)}`,
});

/** A migration of patients to a location of the organization of its user. */
export const patientMigrationRow = (org_id: number, user_id: number, location_id: number): Row => ({
  org_id,
  user_id,
  started_by: 'Dana Reyes',
  target_org_id: org_id,
  location_id,
  dme_id: `DME-${org_id}`,
  state: 'done',
  migrated_count: 0,
  already_here_count: 0,
  refused_count: 0,
  undone_count: 0,
  kept_count: 0,
  at_active: true,
  attempts: 0,
  created_at: new Date(),
});
export const migratedRow = (migration_id: number, legacy_id = '1'): Row => ({
  migration_id,
  legacy_id,
  result: 'refused',
  reason_code: 'state',
});
export const legacyLocationRow = (id: string): Row => ({
  id,
  name: 'Northside',
  is_child: false,
  migrated: false,
  has_api_key: false,
});

export const userImportRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  target_org_id: org_id,
  state: 'checked',
  rows: [],
  row_count: 0,
  refused_count: 0,
  done_count: 0,
  attempts: 0,
  created_at: new Date(),
});

/** A void of a night. */
export const nightVoidRow = (night: number, user: number): Row => ({
  night_id: night,
  state_before: 1,
  reason: 'Wrong person',
  actor_user_id: user,
  email: 'dana@example.test',
});

/** Files that were sent together. */
export const uploadRow = (org_id: number, user_id: number, facts: Row = {}): Row => ({
  org_id,
  user_org_id: org_id,
  user_id,
  sent_by: 'Reyes, Dana',
  is_limited: false,
  digest: `\\x${randomUUID().replaceAll('-', '').repeat(2)}`,
  storage_key: `${org_id}/${randomUUID()}`,
  state: 'queued',
  file_count: 1,
  byte_count: 10,
  night_count: 0,
  added_count: 0,
  warnings: [],
  attempts: 0,
  created_at: new Date(),
  ...facts,
});
export const uploadFileRow = (org_id: number, upload_id: number, place = 0): Row => ({
  org_id,
  upload_id,
  place,
  name: 'A.idx',
  byte_count: 10,
  sha256: digest(0),
  state: 'queued',
  warnings: [],
});

export const secondFactorsRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  app_secret: 'v1.sealed',
  app_last_step: 1,
  sms_phone: '5185550100',
});

export const passkeyRow = (org_id: number, user_id: number, credential_id: string): Row => ({
  org_id,
  user_id,
  credential_id,
  public_key: '\\x00',
  counter: 1,
  transports: [],
  name: 'key',
  created_at: new Date(),
});

export const recoveryCodeRow = (org_id: number, user_id: number): Row => ({
  org_id,
  user_id,
  code_hash: '\\x00',
  salt: `\\x${'00'.repeat(16)}`,
});

export const challengeRow = (org_id: number, user_id: number, session_hash: string): Row => ({
  org_id,
  user_id,
  session_hash,
  kind: 'sign-in-sms',
  secret: '00',
  created_at: new Date(),
});

export const settingsRow = (row: Row): Row => ({
  status: 'pending',
  values: {},
  is_edit: true,
  created_at: new Date(),
  ...row,
});

export const complianceRow = (org_id: number, patient_id: number, rule: string): Row => ({
  org_id,
  patient_id,
  rule,
  rule_version: 1,
  period: 90,
  therapy_start: '2026-01-01',
  closes_on: '2026-04-03',
  compliant_days: 0,
  computed_at: new Date(),
});

export const icodeRow = (row: Row): Row => ({
  collected: '2026-01-31',
  code: '1',
  codec: 'ic1',
  codec_version: 1,
  icode_period: 30,
  compliant_days: 20,
  best30: 20,
  minutes: 300,
  ahi: 1,
  sni: 1,
  leak: 1,
  saturated: [],
  created_at: new Date(),
  visible_org_ids: [],
  ...row,
});
