import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { workbookOf, workbookParts, zipOf } from '../../test/xlsx.ts';
import { decoded, delimiterOf } from './users-import-csv.ts';
import { isFormula, readFile } from './users-import.file.ts';
import { Unreadable } from './users-import-table.ts';
import { readXml } from './users-import-xml.ts';
import type { Archive } from './users-import-zip.ts';

const HEADER = 'first_name,last_name,email,phone,user_type,role';
const DANA = 'Dana,Reyes,dana@example.test,(518) 555-0100,Organization,org.ep.staff';
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const read = async (bytes: Buffer) => (await readFile(bytes)).rows.map(({ row, cells }) => [row, cells.first_name]);
const refused = async (bytes: Buffer): Promise<string> => {
  const error: unknown = await readFile(bytes).then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof Unreadable ? error.key : String(error);
};
const errorsOf = async (bytes: Buffer) => {
  const { rows, errors } = await readFile(bytes);
  const list = [{ row: 1, errors }, ...rows];
  return list.flatMap((one) => one.errors.map(({ attribute, message }) => [one.row, attribute, message]));
};

describe('a file of users', () => {
  test('is read with commas, semicolons and tabs, and quotes around them', async () => {
    for (const delimiter of [',', ';', '\t']) {
      const lines = [HEADER, DANA, '"Ana, the ""second""; older",Ruiz,a@example.test,,Organization,org.ep.staff'];
      const text = lines.map((line) =>
        line.startsWith('"')
          ? line
              .replace('",Ruiz,a@example.test,,', `"${delimiter}Ruiz${delimiter}a@example.test${delimiter}${delimiter}`)
              .replace('Organization,', `Organization${delimiter}`)
          : line.replaceAll(',', delimiter),
      );
      expect(await read(csv(...text))).toEqual([
        [2, 'Dana'],
        [3, 'Ana, the "second"; older'],
      ]);
    }
  });

  test.each([
    ['sep=;', ';'],
    ['SEP=,', ','],
    ['sep=\t', '\t'],
    ['"sep=;"', ';'],
    ['\ufeffsep=;', ';'],
  ])('may name its delimiter in a first line, which counts as no row: %j', async (line, delimiter) => {
    const lines = [HEADER.replaceAll(',', delimiter), DANA.replaceAll(',', delimiter)];
    for (const end of ['\r\n', '\n'])
      expect(await read(Buffer.from([line, ...lines].join(end)))).toEqual([[2, 'Dana']]);
  });

  test.each(['sep=|', 'sep=', 'sep=;;', 'separator=;'])('a first line %j names none', async (line) => {
    expect((await errorsOf(csv(line, HEADER, DANA))).length).toBeGreaterThan(0);
  });

  test('has names and addresses without what is not seen', async () => {
    const row = DANA.replace('Dana', 'Dana\u200b')
      .replace('Reyes', 'Re\u0301yes')
      .replace('dana@', 'da\u00adna@\u00a0');
    expect((await readFile(csv(HEADER, row))).rows[0]!.cells).toMatchObject({
      first_name: 'Dana',
      last_name: 'Réyes',
      email: 'dana@example.test',
    });
  });

  test.each([
    ['UTF-8', Buffer.from('José')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffJosé')],
    ['Windows-1252', Buffer.from([0x4a, 0x6f, 0x73, 0xe9])],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffJosé', 'utf16le')],
  ])('is decoded from %s', (_name, bytes) => {
    expect(decoded(bytes)).toBe('José');
  });

  test.each([
    ['First Name;last name;E-Mail;Phone Number;User Type;Role'],
    ['Nombre;Apellidos;Correo electrónico;Teléfono;Tipo de usuario;Rol'],
    ['FIRSTNAME;Surname;EMAIL ADDRESS;Móvil;Tipo;FUNCIÓN'],
  ])('is known by its headers: %s', async (header) => {
    const { rows, errors } = await readFile(csv(header, DANA.replaceAll(',', ';')));
    expect([errors, rows[0]!.cells]).toEqual([
      [],
      {
        first_name: 'Dana',
        last_name: 'Reyes',
        email: 'dana@example.test',
        phone: '(518) 555-0100',
        country: '',
        user_type: 'Organization',
        role: 'org.ep.staff',
        locations: '',
        groups: '',
      },
    ]);
  });

  test('has its rows by their numbers in the spreadsheet: empty ones count, and a cell may have two lines', async () => {
    expect(await read(csv(HEADER, '', DANA, ',,,,,', DANA.replace('Dana', '"Da\r\nna"'), DANA))).toEqual([
      [3, 'Dana'],
      [5, 'Da\r\nna'],
      [6, 'Dana'],
    ]);
  });

  test.each([
    ['org_id', 'unknown_column'],
    ['active', 'unknown_column'],
    ['__proto__', 'unknown_column'],
    ['constructor', 'unknown_column'],
    ['E-mail', 'repeated_column'],
  ])('may have no column %s: %s', async (column, code) => {
    const [first] = await errorsOf(csv(`${HEADER},${column}`, `${DANA},1`));
    expect(first).toEqual([1, code === 'repeated_column' ? 'email' : column, `user_import.${code}`]);
  });

  test('must have the columns that each user needs', async () => {
    expect(await errorsOf(csv('first_name,phone', 'Dana,1'))).toEqual(
      ['last_name', 'email', 'user_type', 'role'].map((column) => [1, column, 'user_import.missing_column']),
    );
  });

  test('has no cell to the right of its columns', async () => {
    expect(await errorsOf(csv(HEADER, `${DANA},more`, `${DANA},,`))).toEqual([
      [2, '7', 'user_import.cell_without_column'],
    ]);
  });

  test('has one error for all cells of a row to the right of its columns', async () => {
    expect(await errorsOf(csv(HEADER, `${DANA}${',more'.repeat(500)}`))).toEqual([
      [2, '7', 'user_import.cell_without_column'],
    ]);
  });

  test('has at most 400,000 cells', async () => {
    const commas = (lines: number) => refused(csv(HEADER, ...Array<string>(lines).fill(','.repeat(399))));
    expect(await commas(1000)).toBe('user_import.no_rows');
    expect(await commas(1003)).toBe('user_import.not_a_table');
  });

  test('has lines of at most 65,536 characters, also between quotes', async () => {
    const line = (length: number) =>
      `"${'x'.repeat(length - DANA.length - 2 + 'Dana'.length)}"${DANA.slice('Dana'.length)}`;
    expect(line(65_536)).toHaveLength(65_536);
    expect((await readFile(csv(HEADER, line(65_536), DANA))).rows).toHaveLength(2);
    for (const end of ['\n', '\r', '\r\n'])
      expect(await refused(Buffer.from([HEADER, line(65_537), DANA].join(end)))).toBe('user_import.not_a_table');
    expect(await refused(Buffer.from('""'.repeat(2_500_000)))).toBe('user_import.not_a_table');
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'user_import.empty'],
    ['line ends', csv('', '', DANA), 'user_import.empty'],
    ['columns alone', csv(HEADER), 'user_import.no_rows'],
    ['NUL characters', Buffer.from(`${HEADER}\n${DANA}\0`), 'user_import.not_a_table'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'user_import.old_workbook'],
    ['an archive that is cut', workbookOf([['a']]).subarray(0, 80), 'user_import.not_a_table'],
    ['an archive without a workbook', zipOf({ 'a.txt': 'a' }), 'user_import.not_a_table'],
    ['a line without an end', Buffer.from(`${HEADER}\n"${'x'.repeat(70_000)}`), 'user_import.not_a_table'],
  ])('is refused with %s', async (_name, bytes, code) => {
    expect(await refused(bytes)).toBe(code);
  });

  test('has at most 5,000 users and 10,000 lines', async () => {
    expect((await readFile(csv(HEADER, ...Array<string>(5000).fill(DANA)))).rows).toHaveLength(5000);
    expect(await refused(csv(HEADER, ...Array<string>(5001).fill(DANA)))).toBe('user_import.too_many_rows');
    expect(await refused(Buffer.from(`${HEADER}\n${'\n'.repeat(10_001)}${DANA}`))).toBe('user_import.too_many_rows');
  });
});

describe('a cell is a formula', () => {
  test.each([
    ['=1+1', 'first_name', true],
    ['+1', 'first_name', true],
    ['-1', 'last_name', true],
    ['@SUM(1)', 'email', true],
    ['\tDana', 'first_name', true],
    ['  =1', 'role', true],
    ['＝1', 'role', true],
    ['+1 (518) 555-0100', 'phone', false],
    ['+1 (518) 555-0100', 'first_name', true],
    ["+cmd|' /C calc'!A0", 'phone', true],
    ['-5185550100', 'phone', true],
    ['=5185550100', 'phone', true],
    ['Anne-Marie', 'first_name', false],
    ['a+b@example.test', 'email', false],
  ] as const)('%j in %s: %s', (text, column, expected) => {
    expect(isFormula({ text }, column)).toBe(expected);
  });

  test('and its row is refused', async () => {
    expect(await errorsOf(csv(HEADER, DANA.replace('Dana', '=1+1'), DANA))).toEqual([
      [2, 'first_name', 'user_import.formula'],
    ]);
  });
});

describe('a workbook', () => {
  const rows = [HEADER.split(','), DANA.split(',')];

  test('is known by its first bytes and read like the same CSV file', async () => {
    expect(await readFile(workbookOf(rows))).toEqual(await readFile(csv(HEADER, DANA)));
  });

  test('has texts in the cell, numbers, parts of text in several fonts, and rows that are left out', async () => {
    const header = HEADER.split(',').map(
      (name, at) => `<c r="${'ABCDEF'[at]}1" t="inlineStr"><is><t>${name}</t></is></c>`,
    );
    const sheet = `<row r="1">${header.join('')}</row><row r="4"><c r="B4" t="s"><v>0</v></c><c r="D4"><v>5.1855501E9</v></c></row>`;
    const texts = '<si><r><t>Re</t></r><r><t>y&amp;es</t></r><rPh><t>x</t></rPh></si>';
    const [read] = (await readFile(zipOf(workbookParts(sheet, texts)))).rows;
    expect(read).toMatchObject({ row: 4, cells: { first_name: '', last_name: 'Rey&es', phone: '5185550100' } });
  });

  test('has no cell that is computed, whatever its value', async () => {
    const parts = workbookParts(
      `<row r="1">${HEADER.split(',')
        .map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`)
        .join('')}</row>` + '<row r="2"><c r="A2" t="str"><f>"Dana"</f><v>Dana</v></c></row>',
    );
    expect(await errorsOf(zipOf(parts))).toEqual([[2, 'first_name', 'user_import.formula']]);
  });

  test('is refused with a document type, whose entities could grow without end', async () => {
    const parts = workbookParts('');
    parts['xl/sharedStrings.xml'] =
      '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>';
    expect(await refused(zipOf(parts))).toBe('user_import.not_a_table');
  });

  test('is refused when it declares more than 30 MB, or inflates to more than it declares, without inflating it', async () => {
    const bomb = workbookParts(' '.repeat(80 * 1024 * 1024));
    expect(await refused(zipOf(bomb))).toBe('user_import.too_large_inside');
    expect(await refused(zipOf(bomb, { 'xl/worksheets/sheet1.xml': 1000 }))).toBe('user_import.not_a_table');
    expect(zipOf(bomb).length).toBeLessThan(200_000);
  });

  test('has at most 5,242,880 characters, also of one text that many cells refer to', async () => {
    const long = DANA.split(',').with(0, 'x'.repeat(20_000));
    const workbook = (rows: number) => workbookOf([HEADER.split(','), ...Array<string[]>(rows).fill(long)]);
    expect((await readFile(workbook(261))).rows).toHaveLength(261);
    expect(await refused(workbook(262))).toBe('user_import.too_large_inside');
  });

  test('has elements in one another that are at most 20 deep, and at most 50 attributes of an element', async () => {
    const header = `<row r="1">${HEADER.split(',')
      .map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`)
      .join('')}</row>`;
    // Two elements are around the rows.
    const deep = (depth: number) => `${'<a>'.repeat(depth - 2)}${'</a>'.repeat(depth - 2)}`;
    const attributes = (count: number) => `<a ${Array.from({ length: count }, (_, nth) => `b${nth}=""`).join(' ')}/>`;
    for (const [rows, code] of [
      [deep(20) + deep(20), 'user_import.no_rows'],
      [deep(21), 'user_import.not_a_table'],
      [attributes(50) + attributes(50), 'user_import.no_rows'],
      [attributes(51), 'user_import.not_a_table'],
    ] as const)
      expect([rows, await refused(zipOf(workbookParts(header + rows)))]).toEqual([rows, code]);
  });

  test.each([
    ['an element that is too deep', '<a>'.repeat(1000)],
    ['too many attributes', `<a ${Array.from({ length: 1000 }, (_, nth) => `b${nth}=""`).join(' ')}`],
    ['a document type', '<!DOCTYPE a>'],
    ['an error', '<a></b>'],
  ])('is read no further than to %s', async (_name, text) => {
    let pieces = 0;
    const read = async (_part: string, take: (piece: Buffer) => void) => {
      for (; pieces < 10; pieces += 1) take(Buffer.from(text));
    };
    await expect(readXml({ read } as unknown as Archive, 'a.xml', {})).rejects.toThrow();
    expect(pieces).toBe(0);
  });

  test('has at most 500 parts', async () => {
    const parts = workbookParts('');
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`part-${nth}`, '']));
    const own = Object.keys(parts).length;
    expect(await refused(zipOf({ ...parts, ...others(500 - own) }))).toBe('user_import.empty');
    expect(await refused(zipOf({ ...parts, ...others(501 - own) }))).toBe('user_import.too_large_inside');
  });

  test('is refused when its parts together inflate to more than 30 MB', async () => {
    const space = ' '.repeat(16 * 1024 * 1024);
    expect(await refused(zipOf(workbookParts(space, space)))).toBe('user_import.too_large_inside');
    const less = ' '.repeat(14 * 1024 * 1024);
    expect(await refused(zipOf(workbookParts(less, less)))).toBe('user_import.empty');
  });
});

describe('whatever the bytes are', () => {
  const settles = async (bytes: Buffer) => {
    const outcome = await readFile(bytes).catch((error: unknown) => error);
    expect(outcome instanceof Unreadable || 'rows' in (outcome as object)).toBe(true);
  };

  test('a file is read or refused', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), (bytes) => settles(Buffer.from(bytes))));
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), (text) => settles(csv(HEADER, text, DANA))));
  });

  test('a damaged workbook is read or refused', async () => {
    const whole = workbookOf([HEADER.split(','), DANA.split(',')]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const bytes = Buffer.from(whole);
        bytes[at] = byte;
        return settles(bytes);
      }),
    );
  });

  test.each([
    ['First Name,Last Name', ','],
    ['First Name;Last Name', ';'],
    ['"A; B; C; D",Last Name', ','],
    ['"A, B",Last Name\tRole\tPhone', '\t'],
    ['Name', ','],
  ])('the delimiter of the line %j is the one that it has most outside quotes: %j', (line, delimiter) => {
    expect(delimiterOf(`${line}\r\n;;;;;;;;;`)).toBe(delimiter);
  });

  test('a delimiter is one of three', () => {
    fc.assert(fc.property(fc.string(), (text) => [',', ';', '\t'].includes(delimiterOf(text))));
  });
});
