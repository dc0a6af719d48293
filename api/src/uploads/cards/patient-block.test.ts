import { expect, test } from '@jest/globals';
import { blankPatientBlock } from './patient-block.ts';

/** A `.USR` in which every byte is 0x41, apart from the marks of its blocks. */
function usr(): Uint8Array {
  const bytes = new Uint8Array(0x1000).fill(0x41);
  bytes[0x22e] = 0xf2;
  bytes[0x42e] = 0xf4;
  return bytes;
}

const changed = (before: Uint8Array, after: Uint8Array) => [...before.keys()].filter((at) => before[at] !== after[at]);

test('the block of the patient is blanked from 0x22E to 0x42D, and nothing else', () => {
  const before = usr();
  const after = blankPatientBlock(before, 'TEST2412.USR');
  expect(changed(before, after)).toEqual(Array.from({ length: 512 }, (_, index) => 0x22e + index));
  expect([...after.subarray(0x22e, 0x42e)].every((byte) => byte === 0)).toBe(true);
  expect(before[0x22e]).toBe(0xf2);
});

test.each([
  ['under another name', (bytes: Uint8Array) => bytes, 'holiday.idx'],
  ['whose mark of the running day is damaged', (bytes: Uint8Array) => bytes.with(0x42e, 0), 'x.usr'],
  ['whose marks are damaged', (bytes: Uint8Array) => bytes.with(0x42e, 0).with(0x22e, 0), 'x.Usr'],
  ['with only the mark of the block', (bytes: Uint8Array) => bytes.with(0x42e, 0), 'x.log'],
  ['that ends inside the block', (bytes: Uint8Array) => bytes.subarray(0, 0x300), 'x.usr'],
])('the block is blanked in a file %s', (_case, damage, name) => {
  const bytes = damage(usr());
  const blanked = blankPatientBlock(new Uint8Array(bytes), name);
  expect(blanked.length).toBe(bytes.length);
  expect([...blanked.subarray(0x22e, 0x42e)].every((byte) => byte === 0)).toBe(true);
});

test('other files keep every byte', () => {
  const events = new Uint8Array(0x1000).fill(0xf2);
  for (let at = 0; at < events.length; at += 32) events.set([0xae, 0xaa], at);
  expect(blankPatientBlock(events, 'A3900012345.evt')).toBe(events);
  expect(changed(blankPatientBlock(new Uint8Array(0x1000).fill(7), 'x.log'), new Uint8Array(0x1000).fill(7))).toEqual(
    [],
  );
});
