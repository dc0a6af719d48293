import { createHash } from 'node:crypto';
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

const both = (list: string, functions: string) => createHash('sha256').update(`${list}${functions}`).digest('hex');
const NOW = both(LIST, C);

describe('the number of the version', () => {
  test.each<[string, string, string]>([
    ['is 1 for the first files', '', `1 ${NOW}\n`],
    ['stays when no file has changed', `7 ${NOW}\n`, `7 ${NOW}\n`],
    ['is the next one when a function has changed', `7 ${both(LIST, B)}\n`, `8 ${NOW}\n`],
    ['is the next one when there is a new migration', `7 ${both('', C)}\n`, `8 ${NOW}\n`],
    [
      'is the one after both sides of a merge',
      `<<<<<<< ours\n9 ${B}\n=======\n8 ${A}\n>>>>>>> theirs\n`,
      `10 ${NOW}\n`,
    ],
  ])('%s', (_what, before, after) => {
    expect(nextVersion(before, LIST, C)).toBe(after);
  });
});
