const LAST_NAME_LETTERS = 2;
const FIRST_NAME_LETTERS = 3;

/** Splits a text into what a reader takes for letters: an accent or an emoji of several characters is part of one. */
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Keeps the first letters, but never all of them, and replaces each further one with an asterisk. */
function masked(name: string, kept: number): string {
  const all = Array.from(letters.segment(name.normalize('NFC')), ({ segment }) => segment);
  return all.map((letter, index) => (index < Math.min(kept, all.length - 1) ? letter : '*')).join('');
}

/**
 * Returns a patient's name for a conflict: 2 letters of the last name and 3 of the first (seed section 5). A name of so
 * few letters keeps one less (decisions/043).
 */
export function maskedName(patient: { lastName: string; firstName: string }): { lastName: string; firstName: string } {
  return {
    lastName: masked(patient.lastName, LAST_NAME_LETTERS),
    firstName: masked(patient.firstName, FIRST_NAME_LETTERS),
  };
}
