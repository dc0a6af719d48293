import { describe, expect, test } from '@jest/globals';
import { workbookOf, workbookParts, zipOf } from '../../test/xlsx.ts';
import { InvalidInput } from '../shared/errors.ts';
import { readFile } from './users-import.file.ts';
import { readUsers } from './users-import-read.ts';

const ROWS = [
  ['first_name', 'last_name', 'email', 'user_type', 'role'],
  ['Dana', 'Reyes', 'dana@example.test', 'Organization', 'org.ep.staff'],
];
const TABLES = { 'a CSV file': Buffer.from(ROWS.join('\n')), 'a workbook': workbookOf(ROWS) };
const refused = async (bytes: Buffer, limits?: { deadlineMs: number; heapMb: number }) => {
  const error: unknown = await readUsers(bytes, limits).catch((reason: unknown) => reason);
  return error instanceof InvalidInput ? error.refusals : error;
};
const atFile = (code: string) => [expect.objectContaining({ field: 'file', code, message: code })];

describe('a file of users is read by a thread', () => {
  test.each(Object.entries(TABLES))('and has the same rows: %s', async (_name, bytes) => {
    const read = await readUsers(bytes);
    expect(read.rows).toHaveLength(1);
    expect(read).toEqual(await readFile(bytes));
  });

  test('and is refused at its field, with the values of the text', async () => {
    expect(await refused(Buffer.from('first_name\n'))).toMatchObject({ rows: [], errors: expect.anything() });
    expect(await refused(Buffer.alloc(0))).toEqual(atFile('user_import.empty'));
    expect(await refused(Buffer.from([ROWS[0], ...Array(5001).fill(ROWS[1])].join('\n')))).toEqual([
      expect.objectContaining({ code: 'user_import.too_many_rows', values: { max: 5000 } }),
    ]);
  });

  test('which ends at its deadline and at its limit of memory; later files are read', async () => {
    const large = Buffer.from([ROWS[0], ...Array(5000).fill(ROWS[1])].join('\n'));
    expect(await refused(large, { deadlineMs: 1, heapMb: 64 })).toEqual(atFile('user_import.too_costly'));
    expect(
      await refused(Buffer.from(`${ROWS[0]}\n${','.repeat(390_000)}`.replaceAll(',,,,', ',,,\n')), {
        deadlineMs: 60_000,
        heapMb: 8,
      }),
    ).toEqual(atFile('user_import.too_costly'));
    expect((await readUsers(large)).rows).toHaveLength(5000);
  });

  test.each([
    ['10 million elements in one another', () => zipOf(workbookParts('', '<a>'.repeat(10_000_000)))],
    [
      'an element with 2 million attributes',
      () =>
        zipOf(
          workbookParts(`<a ${Array.from({ length: 2_000_000 }, (_, nth) => `a${nth.toString(36)}=""`).join(' ')}/>`),
        ),
    ],
    ['5 MB of quotes', () => Buffer.from('""'.repeat(2_500_000))],
  ])('which refuses %s, of two files at once, in 32 MB', async (_name, bytesOf) => {
    const bytes = bytesOf();
    const limits = { deadlineMs: 60_000, heapMb: 32 };
    for (const answer of await Promise.all([refused(bytes, limits), refused(bytes, limits)]))
      expect(answer).toEqual(atFile('user_import.not_a_table'));
  });
});
