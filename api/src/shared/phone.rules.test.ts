import { expect, test } from '@jest/globals';
import { displayPhone, isPhone, isPhoneOfRegion, phoneDigits } from './phone.rules.ts';

test.each([
  ['(518) 555-0100', '5185550100'],
  ['518.555.0100', '5185550100'],
  ['+1 518 555 0100', '5185550100'],
  ['  ', null],
  ['51855501', '51855501'],
  ['518-555-0100 ext 3', '518-555-0100 ext 3'],
])('%j is reduced to %j', (entered, digits) => {
  expect(phoneDigits(entered, entered)).toBe(digits);
});

test.each([
  ['212', true, 'New York'],
  ['416', true, 'Toronto'],
  ['787', true, 'Puerto Rico'],
  ['939', true, 'Puerto Rico'],
  ['876', false, 'Jamaica'],
  ['809', false, 'Dominican Republic'],
  ['340', false, 'U.S. Virgin Islands, another country code in phone numbers'],
  ['800', false, 'toll-free'],
  ['211', false, 'a service'],
])('area code %s is accepted: %s (%s)', (code, accepted) => {
  expect(isPhoneOfRegion(`${code}5550100`)).toBe(accepted);
});

test('an exchange begins with 2 to 9, and a number has ten digits', () => {
  expect(isPhoneOfRegion('2121550100')).toBe(false);
  expect([isPhone('2125550100'), isPhone('212555010'), isPhone('21255501000')]).toEqual([true, false, false]);
});

test.each([
  ['', ''],
  ['5', '(5'],
  ['518', '(518'],
  ['5185', '(518) 5'],
  ['518555', '(518) 555'],
  ['5185550', '(518) 555-0'],
  ['5185550100', '(518) 555-0100'],
  ['51855501009', '(518) 555-0100'],
  ['+1 518 555 0100', '(518) 555-0100'],
  ['(518) 555-0100', '(518) 555-0100'],
  ['518x', '(518'],
])('%j is shown as %j', (entered, shown) => {
  expect(displayPhone(entered)).toBe(shown);
});
