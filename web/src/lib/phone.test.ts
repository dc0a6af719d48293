import { expect, test } from '@jest/globals';
import { formatPhone, phoneUrl } from './phone.ts';

test.each([
  ['2125550123', '(212) 555-0123'],
  ['+12125550123', '(212) 555-0123'],
  ['12125550123', '(212) 555-0123'],
  ['212555012', '212555012'],
  ['+442079460123', '+442079460123'],
  ['', ''],
  [null, ''],
])('the phone %j is shown as %j', (phone, shown) => expect(formatPhone(phone)).toBe(shown));

test.each([
  ['(212) 555-0123', 'tel:+12125550123'],
  ['2125550123', 'tel:+12125550123'],
  ['+442079460123', 'tel:+442079460123'],
  ['+4420794601', 'tel:+4420794601'],
  ['555-0123', 'tel:5550123'],
])('a click on the phone %j opens %j', (phone, url) => expect(phoneUrl(phone)).toBe(url));
