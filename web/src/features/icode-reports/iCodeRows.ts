import { normalizeICode, MAX_ICODE_ROWS } from '#rules/icode-reports/icode-reports';
import type { PastedICode } from '#rules/icode-reports/icode.paste';

export interface ICodeRow {
  /** YYYY-MM-DD, or '' while the field holds no date. */
  collected: string;
  icode: string;
}

/** A code as it is read aloud: groups of four. Whatever else was typed stays visible. */
export const groupCode = (code: string) => normalizeICode(code).match(/.{1,4}/gu)?.join(' ') ?? '';

/**
 * Puts pasted codes into the form: the first into the row that had the focus, the others into empty rows below and new
 * ones. A pasted date counts unless it lies in the future. `left` is how many did not fit.
 */
export function pasteInto(rows: readonly ICodeRow[], at: number, pasted: readonly PastedICode[], today: string) {
  const next = rows.map((row) => ({ ...row }));
  const waiting = [...pasted];
  for (let index = at; index < MAX_ICODE_ROWS && waiting.length > 0; index += 1) {
    const row = next[index];
    if (row && index !== at && row.icode) continue;
    const { icode, collected } = waiting.shift() as PastedICode;
    next[index] = { icode, collected: collected && collected <= today ? collected : (row?.collected ?? today) };
  }
  return { rows: next, left: waiting.length };
}

/** For each row the number (from 0) of an earlier row with the same code, or null: only one of the two becomes a report. */
export function repeatedRows(rows: readonly ICodeRow[]): (number | null)[] {
  return rows.map(({ icode, collected }, index) => {
    const earlier = rows.findIndex((row) => row.icode === icode && row.collected === collected);
    return icode && earlier < index ? earlier : null;
  });
}
