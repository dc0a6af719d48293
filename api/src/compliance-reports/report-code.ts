import { randomBytes } from 'node:crypto';
import { checkCharacter, CODE_ALPHABET, RANDOM_CHARACTERS } from './report-code.rules.ts';

/** Returns a new verification code, as it is stored: unguessable, and with its check character. */
export function newReportCode(): string {
  // 256 is a multiple of 32: each character is equally likely.
  const random = [...randomBytes(RANDOM_CHARACTERS)].map((byte) => CODE_ALPHABET[byte & 31]).join('');
  return random + checkCharacter(random);
}
