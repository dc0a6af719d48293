/** Crockford's base 32: no I, L, O and U, which are misread or misheard. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Random characters of a code: 55 bits. One more checks them. */
export const RANDOM_CHARACTERS = 11;

/** Twice an element of the field of 32 elements, modulo x^5 + x^2 + 1. */
const doubled = (value: number): number => ((value << 1) & 31) ^ (value & 16 ? 5 : 0);

/**
 * Returns the last character of the code that begins with these. Any one wrong character and any two that changed places
 * need another one: each place is multiplied by another element of the field.
 */
export function checkCharacter(characters: string): string {
  let sum = 0;
  for (const character of characters) sum = doubled(sum ^ CODE_ALPHABET.indexOf(character));
  return CODE_ALPHABET[sum]!;
}

/**
 * Returns a code as it is stored, from what a person read, heard or typed: in any case, with blanks and hyphens, O for
 * 0, I and L for 1. Null for text that is not a code, or that has a mistake.
 */
export function parseReportCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== RANDOM_CHARACTERS + 1 || [...code].some((one) => !CODE_ALPHABET.includes(one))) return null;
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null;
}

/** Returns a code in groups of four, as it is printed and read aloud. */
export const spokenCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
