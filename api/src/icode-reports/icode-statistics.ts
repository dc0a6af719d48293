/** Returns compliance in percent with two decimals: the share of the covered days that met the threshold. */
export const compliancePercent = (compliantDays: number, periodDays: number) => percent(compliantDays, periodDays);

/** Returns best 30 in percent with two decimals: the most compliant days of any 30-day run, out of 30. */
export const best30Percent = (best30: number) => percent(best30, 30);

// Scales before dividing, so that only the intended rounding happens.
const percent = (part: number, whole: number) => Math.round((part * 10_000) / whole) / 100;
