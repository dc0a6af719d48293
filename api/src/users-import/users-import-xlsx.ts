import {
  MAX_COLUMNS,
  MAX_LINES,
  tooManyRows,
  Unreadable,
  unreadable,
  type Cell,
  type Line,
} from './users-import-table.ts';
import { readXml } from './users-import-xml.ts';
import { Archive } from './users-import-zip.ts';

/** Texts of a workbook that cells refer to. */
const MAX_TEXTS = 200_000;

/** Returns the index of the column of a reference such as B3; null without one. */
export function columnIndex(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? '')?.[1];
  if (!letters) return null;
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A target in a workbook's list of parts: relative to xl/, or from the root. */
const partOf = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`);

/** Returns the names of the part with the first sheet and of that with the texts; the latter is null without one. */
async function partsOf(archive: Archive): Promise<{ sheet: string; texts: string | null }> {
  let first: string | undefined;
  await readXml(archive, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'sheet') first ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  let [sheet, texts]: (string | null)[] = [null, null];
  await readXml(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Type = '', Target = '' }) => {
      if (name !== 'Relationship') return;
      if (Id === first) sheet = partOf(Target);
      if (Type.endsWith('/sharedStrings')) texts = partOf(Target);
    },
  });
  if (!sheet) throw unreadable('user_import.not_a_table');
  return { sheet, texts: texts && archive.has(texts) ? texts : null };
}

async function readTexts(archive: Archive, part: string): Promise<string[]> {
  const texts: string[] = [];
  let [text, isText, isReading] = ['', false, false];
  await readXml(archive, part, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isReading = true; // how the text is read aloud, in Japanese
      isText = name === 't' && !isReading;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si') texts.push(text);
      if (texts.length > MAX_TEXTS) throw unreadable('user_import.too_large_inside');
    },
  });
  return texts;
}

/**
 * Characters of all cells, as in a CSV file of 5 MB. Texts that thousands of cells refer to, or one of 28 MB that is
 * inflated from some kB, would stop the node for half a minute when the rows are stored.
 */
const MAX_CHARACTERS = 5 * 1024 * 1024;

/** A number as it is shown in a cell without a format: 1.518555E+10 is 15185550000. */
const numberText = (text: string) => (/^-?[\d.]+E[+-]?\d+$/i.test(text) ? String(Number(text)) : text);

function cellText(type: string | undefined, value: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  return type === undefined || type === 'n' ? numberText(value) : value;
}

async function readSheet(archive: Archive, part: string, texts: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  let line: Line = { row: 0, cells: [] };
  let cell: { at: number; type?: string; value: string; isFormula: boolean } | null = null;
  let inside = '';
  let characters = 0;
  await readXml(archive, part, {
    open: (name, attributes) => {
      inside = name;
      if (name === 'row') {
        const row = /^\d{1,7}$/.test(attributes.r ?? '') ? Number(attributes.r) : 0;
        line = { row: Math.max(row, line.row + 1), cells: [] };
        if (line.row > MAX_LINES) throw tooManyRows();
      } else if (name === 'c') {
        const at = columnIndex(attributes.r) ?? line.cells.length;
        cell = { at: Math.min(at, MAX_COLUMNS), type: attributes.t, value: '', isFormula: false };
      } else if (name === 'f' && cell) cell.isFormula = true;
    },
    text: (piece) => {
      if (cell && (inside === 'v' || inside === 't')) cell.value += piece;
    },
    close: (name) => {
      inside = '';
      if (name === 'c' && cell) {
        const found: Cell = {
          text: cellText(cell.type, cell.value, texts),
          ...(cell.isFormula && { isFormula: true }),
        };
        characters += found.text.length;
        if (characters > MAX_CHARACTERS) throw unreadable('user_import.too_large_inside');
        while (line.cells.length < cell.at) line.cells.push({ text: '' });
        line.cells[cell.at] = found;
        cell = null;
      } else if (name === 'row' && line.cells.some(({ text, isFormula }) => isFormula || text.trim() !== ''))
        lines.push(line);
    },
  });
  return lines;
}

/** Returns the lines of the first sheet of a workbook; refuses what is none, or inflates to more than the limit. */
export async function xlsxTable(bytes: Buffer): Promise<Line[]> {
  try {
    const archive = await Archive.open(bytes);
    const { sheet, texts } = await partsOf(archive);
    return await readSheet(archive, sheet, texts ? await readTexts(archive, texts) : []);
  } catch (error) {
    throw error instanceof Unreadable ? error : unreadable('user_import.not_a_table');
  }
}
