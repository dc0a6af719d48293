import { expect, test } from '@jest/globals';
import { Availability } from './availability.ts';

let clock = 0;
const node = () => new Availability(() => clock);

test('a node accepts requests until it drains', () => {
  const availability = node();
  expect(availability.accepting).toBe(true);
  availability.draining = true;
  expect(availability.accepting).toBe(false);
});

test('a full disk counts for ten seconds after the last refused write', () => {
  const availability = node();
  availability.noteFault(Object.assign(new Error('could not extend file'), { code: '53100' }));
  expect(availability.accepting).toBe(false);
  clock += 9_999;
  expect(availability.accepting).toBe(false);
  clock += 1;
  expect(availability.accepting).toBe(true);
});

test.each([['53200'], ['57014'], [undefined]])('a fault %p says nothing about the disk', (code) => {
  const availability = node();
  availability.noteFault(Object.assign(new Error('other'), { code }));
  expect(availability.accepting).toBe(true);
});
