import type pg from 'pg';
import { encryptColumn } from '../shared/cipher.ts';

type Row = Record<string, unknown>;

/**
 * Inserts rows of one table in one statement and returns their ids in order. Privileged: for seeds and tests, bypassing
 * row-level security. The columns are those of the first row.
 */
export async function insertRows(
  client: pg.ClientBase,
  table: string,
  rows: Row[],
  returning = 'id',
): Promise<number[]> {
  if (rows.length === 0) return [];
  const columns = Object.keys(rows[0]!)
    .map((column) => `"${column}"`)
    .join(', ');
  const { rows: made } = await client.query<Record<string, number>>(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json) returning ${returning}`,
    [JSON.stringify(rows)],
  );
  return made.map((row) => Number(row[returning]));
}

let counter = 0;
/** Returns a number that is unique in this process. */
export const unique = (): number => ++counter;

/** Types of organizations by their ids in the reference data. */
export const ORGANIZATION_TYPES = { ep: 1, clinical: 2, support: 3 } as const;

/** Makes an active organization. */
export function organizationRow(overrides: Row = {}): Row {
  return {
    name: `Organization ${unique()}`,
    type_id: ORGANIZATION_TYPES.ep,
    draft: false,
    active: true,
    timezone: 'America/New_York',
    physician_can_add_missing_pin: false,
    disallow_external_device_edit: false,
    export_to_csv_access: 1,
    created_at: new Date(),
    visible_org_ids: [],
    ...overrides,
  };
}

/** Makes a verified, active staff member. */
export function userRow(orgId: number, overrides: Row = {}): Row {
  const number = unique();
  return {
    org_id: orgId,
    email: `user${number}.${process.pid}.${orgId}@example.test`,
    first_name: 'Alex',
    last_name: `User${number}`,
    user_type: 'Organization',
    locale: 'en',
    active: true,
    locked: false,
    email_verified_at: new Date(),
    // Of an unverified one: the invitation is valid.
    invitation_expires_at: overrides.email_verified_at === null ? new Date(Date.now() + 7 * 86_400_000) : null,
    created_at: new Date(),
    visible_org_ids: [],
    ...overrides,
  };
}

/** Makes a patient of an organization. */
export function patientRow(orgId: number, overrides: Row = {}): Row {
  const number = unique();
  return {
    org_id: orgId,
    location_id: null,
    dme_id: null,
    clinician_org_id: null,
    clinician_id: null,
    physician_org_id: null,
    physician_id: null,
    assigned_id: `A${number}`,
    is_rules_active: true,
    first_name: 'Robin',
    last_name: `Patient${number}`,
    email: `patient${number}@example.test`,
    birth_date: '1960-05-17',
    sex: 'f',
    therapy_start: null,
    last_report: null,
    note: null,
    address1: null,
    address2: null,
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    country: 'US',
    phone: '5185550100',
    mobile_phone: null,
    visible_org_ids: [],
    created_at: new Date(),
    ...overrides,
  };
}

/** Makes a simulated machine of a provider; `pin` is encrypted with `key`. */
export function machineRow(
  orgId: number,
  key: Buffer,
  { pin = '1234', ...overrides }: Row & { pin?: string | null } = {},
): Row {
  return {
    org_id: orgId,
    location_id: null,
    guid: crypto.randomUUID(),
    serial: `A${String(process.pid % 100_000).padStart(5, '0')}${String(unique()).padStart(6, '0')}`,
    model_id: 1,
    pin_cipher: pin === null ? null : encryptColumn(key, pin),
    simulated: true,
    created_at: new Date(),
    visible_org_ids: [],
    visible_location_ids: [],
    ...overrides,
  };
}

/** Makes an assignment; without `end_date` it is the active one. */
export function deviceHistoryRow(
  patient: { id: number; orgId: number },
  machine: { id: number; orgId: number },
  overrides: Row = {},
): Row {
  return {
    org_id: patient.orgId,
    patient_id: patient.id,
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    start_date: '2026-01-01',
    end_date: null,
    has_pin: true,
    created_by: null,
    created_at: new Date(),
    ...overrides,
  };
}
