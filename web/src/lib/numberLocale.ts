/**
 * How numbers are written, in every language: 8.5 and 1,000, as in the United States, Canada and Puerto Rico, the
 * countries of the organizations. A comma next to dates in MM/DD/YYYY is easily misread (decisions/046).
 */
export const NUMBER_LOCALE = 'en-US';

/** Returns a whole number as it is written: 1,000. */
export const formatCount = (count: number): string => count.toLocaleString(NUMBER_LOCALE);
