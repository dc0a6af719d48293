import { dayOf } from '../../lib/nightRange.ts';
import type { ChartColors } from './usageColors.ts';
import type { RecordedNight, UsageDay } from './usageDays.ts';
import type { Scene } from './usageScene.ts';

/** A night as the API returns it; for tests. */
export const aNight = (date: string, change: Partial<RecordedNight> = {}): RecordedNight => ({
  date,
  recordedDate: date,
  corrected: false,
  source: 'WIRELESS',
  effective: true,
  state: 1,
  minutes: 400,
  ahi: 3,
  pressure: 8,
  p95: 10,
  leak: 6,
  pressureKind: 'PRESSURE',
  serial: 'A1',
  ...change,
});

export const aDay = (date: string, change: Partial<UsageDay> = {}): UsageDay => ({
  date,
  day: dayOf(date),
  state: 'enough',
  minutes: 400,
  ahi: 3,
  pressure: 8,
  p95: 10,
  isP95About: false,
  pressureOf: 'pressure',
  leak: 6,
  sources: ['WIRELESS'],
  serials: ['A1'],
  notes: [],
  ...change,
});

const colors: ChartColors = {
  panel: 'panel',
  text: 'text',
  muted: 'muted',
  grid: 'grid',
  enough: 'enough',
  short: 'short',
  noData: 'noData',
  fault: 'fault',
  ahi: 'ahi',
  pressure: 'pressure',
  p95: 'p95',
  leak: 'leak',
  window: 'window',
  windowEdge: 'windowEdge',
  note: 'note',
};

/** Charts of given days, without a window or a change of the device. */
export const aScene = (days: UsageDay[], change: Partial<Scene> = {}): Scene => {
  const view = { start: days[0]!.date, end: days.at(-1)!.date };
  return {
    days,
    view,
    limits: view,
    wanted: 240,
    window: null,
    changes: [],
    texts: { use: 'Use', ahi: 'AHI', pressure: 'Pressure', leak: 'Leak', line: '4 h', none: 'Not available' },
    colors,
    shortFill: 'hatched',
    ...change,
  };
};
