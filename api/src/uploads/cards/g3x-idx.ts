import { isBlock, asciiText, u16, u32, u8 } from './card-bytes.ts';
import { dateOf, dayNumberOf, isWithin, type DayRange } from './card-dates.ts';
import { modelIn, serialIn } from './card-identity.ts';
import { isPressure, LONGEST, MOST_NIGHTS, risingOf } from './card-night.ts';
import type { SettingValues } from './card-settings.ts';
import type { AddWarning } from './card-warnings.ts';
import { therapyOf } from './g3x-therapy.ts';

const [HEADER, RECORD] = [0x800, 2048];
const [STATISTICS, THERAPY] = [0x80, 0x280];

/** One day of a G3X `.idx`: the statistics of the night and its settings, null where damaged or absent. */
export interface IndexedNight {
  day: number;
  /** Null when the statistics are damaged; 0 when the device recorded no use. */
  seconds: number | null;
  sessions: number | null;
  p95: number | null;
  settings: SettingValues | null;
}

export interface G3xIndex {
  serial: string | null;
  model: string | null;
  /** The build in the header, for a card without a `.log`. */
  build: string | null;
  nights: IndexedNight[];
}

/** Reads a G3X `.idx`. */
export function readIndex(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): G3xIndex {
  if ((bytes.length - HEADER) % RECORD !== 0) add('file.size', { file });
  return {
    serial: serialIn(asciiText(bytes, 0x30, 16)),
    model: modelIn(asciiText(bytes, 0x100, 16)),
    build: /^[A-Z0-9]+-[A-Z0-9.]+$/i.exec(asciiText(bytes, 0x345, 20))?.[0] ?? null,
    nights: datedRecords(bytes, file, range, add).map(({ at, day }) => nightAt(bytes, at, day, file, add)),
  };
}

interface DatedRecord {
  at: number;
  day: number;
  /** Day of the calendar that the record is dated with a second time, from an unknown first day. */
  counter: number;
}

/** Returns the records whose dates can be true: within the range, ascending, and in step with their counters. */
function datedRecords(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): DatedRecord[] {
  const records: DatedRecord[] = [];
  for (let at = HEADER; at + RECORD <= bytes.length; at += RECORD) {
    if (u16(bytes, at) !== 0xaaaa) {
      if (!isFiller(bytes, at)) add('record.damaged', { file });
      continue;
    }
    if (records.length === MOST_NIGHTS) {
      add('file.too_many', { file });
      break;
    }
    const day = dayNumberOf(1900 + u8(bytes, at + 0x08), u8(bytes, at + 0x09), u8(bytes, at + 0x0a));
    if (isWithin(range, day)) records.push({ at, day, counter: u16(bytes, at + 0x02) });
    else add('night.date', { file });
  }
  const inStep = records.filter(
    (record, index) => !isOutOfStep(records, index) || void add('night.order', { file, night: dateOf(record.day) }),
  );
  const rising = risingOf(inStep.map(({ day }) => day));
  return inStep.filter(({ day }, index) => rising.has(index) || void add('night.order', { file, night: dateOf(day) }));
}

/**
 * Whether the date of a record disagrees with its counter of calendar days while those of its neighbors, two on each
 * side, agree: no checksum protects the date. On a card whose counter counts something else the neighbors disagree too,
 * and every record is used.
 */
function isOutOfStep(records: readonly DatedRecord[], index: number): boolean {
  const first = Math.max(0, Math.min(index - 2, records.length - 5));
  const steps = records.slice(first, first + 5).map(({ day, counter }) => (day - counter) & 0xffff);
  const [own] = steps.splice(index - first, 1);
  return steps.length > 1 && steps.every((step) => step === steps[0]) && own !== steps[0];
}

function isFiller(bytes: Uint8Array, at: number): boolean {
  for (let index = at; index < at + RECORD; index += 1) if (bytes[index] !== 0xff) return false;
  return true;
}

function nightAt(bytes: Uint8Array, at: number, day: number, file: string, add: AddWarning): IndexedNight {
  const where = { file, night: dateOf(day) };
  const [statistics, therapy] = [at + STATISTICS, at + THERAPY];
  const isTherapy = isBlock(bytes, therapy, 'TS');
  if (!isTherapy && !isFillerBlock(bytes, therapy)) add('record.damaged', where);
  const settings = isTherapy ? therapyOf(bytes, therapy, () => add('settings.value', where)) : null;
  if (!isBlock(bytes, statistics, 'IT')) {
    add('record.damaged', where);
    return { day, seconds: null, sessions: null, p95: null, settings };
  }
  const stored = u32(bytes, statistics + 0x14);
  const seconds = stored === 0xffffffff ? 0 : stored;
  if (seconds > LONGEST) add('night.minutes', where);
  const sessions = u8(bytes, statistics + 0x24);
  const p95 = u16(bytes, statistics + 0x2c) / 100;
  return {
    day,
    seconds: seconds > LONGEST ? null : seconds,
    sessions: sessions === 0xff || sessions === 0 ? null : sessions,
    p95: isPressure(p95) ? p95 : null,
    settings,
  };
}

const isFillerBlock = (bytes: Uint8Array, at: number) => bytes.subarray(at, at + 256).every((byte) => byte === 0xff);
