/** Characters that no one sees or types: soft hyphens, blanks without width, and marks of direction. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** What the two joiners without width join: letters of scripts that are written with them, and the parts of an emoji. */
const JOINED = ['Arabic', 'Syriac', 'Mandaic', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya']
  .concat(['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Balinese', 'Javanese'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const JOINABLE = `[${JOINED}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]`;
const LONE_JOINERS = new RegExp(`(?<!${JOINABLE})[\\u200c\\u200d]|[\\u200c\\u200d](?!${JOINABLE})`, 'gu');

/**
 * Returns text as it was meant, which is how it is stored and compared: composed (NFC) and without characters that are
 * not seen (decisions/133).
 */
export const typedText = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text : text.replace(UNSEEN, '').replace(LONE_JOINERS, '').normalize('NFC');

/** Users copy codes from e-mails and word processors, which turn hyphens into typographic dashes. */
export const BLANKS_AND_DASHES = /[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2010-\u2015\u2060-\u206f\u2212-]+/g;

/** Returns a code or an address without the blanks that copying adds: at its ends, and those that break no line. */
export const typedCode = (text: string): string =>
  typedText(text)
    .replace(/[\u00a0\u2007\u202f]/g, '')
    .trim();

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

/** Returns the day that a user typed, MM/DD/YYYY as screens show it or YYYY-MM-DD; undefined for any other word. */
export function typedDate(word: string): string | undefined {
  const [, month, day, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(word) ?? [];
  const date = year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : word;
  return isCalendarDate(date) ? date : undefined;
}

/** Returns the day of a date that existing clients may send with a time: YYYY-MM-DD or YYYY-MM-DD HH:mm:ss. */
export const dayOf = (text: string) =>
  text.trim().replace(/^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '$1');

/**
 * A yup transform that changes strings only, as they were meant. A list or an object stays as it is and fails as a wrong type; a number has
 * already lost its leading zeros.
 */
export const textOnly = (rewrite: (text: string) => string | null) => (_cast: unknown, original: unknown) =>
  typeof original === 'string' ? rewrite(typedText(original)) : original;

/** Letters that do not decompose into a letter and an accent, and the sigma at the end of a word. */
const LETTERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Accents that stand alone are typed as apostrophes; compatibility forms would make blanks of them. */
const LONE_ACCENTS = /[\u00b4\u0384\u1ffd]/g;
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const APOSTROPHES = /['`\u02b9\u02bb-\u02bd\u02c8\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c]/g;
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/g;
/** Of compatibility forms: no other blanks and hyphens are left there. */
const BLANKS_AND_HYPHENS = /[\t-\r \u1680\u2010-\u2015\u2028\u2029\u2212-]+/g;

/**
 * Returns the text in search form: without case, accents, apostrophes and invisible characters; a hyphen is a blank, and
 * several are one. The rule of the SQL function plain_text (decisions/133).
 */
export const plainText = (text: string): string =>
  text
    .replace(LONE_ACCENTS, '')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(APOSTROPHES, '')
    .replace(INVISIBLE, '')
    .replace(BLANKS_AND_HYPHENS, ' ')
    .toLowerCase()
    .replace(/[łøđðħŧıςßæœþ]/g, (letter) => LETTERS[letter]!);

/** Returns the names of a person as the columns name_key have them: last name, tab, first name, in search form. */
export const nameKey = (names: readonly string[]): string => names.map(plainText).join('\t');
