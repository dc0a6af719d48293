import { NUMBER_LOCALE } from './numberLocale.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

/**
 * Returns a size as it is written, in every language: 4.4 GB. A unit has 1,024 of the smaller one, as in
 * Windows and in the limits of files.
 */
export function formatBytes(bytes: number): string {
  let [size, nth] = [bytes, 0];
  while (size >= STEP && nth < UNITS.length - 1) [size, nth] = [size / STEP, nth + 1];
  return `${size.toLocaleString(NUMBER_LOCALE, { maximumFractionDigits: 1 })} ${UNITS[nth]}`;
}
