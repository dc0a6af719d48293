import { BLOCK, isAt, isBlock, u8 } from './card-bytes.ts';
import { DAY, dayNumberOf, isWithin, timeOf, type DayRange } from './card-dates.ts';
import type { CardSettings } from './card-reading.types.ts';
import type { AddWarning } from './card-warnings.ts';
import { therapyOf } from './g3x-therapy.ts';

/** Most blocks that are read of a `.set`; real ones have 6 to 69. */
const MOST_BLOCKS = 4096;

/**
 * Returns the current settings of a `.set`: its last `TS` block of the mode in its last `SS` block. The first section
 * of the file may be stale, so the first `TS` block is never the answer by itself.
 */
export function readSet(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): CardSettings | null {
  if (bytes.length % BLOCK !== 0) add('file.size', { file });
  const therapies: number[] = [];
  let [mode, changedAt] = [-1, null as string | null];
  for (let at = 0; at + BLOCK <= Math.min(bytes.length, MOST_BLOCKS * BLOCK); at += BLOCK) {
    if (isBlock(bytes, at, 'SH')) changedAt = changeTime(bytes, at, range);
    else if (isBlock(bytes, at, 'SS')) mode = u8(bytes, at + 0x1c);
    else if (isBlock(bytes, at, 'TS')) therapies.push(at);
    else if (!isUnknownBlock(bytes, at)) add('record.damaged', { file });
  }
  const current = therapies.findLast((at) => u8(bytes, at + 0x08) === mode);
  const values = current === undefined ? null : therapyOf(bytes, current, () => add('settings.value', { file }));
  return values && { night: null, changedAt, values };
}

/** Whether this is a whole block of another kind, or filler. */
const isUnknownBlock = (bytes: Uint8Array, at: number) =>
  isBlock(bytes, at, '') && !['SH', 'SS', 'TS'].some((tag) => isAt(bytes, at, tag))
    ? true
    : bytes.subarray(at, at + BLOCK).every((byte) => byte === 0xff);

function changeTime(bytes: Uint8Array, at: number, range: DayRange): string | null {
  const part = (nth: number) => u8(bytes, at + 0x0c + nth);
  const day = dayNumberOf(1900 + part(0), part(1), part(2));
  if (!isWithin(range, day) || part(3) > 23 || part(4) > 59 || part(5) > 59) return null;
  return timeOf(day * DAY + part(3) * 3600 + part(4) * 60 + part(5));
}
