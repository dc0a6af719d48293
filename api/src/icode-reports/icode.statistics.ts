/** Compliance in percent with two decimals: days that met the threshold, of the days the code covers. */
export const compliancePercent = (compliantDays: number, periodDays: number) => percent(compliantDays, periodDays);

/** Best 30 in percent with two decimals: the most compliant days of any 30-day run, of 30. */
export const best30Percent = (best30: number) => percent(best30, 30);

// Scaled before dividing, so that the only rounding is the one asked for.
const percent = (part: number, whole: number) => Math.round((part * 10_000) / whole) / 100;
