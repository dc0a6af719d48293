import { NUMBER_LOCALE } from './numberLocale.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1000;

/** Returns a size as it is written, in every language: 4.7 GB. A unit has 1,000 of the smaller one. */
export function formatBytes(bytes: number): string {
  let [size, nth] = [bytes, 0];
  while (size >= STEP && nth < UNITS.length - 1) [size, nth] = [size / STEP, nth + 1];
  return `${size.toLocaleString(NUMBER_LOCALE, { maximumFractionDigits: 1 })} ${UNITS[nth]}`;
}
