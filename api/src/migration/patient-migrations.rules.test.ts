import { describe, expect, test } from '@jest/globals';
import { checkLegacyPatient, type LegacyPatientRow } from './patient-migrations.rules.ts';

const TODAY = '2026-05-01';
const patient = (changes: Partial<LegacyPatientRow> = {}): LegacyPatientRow => ({
  id: '17',
  firstName: 'Robin',
  lastName: 'Quill',
  email: null,
  assignedId: null,
  birthDate: null,
  sex: null,
  therapyStart: null,
  note: null,
  address1: null,
  address2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
  phone: null,
  mobilePhone: null,
  ...changes,
});
const check = (changes: Partial<LegacyPatientRow>) => checkLegacyPatient(patient(changes), true, TODAY);

describe('a patient of the legacy system', () => {
  test.each<[string, Partial<LegacyPatientRow>]>([
    ['name_missing', { firstName: null }],
    ['name_missing', { lastName: null }],
    ['name_long', { lastName: 'x'.repeat(256) }],
    ['text_long', { address1: 'x'.repeat(256) }],
    ['text_long', { note: 'x'.repeat(2001) }],
    ['text_unreadable', { lastName: 'Qu\uFFFDll' }],
    ['text_unreadable', { city: 'New\nYork' }],
    ['email', { email: 'robin@' }],
    ['birth_date', { birthDate: '2023-02-29' }],
    ['birth_date', { birthDate: '02/28/1960' }],
    ['birth_date', { birthDate: '2026-05-02' }],
    ['birth_date', { birthDate: '1899-12-31' }],
    ['sex', { sex: 'x' }],
    ['therapy_start', { therapyStart: 'soon' }],
    ['therapy_start', { therapyStart: '9999-12-31' }],
    ['therapy_start', { therapyStart: '1999-12-31' }],
    ['therapy_start', { birthDate: '2020-01-02', therapyStart: '2020-01-01' }],
    ['country', { country: 'MX' }],
    ['state', { country: 'US', state: 'ON' }],
    ['state', { country: 'CA', state: 'NY' }],
    ['zip', { country: 'US', zip: 'K1A 0B1' }],
    ['zip', { country: 'CA', zip: '12207' }],
    ['phone', { phone: '+44 20 7946 0958' }],
    ['phone', { phone: '(876) 555-0100' }], // Jamaica
    ['phone', { mobilePhone: '555' }],
  ])('is refused: %s %j', (reason, changes) => {
    expect(check(changes)).toBe(reason);
  });

  test.each<[Partial<LegacyPatientRow>, object]>([
    [{}, { legacy_id: '17', country: 'US', birth_date: null, is_active: true }],
    [{ lastName: 'x'.repeat(255) }, { last_name: 'x'.repeat(255) }],
    [{ lastName: '😀'.repeat(255) }, { last_name: '😀'.repeat(255) }],
    [
      { firstName: `D'Arcy`, lastName: 'عمر' },
      { first_name: `D'Arcy`, last_name: 'عمر' },
    ],
    [{ birthDate: '1960-02-29T00:00:00Z' }, { birth_date: '1960-02-29' }],
    [{ note: 'two\nlines' }, { note: 'two\nlines' }],
    [{ note: 'n'.repeat(2000) }, { note: 'n'.repeat(2000) }],
    [{ birthDate: TODAY }, { birth_date: TODAY }],
    [
      { birthDate: '1900-01-01', therapyStart: '2000-01-01' },
      { birth_date: '1900-01-01', therapy_start: '2000-01-01' },
    ],
    [{ sex: 'F' }, { sex: 'f' }],
    [{ therapyStart: '2026-06-01 00:00:00' }, { therapy_start: '2026-06-01' }],
    [
      { country: 'ca', state: 'on', zip: 'k1a0b1' },
      { country: 'CA', state: 'ON', zip: 'K1A 0B1' },
    ],
    [
      { state: 'PR', zip: '00901-1234' },
      { state: 'PR', zip: '00901-1234' },
    ],
    [
      { phone: '+1 (518) 555-0100', mobilePhone: '7875550100' },
      { phone: '5185550100', mobile_phone: '7875550100' },
    ],
  ])('is taken: %j', (changes, expected) => {
    expect(check(changes)).toMatchObject(expected);
  });
});
