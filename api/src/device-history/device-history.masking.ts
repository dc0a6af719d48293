const LAST_NAME_LETTERS = 2;
const FIRST_NAME_LETTERS = 3;

/** Keeps the first letters and replaces each further one with an asterisk. */
function masked(name: string, kept: number): string {
  const letters = [...name.normalize('NFC')];
  return letters.map((letter, index) => (index < kept ? letter : '*')).join('');
}

/** Returns a patient's name for a conflict: 2 letters of the last name and 3 of the first (seed section 5). */
export function maskedName(patient: { lastName: string; firstName: string }): { lastName: string; firstName: string } {
  return {
    lastName: masked(patient.lastName, LAST_NAME_LETTERS),
    firstName: masked(patient.firstName, FIRST_NAME_LETTERS),
  };
}
