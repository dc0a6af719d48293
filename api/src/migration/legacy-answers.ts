import { flagOf } from '../shared/flag.ts';
import type { LegacyLocationRow, LegacyPatients } from './legacy.ts';
import type { LegacyPatientRow } from './patient-migrations.rules.ts';

type Row = Record<string, unknown>;

/** Characters of a value. A longer one is cut: it is refused with its patient, and never stored. */
const MAX_TEXT = 4000;
/** Characters of an id, here and there. */
const MAX_ID = 64;

const unreadable = (what: string) => new Error(`The legacy system sent ${what}.`);

function rowsIn(value: unknown, max: number): Row[] {
  if (!Array.isArray(value)) throw unreadable('no list');
  if (value.length > max) throw unreadable('more rows than asked for');
  if (value.some((row) => typeof row !== 'object' || row === null || Array.isArray(row)))
    throw unreadable('a row that is no object');
  return value as Row[];
}

/** Returns a text as it was sent; null for a missing or blank one. What no database stores becomes U+FFFD, which is refused later. */
function text(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' && typeof value !== 'number') throw unreadable('a value that is no text');
  return String(value).slice(0, MAX_TEXT).toWellFormed().replaceAll('\0', '\uFFFD').trim() || null;
}

function id(value: unknown): string {
  const found = text(value);
  if (found === null || found.length > MAX_ID) throw unreadable('a row without an id');
  return found;
}

const flag = (value: unknown): boolean => flagOf(value) ?? false;

/** Returns the locations of an answer. Throws for anything but a list of at most `max` of them. */
export const locationsIn = (answer: unknown, max: number): LegacyLocationRow[] =>
  rowsIn((answer as Row | null)?.locations, max).map((row) => ({
    dmeId: id(row.id),
    name: text(row.name) ?? '',
    address1: text(row.address1),
    address2: text(row.address2),
    zip: text(row.zip),
    city: text(row.city),
    state: text(row.state),
    country: text(row.country),
    phone: text(row.phone),
    isChild: flag(row.is_child),
    migrated: flag(row.migrated),
    hasApiKey: flag(row.has_api_key),
  }));

const patientIn = (row: Row): LegacyPatientRow => ({
  id: id(row.id),
  firstName: text(row.first_name),
  lastName: text(row.last_name),
  email: text(row.email),
  assignedId: text(row.assigned_id),
  birthDate: text(row.birth_date),
  sex: text(row.sex),
  therapyStart: text(row.therapy_start),
  note: text(row.note),
  address1: text(row.address1),
  address2: text(row.address2),
  city: text(row.city),
  state: text(row.state),
  zip: text(row.zip),
  country: text(row.country),
  phone: text(row.phone),
  mobilePhone: text(row.mobile_phone),
});

/** Returns the patients of an answer and the number of all. Throws for anything but at most `max` of them. */
export function patientsIn(answer: unknown, max: number): LegacyPatients {
  const { patients, total } = (answer ?? {}) as Row;
  if (!Number.isInteger(total) || (total as number) < 0) throw unreadable('no total');
  return { patients: rowsIn(patients, max).map(patientIn), total: total as number };
}
