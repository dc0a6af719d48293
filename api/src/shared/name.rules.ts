/**
 * What a mail program turns into a link, and what begins a line of its own: no name of a person has it. A full stop with
 * letters behind it is a domain to a mail program; initials and titles (J. R. Núñez, Ph.D.) are none.
 */
const OF_LINKS = /[\p{Cc}\p{Zl}\p{Zp}/\\:@<>]|[.。][\p{L}\p{M}\p{N}]{2,}/u;

/** More digits are a phone number. */
const MAX_DIGITS = 4;

/**
 * Whether a text can be the name of a person in a mail of ours: it holds no address, no phone number and no line break
 * (decisions/142). Compared in compatibility form, because full-width characters read as the usual ones.
 */
export function isPersonName(text: string): boolean {
  const read = text.normalize('NFKC');
  return !OF_LINKS.test(read) && (read.match(/\p{Nd}/gu)?.length ?? 0) <= MAX_DIGITS;
}
