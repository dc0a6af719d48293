export { addDays, daysBetween } from '../shared/dates.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** Returns an instant of a calendar date as ISO text: this many seconds, less than a day, after midnight UTC. */
export const instant = (date: string, seconds: number): string =>
  `${date}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}Z`;
