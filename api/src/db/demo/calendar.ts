const DAY = 86_400_000;

/** The calendar date so many days after (or, negative, before) a `YYYY-MM-DD` date. */
export const addDays = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** Whole days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** An instant of a calendar date, as ISO text: so many seconds after midnight UTC. */
export const instant = (date: string, seconds: number): string => new Date(Date.parse(date) + seconds * 1000).toISOString();
