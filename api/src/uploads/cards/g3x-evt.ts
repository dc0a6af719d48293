import { nightOf, type DayRange } from './card-dates.ts';
import type { AddWarning } from './card-warnings.ts';
import { clockOf } from './g3x-clock.ts';
import { addFigures } from './g3x-figures.ts';
import { usedRecords } from './g3x-records.ts';
import { nightBook, type EventNight } from './g3x-sessions.ts';

/**
 * Returns the nights of a G3X `.evt`. Its records are put into the order of their times, because a card writes some of
 * them late. Memory depends on the number of used records, 13 bytes each, and of nights.
 */
export function readCardEvents(
  bytes: Uint8Array,
  file: string,
  range: DayRange,
  add: AddWarning,
): Map<number, EventNight> {
  const records = usedRecords(bytes, file, add);
  const nights = nightBook(range, file, add);
  for (const hole of records.holes)
    for (const record of [hole - 1, hole])
      if (record >= 0 && record < records.count) nights.doubt(nightOf(records.times[record]!));
  addFigures(records, clockOf(records, nights), nights);
  return nights.close();
}
