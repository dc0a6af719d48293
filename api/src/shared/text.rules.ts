/** Users copy codes from e-mails and word processors, which turn hyphens into typographic dashes. */
export const BLANKS_AND_DASHES = /[\s\u00AD\u2010-\u2015\u2212-]+/g;

/** Returns a serial in the form in which it is compared everywhere: upper case, without spaces and dashes. */
export const normalizeSerial = (text: string) => text.replace(BLANKS_AND_DASHES, '').toUpperCase();

/** Whether the text is a day of the Gregorian calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year > 0 && day >= 1 && day <= (lengths[month - 1] ?? 0);
}

/** Returns the day of a date that existing clients may send with a time: YYYY-MM-DD or YYYY-MM-DD HH:mm:ss. */
export const dayOf = (text: string) =>
  text.trim().replace(/^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '$1');

/**
 * A yup transform that changes strings only. A list or an object stays as it is and fails as a wrong type; a number has
 * already lost its leading zeros.
 */
export const textOnly = (rewrite: (text: string) => string | null) => (_cast: unknown, original: unknown) =>
  typeof original === 'string' ? rewrite(original) : original;

/** Letters that do not decompose into a letter and an accent. */
const LETTERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Returns the text in search form, without case and accents: the rule of the SQL function plain_text. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđðħŧıßæœþ]/g, (letter) => LETTERS[letter]!);
