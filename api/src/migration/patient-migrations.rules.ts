import { FIRST_BIRTH, FIRST_THERAPY } from '../patients/patient.rules.ts';
import { isStateOf, isZipOf, statesIn, writtenZip } from '../shared/address.rules.ts';
import { yearAfter } from '../shared/date.rules.ts';
import { isCalendarDate } from '../shared/text.rules.ts';
import { isPhone, isPhoneOfRegion, phoneDigits } from '../shared/phone.rules.ts';

/** A patient as the legacy system has them: nothing is checked yet. */
export interface LegacyPatientRow {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  assignedId: string | null;
  birthDate: string | null;
  sex: string | null;
  therapyStart: string | null;
  note: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  phone: string | null;
  mobilePhone: string | null;
}

/** Why a patient of the legacy system is refused. The texts are `migration.reason.…`. */
export type PatientRefusal =
  | 'name_missing'
  | 'name_long'
  | 'text_long'
  | 'text_unreadable'
  | 'email'
  | 'birth_date'
  | 'sex'
  | 'therapy_start'
  | 'country'
  | 'state'
  | 'zip'
  | 'phone';

/** A patient as the function add_legacy_patients takes them. */
export type MigratedPatient = Record<
  | 'legacy_id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'assigned_id'
  | 'birth_date'
  | 'sex'
  | 'therapy_start'
  | 'note'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'zip'
  | 'country'
  | 'phone'
  | 'mobile_phone',
  string | null
> & { is_active: boolean };

/** Characters of a name, an address and an e-mail address, and of a note. */
const MAX_TEXT = 255;
const MAX_NOTE = 2000;

/** Characters as a reader counts them: a letter outside the basic plane is one. */
const isLong = (text: string | null, max: number): boolean => text !== null && [...text].length > max;

/** Control characters, and letters that were lost on the way. */
const isUnreadable = (text: string | null | undefined): boolean => /[\p{Cc}\uFFFD]/u.test(text ?? '');

/** Returns the day of a date, also of one with a time; null for anything else, and for a day outside `from` to `until`. */
function dayWithin(text: string, from: string, until: string): string | null {
  const day = text.replace(/[T ]\d{2}:\d{2}.*$/, '');
  return isCalendarDate(day) && day >= from && day <= until ? day : null;
}

/** Returns the ten digits of a phone number of the US, Canada or Puerto Rico; null for any other text. */
function phoneOf(text: string): string | null {
  const digits = String(phoneDigits(text, text));
  return isPhone(digits) && isPhoneOfRegion(digits) ? digits : null;
}

/**
 * Returns a patient of the legacy system as they are added here, or why they are refused: the first reason. Values are
 * never cut or guessed. `today`: YYYY-MM-DD.
 */
export function checkLegacyPatient(
  row: LegacyPatientRow,
  isActive: boolean,
  today: string,
): MigratedPatient | PatientRefusal {
  if (!row.firstName || !row.lastName) return 'name_missing';
  if (isLong(row.firstName, MAX_TEXT) || isLong(row.lastName, MAX_TEXT)) return 'name_long';
  const texts = [row.email, row.assignedId, row.address1, row.address2, row.city];
  if (texts.some((text) => isLong(text, MAX_TEXT)) || isLong(row.note, MAX_NOTE)) return 'text_long';
  if ([row.firstName, row.lastName, ...texts, row.note?.replace(/\s/g, '')].some(isUnreadable))
    return 'text_unreadable';
  if (row.email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(row.email)) return 'email';
  const birthDate = row.birthDate && dayWithin(row.birthDate, FIRST_BIRTH, today);
  if (birthDate !== row.birthDate && birthDate === null) return 'birth_date';
  const sex = row.sex && row.sex.toLowerCase();
  if (sex !== null && !['m', 'f', 'o'].includes(sex)) return 'sex';
  const therapyStart = row.therapyStart && dayWithin(row.therapyStart, FIRST_THERAPY, yearAfter(today));
  if (row.therapyStart !== null && (therapyStart === null || therapyStart < (birthDate ?? ''))) return 'therapy_start';
  const country = (row.country ?? 'US').toUpperCase();
  if (statesIn(country).length === 0) return 'country';
  const state = row.state && row.state.toUpperCase();
  if (state !== null && !isStateOf(country, state)) return 'state';
  const zip = row.zip && writtenZip(row.zip);
  if (zip !== null && !isZipOf(country, zip)) return 'zip';
  const phone = row.phone && phoneOf(row.phone);
  const mobilePhone = row.mobilePhone && phoneOf(row.mobilePhone);
  if ((row.phone !== null && phone === null) || (row.mobilePhone !== null && mobilePhone === null)) return 'phone';
  return {
    legacy_id: row.id,
    is_active: isActive,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    assigned_id: row.assignedId,
    birth_date: birthDate,
    sex,
    therapy_start: therapyStart,
    note: row.note,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state,
    zip,
    country,
    phone,
    mobile_phone: mobilePhone,
  };
}
