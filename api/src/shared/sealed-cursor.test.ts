import { expect, test } from '@jest/globals';
import { openCursor, sealCursor } from './sealed-cursor.ts';

const [OLD, NEW] = ['an old secret of 32 characters or more', 'a new secret of 32 characters or more'];
const withSecrets = (...sessionSecrets: string[]) => ({ sessionSecrets });
const VALUES = '["agarwal, denise",12]';

test('a cursor opens to its values, and has no part of them that can be read', () => {
  const cursor = sealCursor(withSecrets(NEW), VALUES);
  expect(openCursor(withSecrets(NEW), cursor)).toBe(VALUES);
  expect(cursor).toMatch(/^[\w-]+$/);
  for (const encoding of ['base64url', 'hex', 'latin1'] as const)
    expect(Buffer.from(cursor, encoding).toString('latin1')).not.toMatch(/agarwal|denise/i);
  // Of 22 characters, 28 bytes more, in base64url.
  expect(cursor).toHaveLength(67);
});

test('the same values have the same cursor, and others have another one in every part', () => {
  const [first, again, other] = [VALUES, VALUES, VALUES.replace('12', '13')].map((values) =>
    sealCursor(withSecrets(NEW), values),
  );
  expect(again).toBe(first);
  expect(other!.slice(0, 16)).not.toBe(first!.slice(0, 16));
  expect(other!.slice(16, 40)).not.toBe(first!.slice(16, 40));
});

test('during a rotation cursors of both secrets open, and new ones are of the first', () => {
  const [before, after] = [sealCursor(withSecrets(OLD), VALUES), sealCursor(withSecrets(NEW, OLD), VALUES)];
  expect(after).toBe(sealCursor(withSecrets(NEW), VALUES));
  for (const cursor of [before, after]) expect(openCursor(withSecrets(NEW, OLD), cursor)).toBe(VALUES);
  expect(openCursor(withSecrets(NEW), before)).toBeUndefined();
});

test('a text that is no cursor, a cursor of before, and a changed one do not open', () => {
  const cursor = sealCursor(withSecrets(NEW), VALUES);
  const changed = Array.from(
    { length: cursor.length - 1 },
    (_, at) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
  );
  const longOld = Buffer.from('["a name that is longer than 28 bytes, of before",12]').toString('base64url');
  for (const text of ['', 'x', Buffer.from(VALUES).toString('base64url'), longOld, cursor.slice(0, -2), ...changed])
    expect([text, openCursor(withSecrets(NEW), text)]).toEqual([text, undefined]);
});
