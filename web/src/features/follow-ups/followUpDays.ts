const DAY = 86_400_000;

/** Returns the date so many days after another, both YYYY-MM-DD. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
