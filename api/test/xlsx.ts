import { crc32, deflateRawSync } from 'node:zlib';

/** Returns a ZIP archive of deflated files. `declared`: the size that the archive states of a file instead of its own. */
export function zipOf(files: Record<string, string | Buffer>, declared: Record<string, number> = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0); // version
    head.writeUInt16LE(8, 4); // deflated
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(declared[name] ?? bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name)]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, rest, Buffer.from(name));
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const WORKBOOK = `<workbook xmlns:r="x"><sheets><sheet name="Users" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const RELATIONS = `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;

/** The parts of a workbook with one sheet. `rows`: the XML inside sheetData. */
export const workbookParts = (rows: string, texts = ''): Record<string, string> => ({
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml': WORKBOOK,
  'xl/_rels/workbook.xml.rels': RELATIONS,
  'xl/sharedStrings.xml': `<?xml version="1.0" encoding="UTF-8"?><sst>${texts}</sst>`,
  'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rows}</sheetData></worksheet>`,
});

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns a workbook with these rows, all of them texts. */
export const workbookOf = (rows: readonly (readonly string[])[]): Buffer => {
  const texts = [...new Set(rows.flat())];
  const cell = (text: string, row: number, column: number) =>
    `<c r="${String.fromCharCode(65 + column)}${row}" t="s"><v>${texts.indexOf(text)}</v></c>`;
  const lines = rows.map(
    (cells, index) =>
      `<row r="${index + 1}">${cells.map((text, column) => cell(text, index + 1, column)).join('')}</row>`,
  );
  return zipOf(workbookParts(lines.join(''), texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')));
};
