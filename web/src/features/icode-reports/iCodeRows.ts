import { normalizeICode, MAX_ICODE_ROWS } from '#rules/icode-reports/icode-reports';
import type { PastedICode } from '#rules/icode-reports/icode-paste';
import type { Reading } from './readings.ts';

export interface ICodeRow {
  /** YYYY-MM-DD, or '' when the field has no date. */
  collected: string;
  icode: string;
}

/** Serial and 1 to 4 codes with their collection dates, and how all of them were read. */
export interface ICodeFormValues extends Reading {
  serial: string;
  codes: ICodeRow[];
}

/** Formats a code in groups of four. Other typed characters stay visible. */
export const groupCode = (code: string) =>
  normalizeICode(code)
    .match(/.{1,4}/gu)
    ?.join(' ') ?? '';

/**
 * Puts pasted codes into the form: the first into the focused row, the others into empty rows below, new rows and empty
 * rows above. A pasted date is used unless it is in the future. `left` has the rows that did not fit, in their order.
 */
export function pasteInto(rows: readonly ICodeRow[], at: number, pasted: readonly PastedICode[], today: string) {
  const next = rows.map((row) => ({ ...row }));
  const free = Array.from({ length: MAX_ICODE_ROWS }, (_, index) => index)
    .filter((index) => index === at || !next[index]?.icode)
    .sort((a, b) => Number(a < at) - Number(b < at));
  const asRow = ({ icode, collected }: PastedICode, otherwise = today): ICodeRow => ({
    icode,
    collected: collected && collected <= today ? collected : otherwise,
  });
  for (const [index, code] of pasted.slice(0, free.length).entries()) {
    const place = free[index] as number;
    next[place] = asRow(code, next[place]?.collected);
  }
  return { rows: next, left: pasted.slice(free.length).map((code) => asRow(code)) };
}

/**
 * Returns for each row the index (from 0) of an earlier row with the same code, or null: two equal rows become one
 * report.
 */
export function repeatedRows(rows: readonly ICodeRow[]): (number | null)[] {
  return rows.map(({ icode, collected }, index) => {
    const earlier = rows.findIndex((row) => row.icode === icode && row.collected === collected);
    return icode && earlier < index ? earlier : null;
  });
}
