import { expect, test } from '@jest/globals';
import { validate } from '../shared/validate.ts';
import { newPatientRules } from './patient.rules.ts';

const TODAY = '2026-11-23';
const VALID = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'US',
  state: 'NY',
  city: 'Albany',
  dmeId: 1,
};

/** The code at the field, or null when the input is taken; `clean`: the value that is stored. */
async function outcome(input: object, field: string): Promise<{ code: string | null; clean?: unknown }> {
  try {
    const clean: Record<string, unknown> = await validate(newPatientRules(TODAY), { ...VALID, ...input });
    return { code: null, clean: clean[field] };
  } catch (error) {
    const { refusals } = error as { refusals?: { field: string; code: string }[] };
    if (!refusals) throw error;
    return {
      code: refusals.find((one) => one.field === field)?.code ?? `other: ${refusals.map((one) => one.field).join()}`,
    };
  }
}

const LONG = 'Ñ'.repeat(255);

type Case = [field: string, sent: unknown, code: string | null, clean?: unknown, others?: object];

// Each rule on both sides of its limit. Undefined: the clean value is what was sent.
const CASES: Case[] = [
  ['firstName', "  Mary  O'Neil-D’Arcy ", null, "Mary O'Neil-D’Arcy"],
  ['firstName', 'مريم', null],
  ['firstName', '🦊👩‍👩‍👧', null],
  ['firstName', LONG, null],
  ['firstName', `${LONG}x`, 'text.too_long'],
  ['firstName', '🦊'.repeat(255), null],
  ['firstName', '🦊'.repeat(256), 'text.too_long'],
  ['lastName', '', 'required'],
  ['lastName', ['x'], 'invalid'],
  ['lastName', '\u0000', 'invalid'],
  ['assignedId', '', null, null],
  ['assignedId', LONG, null],
  ['assignedId', `${LONG}x`, 'text.too_long'],
  ['birthDate', '1899-12-31', 'patient.birth_date'],
  ['birthDate', '1900-01-01', null],
  ['birthDate', '2026-11-23', null],
  ['birthDate', '2026-11-24', 'patient.birth_date'],
  ['birthDate', '2026-02-30', 'date.invalid'],
  ['birthDate', '02/03/1960', 'date.invalid'],
  ['birthDate', '1960-02-03 00:00:00', null, '1960-02-03'],
  ['birthDate', '', null, null],
  ['therapyStart', '1999-12-31', 'patient.therapy_start'],
  ['therapyStart', '2000-01-01', null],
  ['therapyStart', '2027-11-23', null],
  ['therapyStart', '2027-11-24', 'patient.therapy_start'],
  ['therapyStart', '2010-05-04', 'patient.therapy_before_birth', undefined, { birthDate: '2010-05-05' }],
  ['therapyStart', '2010-05-05', null, undefined, { birthDate: '2010-05-05' }],
  ['sex', 'm', null],
  ['sex', 'F', null, 'f'],
  ['sex', 'o', null],
  ['sex', 'x', 'invalid'],
  ['sex', null, null],
  ['note', 'a\r\nb', null, 'a\nb'],
  ['note', 'n'.repeat(2000), null],
  ['note', '😴'.repeat(2000), null],
  ['note', 'n'.repeat(2001), 'patient.note_too_long'],
  ['country', 'CA', null, undefined, { state: 'ON' }],
  ['country', 'MX', 'invalid'],
  ['city', '', 'required'],
  ['state', '', 'required'],
  ['state', 'PR', null],
  ['state', 'NY', 'address.state', undefined, { country: 'CA' }],
  ['state', 'ON', 'address.state'],
  ['zip', '12207', null],
  ['zip', '122071234', null, '12207-1234'],
  ['zip', '1220', 'address.zip'],
  ['zip', 'K1A 0B1', 'address.zip'],
  ['zip', 'k1a0b1', null, 'K1A 0B1', { country: 'CA', state: 'ON' }],
  ['zip', '12207', 'address.postal_code', undefined, { country: 'CA', state: 'ON' }],
  ['phone', '(518) 555-0100', null, '5185550100'],
  ['phone', '+1 787 555 0100', null, '7875550100'],
  ['phone', '518555010', 'user.phone_format'],
  ['phone', '8765550100', 'user.phone_region'],
  ['mobilePhone', '416-555-0100', null, '4165550100'],
  ['mobilePhone', 'call me', 'user.phone_format'],
  ['email', ' ada@example.test ', null, 'ada@example.test'],
  ['email', 'ada@', 'email.invalid'],
  ['email', `${'a'.repeat(250)}@x.co`, null],
  ['email', `${'a'.repeat(251)}@x.co`, 'email.invalid'],
  ['dmeId', null, 'required'],
  ['dmeId', '', 'required'],
  ['dmeId', '12', null, 12],
  ['clinicianId', 1.5, 'invalid'],
  ['physicianId', 'me', 'invalid'],
  ['locationId', '', null, null],
  ['isRulesActive', 'perhaps', 'invalid'],
  ['isRulesActive', 0, null, false],
  ['currentSerial', ' a39-0001 ', null, 'A390001', { devicePin: '4321' }],
  ['currentSerial', 'A'.repeat(32), null, undefined, { devicePin: '4321' }],
  ['currentSerial', 'A'.repeat(33), 'serial.format', undefined, { devicePin: '4321' }],
  ['currentSerial', null, 'patient.serial_missing', undefined, { devicePin: '4321' }],
  ['devicePin', null, 'patient.pin_missing', undefined, { currentSerial: 'A390001' }],
  ['devicePin', '123', 'pin.format', undefined, { currentSerial: 'A390001' }],
  ['devicePin', '1234', null, undefined, { currentSerial: 'A390001' }],
  ['devicePin', '12345678', null, undefined, { currentSerial: 'A390001' }],
  ['devicePin', '123456789', 'pin.format', undefined, { currentSerial: 'A390001' }],
];

const titled = (one: Case): [string, string, Case] => [one[0], JSON.stringify(one[1]).slice(0, 40), one];

test.each(CASES.map(titled))('the field %s is taken or refused: %s', async (...[, , one]) => {
  const [field, sent, code, clean = sent, others = {}] = one;
  expect(await outcome({ ...others, [field]: sent }, field)).toEqual(code === null ? { code, clean } : { code });
});
