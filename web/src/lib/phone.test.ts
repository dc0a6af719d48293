import { expect, test } from '@jest/globals';
import { formatPhone } from './phone.ts';

test.each([
  ['2125550123', '(212) 555-0123'],
  ['+12125550123', '(212) 555-0123'],
  ['12125550123', '(212) 555-0123'],
  ['212555012', '212555012'],
  ['+442079460123', '+442079460123'],
  ['', ''],
  [null, ''],
])('the phone %j is shown as %j', (phone, shown) => expect(formatPhone(phone)).toBe(shown));
