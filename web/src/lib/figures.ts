import { NUMBER_LOCALE } from './numberLocale.ts';

/** Formats hours, pressures and indices: 3 as 3.0. */
export const oneDecimal = (value: number): string =>
  value.toLocaleString(NUMBER_LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });

/** Formats the minutes of a rule as hours: 240 as 4, 270 as 4.5. */
export const ruleHours = (minutes: number): string =>
  (minutes / 60).toLocaleString(NUMBER_LOCALE, { maximumFractionDigits: 2 });
