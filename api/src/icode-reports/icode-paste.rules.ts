// A rules file, so that the web form may import it: #rules/icode-reports/icode.paste
import { isCalendarDate } from '../shared/text.rules.ts';

/** One form row; `collected` is null when the pasted line does not contain exactly one date. */
export interface PastedICode {
  collected: string | null;
  icode: string;
}

const LONGEST = 17;
const SHORTEST = 16;
// Shorter leftovers are labels such as the period ("30 d"). Longer ones are codes with missing digits, which must stay
// visible. Figures printed next to a code ("38  30  400  9") are not a code: codes are written in groups of four or
// more digits.
const SHORTEST_LEFTOVER = 8;
const LEFTOVER_GROUP = 4;

const DATE = /(?<![\d-])(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))(?![\d-])/g;

/**
 * Splits pasted text into one row per iCode, in reading order and without a limit. Codes may be separated by spaces,
 * commas, semicolons or lines, written in groups, and placed next to a date (YYYY-MM-DD or MM/DD/YYYY). A code of the
 * wrong length also becomes a row, so that the user sees it.
 */
export function splitPastedICodes(text: string): PastedICode[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const dates = new Set<string>();
    const rest = line.replace(DATE, (whole, year, month, day, usMonth, usDay, usYear) => {
      const date = year ? `${year}-${month}-${day}` : `${usYear}-${pad(usMonth)}-${pad(usDay)}`;
      if (!isCalendarDate(date)) return whole;
      dates.add(date);
      return '|';
    });
    const collected = dates.size === 1 ? [...dates][0]! : null;
    return rest
      .split(/[^\d \u00A0\u2010-\u2015\u2212-]+/)
      .flatMap(codesOf)
      .map((icode) => ({ collected, icode }));
  });
}

const pad = (digits: string) => digits.padStart(2, '0');

/** Joins groups of digits into codes: a single digit after 16 belongs to them, a longer group starts the next code. */
function codesOf(segment: string): string[] {
  const codes: string[][] = [];
  let open: string[] = [];
  for (const group of segment.match(/\d+/g) ?? []) {
    if (group.length >= SHORTEST || open.join('').length + group.length > LONGEST) {
      codes.push(open);
      open = [];
    }
    open.push(group);
  }
  codes.push(open);
  return codes
    .filter((groups) => groups.some((group) => group.length >= LEFTOVER_GROUP))
    .map((groups) => groups.join(''))
    .filter((code) => code.length >= SHORTEST_LEFTOVER);
}
