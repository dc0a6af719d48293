import { describe, expect, test } from '@jest/globals';
import { object, ValidationError, type AnyObjectSchema } from 'yup';
import { addressFields, isStateOf, placeFields, requiredLine, STATES } from './address.rules.ts';

const albany = { address1: '1 Main St', address2: '', country: 'US', state: 'NY', city: 'Albany', zip: '12207' };
const toronto = { ...albany, country: 'CA', state: 'ON', city: 'Toronto', zip: 'M5V 2T6' };

/** Returns the clean address, or the refused fields with their codes. */
const read = (rules: AnyObjectSchema, input: object) =>
  rules.validate(input, { abortEarly: false }).catch((error: unknown) => {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path, message]));
  });
const address = (input: object) => read(object(addressFields), input);

test('the United States have 50 states, a district and five territories, Canada has 13 provinces and territories', () => {
  const codes = (country: 'US' | 'CA') => STATES[country].map(({ code }) => code).sort();
  expect(codes('US').join(' ')).toBe(
    'AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY',
  );
  expect(codes('CA').join(' ')).toBe('AB BC MB NB NL NS NT NU ON PE QC SK YT');
  expect(STATES.US.find(({ code }) => code === 'MP')).toEqual({ code: 'MP', name: 'Northern Mariana Islands' });
  expect([isStateOf('US', 'NY'), isStateOf('CA', 'NY'), isStateOf('MX', 'NY')]).toEqual([true, false, false]);
});

describe('an address', () => {
  test('is clean: codes in upper case, spaces once, an empty line is none', async () => {
    expect(await address({ ...albany, address1: ' 1  Main\nSt ', country: 'us', state: 'ny ' })).toEqual({
      ...albany,
      address2: null,
    });
  });

  test.each([
    ['US', '12207', '12207'],
    ['US', '12207-1234', '12207-1234'],
    ['US', '122071234', '12207-1234'],
    ['CA', 'k1a0b1', 'K1A 0B1'],
    ['CA', 'K1A-0B1', 'K1A 0B1'],
    ['US', ' ', null],
    ['CA', '', null],
  ])('of %s takes the code %j as %j', async (country, zip, stored) => {
    expect(await address({ ...(country === 'US' ? albany : toronto), zip })).toMatchObject({ zip: stored });
  });

  test.each([
    ['a ZIP code with 4 digits', { ...albany, zip: '1220' }, { zip: 'address.zip' }],
    ['a ZIP code with 8 digits', { ...albany, zip: '12207-123' }, { zip: 'address.zip' }],
    ['a postal code in the United States', { ...albany, zip: 'K1A 0B1' }, { zip: 'address.zip' }],
    ['a ZIP code in Canada', { ...toronto, zip: '12207' }, { zip: 'address.postal_code' }],
    ['a postal code that begins with D', { ...toronto, zip: 'D1A 0B1' }, { zip: 'address.postal_code' }],
    ['a postal code that begins with Z', { ...toronto, zip: 'Z1A 0B1' }, { zip: 'address.postal_code' }],
    ['a postal code with an O', { ...toronto, zip: 'K1O 0B1' }, { zip: 'address.postal_code' }],
    ['a ZIP code that is a number', { ...albany, zip: 2134 }, { zip: 'invalid' }],
    ['a province in the United States', { ...albany, state: 'ON' }, { state: 'address.state' }],
    ['a state in Canada', { ...toronto, state: 'NY' }, { state: 'address.state' }],
    ['another country', { ...albany, country: 'MX', zip: '' }, { country: 'invalid' }],
    ['nothing', {}, { country: 'required', state: 'required', city: 'required' }],
    ['a list as a city', { ...albany, city: ['Albany'] }, { city: 'invalid' }],
    ['a city with a control character', { ...albany, city: 'Al\u0007bany' }, { city: 'invalid' }],
    ['half a character', { ...albany, city: 'Albany \ud83d' }, { city: 'invalid' }],
  ])('with %s is refused', async (_title, input, refused) => {
    expect(await address(input)).toEqual(refused);
  });

  test('has a phone number of the United States, Canada or Puerto Rico, as ten digits', async () => {
    const place = (phone: string) => read(object(placeFields), { ...albany, phone });
    expect(await place('+1 (787) 555-0100')).toMatchObject({ phone: '7875550100' });
    expect(await place('(416) 555-0100')).toMatchObject({ phone: '4165550100' });
    expect(await place('')).toMatchObject({ phone: null });
    expect(await place('(876) 555-0100')).toEqual({ phone: 'user.phone_region' });
    expect(await place('518-555-0100 x3')).toEqual({ phone: 'user.phone_format' });
  });
});

test.each([
  ["O'Brien’s", true],
  ['مركز النوم', true],
  ['😴'.repeat(255), true],
  ['é'.repeat(255), true],
  ['a'.repeat(256), false],
  ['😴'.repeat(256), false],
])('a line of text: case %#', async (text, taken) => {
  expect(await requiredLine.validate(text).catch(({ message }: ValidationError) => message)).toBe(
    taken ? text : 'text.too_long',
  );
});
