export { addDays, daysBetween } from '../../shared/dates.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** An instant of a calendar date, as ISO text: so many seconds, below a day, after midnight UTC. */
export const instant = (date: string, seconds: number): string =>
  `${date}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}Z`;
