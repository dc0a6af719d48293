import type { NightSource } from '../../gql/schema.ts';
import type { DateRange } from '../../lib/dateRange.tsx';
import { dateOf, dayOf } from '../../lib/nightRange.ts';

/** One night as one device and source recorded it. Null is not available, which is not zero. */
export interface RecordedNight {
  date: string;
  recordedDate: string;
  corrected: boolean;
  source: NightSource;
  /** Whether the night counts: its state is 1, and no higher source has the date. */
  effective: boolean;
  /** 1 is valid. */
  state: number;
  minutes: number | null;
  ahi: number | null;
  pressure: number | null;
  p95: number | null;
  leak: number | null;
  /** What the pressures are of; null when the viewer may not see the device. */
  pressureKind: 'PRESSURE' | 'IPAP' | null;
  serial: string | null;
}

/** An assignment of a device: from its first night to the one before its end date. */
export interface Assignment {
  serial: string;
  startDate: string;
  endDate: string | null;
}

/**
 * enough: the minutes that the compliance rule requires; short: fewer; unused: the device reported no use; fault: more
 * than a day has; noData: nothing arrived, which is not zero use; expected: nothing yet; noDevice: no device was
 * assigned.
 */
export type UseState = 'enough' | 'short' | 'unused' | 'fault' | 'noData' | 'expected' | 'noDevice';

/**
 * What a reader must know about the rows of a night: a corrected date, and rows that do not count. overruled: a higher
 * source has the night; shorter: another night of the device and source has the date, and is longer; code: of a one-day
 * code that contradicts another one; invalid: any other state.
 */
export interface NightNote {
  kind: 'corrected' | 'overruled' | 'shorter' | 'code' | 'invalid';
  source: RecordedNight['source'];
  minutes: number | null;
  recordedDate: string;
}

/** ipap: the pressure while breathing in, of a bilevel device or a ventilator; both: of several devices. */
export type PressureOf = 'pressure' | 'ipap' | 'both';

/** A patient's night as it is drawn, listed and read aloud. */
export interface UsageDay {
  date: string;
  /** Days since 1970-01-01. */
  day: number;
  state: UseState;
  /** Minutes of use of all rows that count; null when none has any. */
  minutes: number | null;
  ahi: number | null;
  pressure: number | null;
  p95: number | null;
  /** True when it is the highest of several rows, which have no common one. */
  isP95About: boolean;
  /** What the pressures are of; null without one. */
  pressureOf: PressureOf | null;
  /** Mean of the night in L/min. The device does not say whether it is unintentional or total leak. */
  leak: number | null;
  sources: RecordedNight['source'][];
  serials: string[];
  notes: NightNote[];
}

const MINUTES_A_DAY = 1440;
/** As in the ledger of compliance: data may be delayed, and is expected for this many days. */
const LATE_DAYS = 2;

type Figure = 'ahi' | 'pressure' | 'leak';

/** Returns a figure of a night with several rows: weighted by their minutes, as all events over all hours. */
function weighted(rows: readonly RecordedNight[], figure: Figure): number | null {
  const known = rows.filter((row) => row[figure] !== null);
  if (known.length < 2) return known[0]?.[figure] ?? null;
  const minutes = known.reduce((sum, row) => sum + (row.minutes ?? 0), 0);
  if (minutes === 0) return null;
  return known.reduce((sum, row) => sum + row[figure]! * (row.minutes ?? 0), 0) / minutes;
}

const highest = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (value === null ? most : Math.max(most ?? value, value)), null);

const names: Record<'PRESSURE' | 'IPAP', PressureOf> = { PRESSURE: 'pressure', IPAP: 'ipap' };

/** Returns what all of these pressures are of; null without one. */
export function pressureOfAll(all: readonly { pressureOf: PressureOf | null }[]): PressureOf | null {
  const found = new Set(all.flatMap(({ pressureOf }) => pressureOf ?? []));
  return found.size > 1 ? 'both' : ([...found][0] ?? null);
}

const rowPressureOf = ({ pressure, p95, pressureKind }: RecordedNight): { pressureOf: PressureOf | null } => ({
  pressureOf: pressure === null && p95 === null ? null : names[pressureKind ?? 'PRESSURE'],
});

function stateOf(minutes: number, wanted: number): UseState {
  if (minutes > MINUTES_A_DAY) return 'fault';
  if (minutes >= wanted) return 'enough';
  return minutes === 0 ? 'unused' : 'short';
}

const noteOf = (kind: NightNote['kind'], { source, minutes, recordedDate }: RecordedNight): NightNote => ({
  kind,
  source,
  minutes,
  recordedDate,
});

function kindOf({ state, source, serial }: RecordedNight, counted: readonly RecordedNight[]): NightNote['kind'] {
  if (state !== 1) return source === 'QR' ? 'code' : 'invalid';
  return counted.some((row) => row.source === source && row.serial === serial) ? 'shorter' : 'overruled';
}

/** Returns why a row of a night is not counted; null for one that is. `rows`: all of the night. */
export function whyNotCounted(row: RecordedNight, rows: readonly RecordedNight[]): NightNote | null {
  const counted = rows.filter(({ effective }) => effective);
  return row.effective ? null : noteOf(kindOf(row, counted), row);
}

function notesOf(rows: readonly RecordedNight[]): NightNote[] {
  const counted = rows.filter(({ effective }) => effective);
  return [
    ...counted.filter(({ corrected }) => corrected).map((row) => noteOf('corrected', row)),
    ...rows.flatMap((row) => whyNotCounted(row, rows) ?? []),
  ];
}

/**
 * Returns each day of a range with its night. `wanted`: the minutes that the compliance rule requires. Nights outside of
 * the range are left out.
 */
export function daysOf(
  nights: readonly RecordedNight[],
  range: DateRange,
  { wanted, assignments, today }: { wanted: number; assignments: readonly Assignment[]; today: string },
): UsageDay[] {
  const byDate = Map.groupBy(nights, ({ date }) => date);
  const isAssigned = (date: string) =>
    assignments.some(({ startDate, endDate }) => startDate <= date && (endDate === null || date < endDate));
  const late = dateOf(dayOf(today) - LATE_DAYS);
  const withoutData = (date: string): UseState => {
    if (!isAssigned(date)) return 'noDevice';
    return date >= late ? 'expected' : 'noData';
  };

  const days: UsageDay[] = [];
  for (let day = dayOf(range.start); day <= dayOf(range.end); day += 1) {
    const date = dateOf(day);
    const rows = byDate.get(date) ?? [];
    const counted = rows.filter(({ effective }) => effective);
    const used = counted.filter(({ minutes }) => minutes !== null);
    const minutes = used.length > 0 ? used.reduce((sum, row) => sum + row.minutes!, 0) : null;
    days.push({
      date,
      day,
      state: minutes === null ? (rows.length > 0 ? 'noData' : withoutData(date)) : stateOf(minutes, wanted),
      minutes,
      ahi: weighted(counted, 'ahi'),
      pressure: weighted(counted, 'pressure'),
      p95: highest(counted.map(({ p95 }) => p95)),
      isP95About: counted.filter(({ p95 }) => p95 !== null).length > 1,
      pressureOf: pressureOfAll(counted.map(rowPressureOf)),
      leak: weighted(counted, 'leak'),
      sources: [...new Set(counted.map(({ source }) => source))],
      serials: [...new Set(counted.flatMap(({ serial }) => serial ?? []))],
      notes: notesOf(rows),
    });
  }
  return days;
}

/** Returns the days on which the device changed, with the serial number of the one that began. */
export function deviceChanges(assignments: readonly Assignment[]): { day: number; serial: string }[] {
  return assignments.map(({ startDate, serial }) => ({ day: dayOf(startDate), serial })).sort((a, b) => a.day - b.day);
}
