import { u16 } from './card-bytes.ts';
import { DAY, dayNumberOf } from './card-dates.ts';
import type { AddWarning } from './card-warnings.ts';

// Names of the module: a global is slow to find in the context of a Jest test, and a card has many records.
const { min } = Math;
const { isNaN } = Number;

const RECORD = 32;
const MOST_RECORDS = 4_000_000;
const MAGIC = 0xaaae;

/** Kinds of records that are used; the markers of breaths, nearly all records of a file, are none of them. */
export const [START, END, SNAPSHOT, RESPIRATORY] = [1, 2, 3, 4];
const KINDS = new Uint8Array(256);
[KINDS[0x40], KINDS[0x41], KINDS[0x42]] = [START, END, SNAPSHOT];
for (const type of [0x01, 0x02, 0x03, 0x04, 0x07, 0x08, 0x0a]) KINDS[type] = RESPIRATORY;

/** The used records of a file in the order in which the device wrote them. */
export interface EventRecords {
  bytes: Uint8Array;
  count: number;
  /** Where each record is. */
  places: Uint32Array;
  /** Device-local seconds of each record. */
  times: Float64Array;
  kinds: Uint8Array;
  /** The records, by number, before which something could not be read; `count` for the end of the file. */
  holes: number[];
}

/** Returns the used records of a G3X `.evt`, in one pass; no record becomes an object. */
export function usedRecords(bytes: Uint8Array, file: string, add: AddWarning): EventRecords {
  const end = min(bytes.length - (bytes.length % RECORD), MOST_RECORDS * RECORD);
  const most = end / RECORD;
  const [places, times, kinds] = [new Uint32Array(most), new Float64Array(most), new Uint8Array(most)];
  const holes: number[] = [];
  const timeAt = timeReader(bytes);
  let [count, hole, isFilled] = [0, -1, false];
  const addHole = () => {
    if (hole !== count) holes.push((hole = count));
  };
  for (let at = 0; at < end; at += RECORD) {
    if ((bytes[at]! | (bytes[at + 1]! << 8)) !== MAGIC) {
      if (bytes[at] === 0xff && bytes[at + 1] === 0xff) {
        isFilled = true;
        continue;
      }
      add('record.damaged', { file });
      addHole();
      continue;
    }
    const kind = KINDS[bytes[at + 0x10]!]!;
    if (kind === 0) continue;
    const time = timeAt(at);
    if (isNaN(time)) {
      add('record.damaged', { file });
      addHole();
      continue;
    }
    // After a session and at its end a file has records that were never written; in a session they were overwritten.
    if (isFilled && count > 0 && kinds[count - 1] !== END) addHole();
    isFilled = false;
    places[count] = at;
    times[count] = time;
    kinds[count] = kind;
    count += 1;
  }
  if (bytes.length % RECORD !== 0) {
    add('file.size', { file });
    addHole();
  } else if (bytes.length > end) {
    add('file.too_many', { file });
    addHole();
  }
  return { bytes, count, places, times, kinds, holes };
}

/** Returns a function for the time of a record in seconds; NaN when it is none. */
function timeReader(bytes: Uint8Array): (at: number) => number {
  // A day has a thousand records: its number is computed once.
  let [known, midnight] = [-1, NaN];
  return (at) => {
    const hour = bytes[at + 0x17]!;
    const minute = bytes[at + 0x18]!;
    const second = bytes[at + 0x19]!;
    if (hour > 23 || minute > 59 || second > 59 || u16(bytes, at + 0x1a) > 999) return NaN;
    const date = (bytes[at + 0x14]! << 16) | (bytes[at + 0x15]! << 8) | bytes[at + 0x16]!;
    if (date !== known) {
      known = date;
      midnight = dayNumberOf(1900 + (date >> 16), (date >> 8) & 0xff, date & 0xff) * DAY;
    }
    return midnight + hour * 3600 + minute * 60 + second;
  };
}
