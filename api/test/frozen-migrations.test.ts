import { describe, expect, test } from '@jest/globals';
import { frozen, nextVersion } from '../scripts/schema/frozen.ts';
import type { Migration } from '../src/db/migrations.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const C = 'c'.repeat(64);
const file = (name: string, checksum: string): Migration => ({ name, checksum, sql: '' });
const LIST = `${A}  001-roles.sql\n${B}  002-users.sql\n`;

test('frozen files that are as they were are no fault', () => {
  expect(frozen(LIST, [file('001-roles', A), file('002-users', B)])).toEqual({ list: LIST, faults: [] });
});

test('a new file joins the list', () => {
  expect(frozen(LIST, [file('001-roles', A), file('002-users', B), file('003-patients', C)])).toEqual({
    list: `${LIST}${C}  003-patients.sql\n`,
    faults: [],
  });
});

test('an edited file is a fault, and its line stays', () => {
  expect(frozen(LIST, [file('001-roles', C), file('002-users', B)])).toEqual({
    list: LIST,
    faults: ['The frozen migration 001-roles.sql was edited. Restore it and write the change as a new file.'],
  });
});

test('a missing file is a fault, and its line stays', () => {
  expect(frozen(LIST, [file('002-users', B)])).toEqual({
    list: LIST,
    faults: ['The frozen migration 001-roles.sql is missing. Restore it.'],
  });
});

describe('the number of the functions', () => {
  test.each<[string, string, string]>([
    ['is 1 for the first files', '', `1 ${A}\n`],
    ['stays when no function has changed', `7 ${A}\n`, `7 ${A}\n`],
    ['is the next one when one has changed', `7 ${B}\n`, `8 ${A}\n`],
    ['is the one after both sides of a merge', `<<<<<<< ours\n9 ${B}\n=======\n8 ${A}\n>>>>>>> theirs\n`, `10 ${A}\n`],
  ])('%s', (_what, before, after) => {
    expect(nextVersion(before, A)).toBe(after);
  });
});
