import { addDays } from '../calendar.ts';
import type { Random } from '../random.ts';

// What the patient of a synthetic card did, before any byte of it is written. It knows nothing of the parser: its
// constants and its expected figures come from the document of the formats.

/** A session in seconds since the noon at which its night begins. All are multiples of 30. */
export interface PlannedSession {
  from: number;
  /** 86,400 when the session goes on in the next night, which then begins with a session from 0. */
  to: number;
}

export type PlannedEventKind =
  'obstructive' | 'central' | 'unclassified' | 'hypopnea' | 'obstructiveHypopnea' | 'centralHypopnea' | 'rera';

export interface PlannedEvent {
  kind: PlannedEventKind;
  /** Seconds since noon. */
  at: number;
  milliseconds: number;
  seconds: number;
}

export interface PlannedNight {
  /** YYYY-MM-DD of the evening. */
  night: string;
  sessions: PlannedSession[];
  events: PlannedEvent[];
  settings: PlannedSettings;
}

/** Settings by the names and words of the product. */
export type PlannedSettings = { mode: string } & Record<string, string | number | boolean>;

export interface CardOptions {
  serial: string;
  /** YYYY-MM-DD of the first evening. */
  first: string;
  /** Days from the first to the last evening. */
  days: number;
  /** Share of days without use; 0.08 when omitted. */
  missed?: number;
  /** Mode of the device; one by the seed when omitted. */
  mode?: 'CPAP' | 'AutoCPAP' | 'S' | 'AutoS';
}

/** What a reading of the whole card must have. */
export interface GoldenCard {
  device: { serial: string; model: string; firmware: string };
  nights: GoldenNight[];
  settings: { night: string | null; changedAt: string | null; values: PlannedSettings }[];
}

export interface GoldenNight {
  night: string;
  minutes: number;
  sessions: number | null;
  obstructiveApneas: number;
  centralApneas: number;
  unclassifiedApneas: number | null;
  hypopneas: number;
  reras: number | null;
  ahi: number | null;
  pressure: number | null;
  p95: number | null;
  running: boolean;
}

/** The files of a card and what they hold. */
export interface SyntheticCard {
  files: { name: string; bytes: Uint8Array }[];
  golden: GoldenCard;
}

const KINDS: readonly PlannedEventKind[] = [
  'obstructive',
  'obstructive',
  'hypopnea',
  'hypopnea',
  'central',
  'unclassified',
  'obstructiveHypopnea',
  'centralHypopnea',
  'rera',
];

/**
 * Plans the nights of a card: most of six to eight hours, missed and short nights, divided sessions, sessions across
 * midnight, and one session across noon when there are at least ten days.
 */
export function planNights(random: Random, options: CardOptions, settings: readonly PlannedSettings[]): PlannedNight[] {
  const { first, days, missed = 0.08 } = options;
  const acrossNoon = days < 10 ? -2 : random.int(3, days - 4);
  const nights: PlannedNight[] = [];
  for (let nth = 0; nth < days; nth += 1) {
    const isAtNoon = nth === acrossNoon || nth === acrossNoon + 1;
    if (nth !== days - 1 && !isAtNoon && random.chance(missed)) continue;
    const sessions = planSessions(random);
    if (nth === acrossNoon) sessions.push({ from: 22 * 3600, to: 24 * 3600 });
    if (nth === acrossNoon + 1) sessions.unshift({ from: 0, to: 45 * 60 });
    nights.push({
      night: addDays(first, nth),
      sessions,
      events: planEvents(random, sessions),
      settings: settings[Math.floor((nth * settings.length) / days)]!,
    });
  }
  return nights;
}

/** One to three sessions between 20:00 and 09:00. */
function planSessions(random: Random): PlannedSession[] {
  const isShort = random.chance(0.12);
  const parts = isShort ? 1 : random.pick([1, 1, 2, 3]);
  let at = random.int(8 * 120, 12 * 120) * 30;
  return Array.from({ length: parts }, () => {
    const from = at;
    const to = from + (isShort ? random.int(10, 400) : Math.floor(random.int(660, 960) / parts)) * 30;
    at = to + random.int(4, 60) * 30;
    return { from, to };
  });
}

function planEvents(random: Random, sessions: readonly PlannedSession[]): PlannedEvent[] {
  const events = sessions.flatMap(({ from, to }) =>
    Array.from({ length: Math.floor(((to - from) / 3600) * random.int(0, 6)) }, () => ({
      kind: random.pick(KINDS),
      at: random.int(from, to - 1),
      milliseconds: random.int(0, 999),
      seconds: random.int(10, 60),
    })),
  );
  return events.sort((one, other) => one.at - other.at);
}

/** Seconds of use in a night. */
export const secondsOf = ({ sessions }: PlannedNight): number =>
  sessions.reduce((sum, { from, to }) => sum + to - from, 0);

/** Number of events of these kinds. */
export const countOf = ({ events }: PlannedNight, ...kinds: PlannedEventKind[]): number =>
  events.filter(({ kind }) => kinds.includes(kind)).length;

/** Apneas and hypopneas per hour of use, one decimal. */
export const ahiOf = (count: number, seconds: number): number => Math.round((count * 36_000) / seconds) / 10;

const comfort = (random: Random): Omit<PlannedSettings, 'mode'> => ({
  ramp_time: random.pick<number | string>([0, 5, 20, 45, 'auto']),
  reslex: random.pick<number | string>(['off', 1, 2, 3]),
  humidifier: random.pick<number | string>(['off', 1, 3, 5, 'auto']),
  air_tube: random.pick(['22_mm', '15_mm', '22_mm_heated', '15_mm_heated']),
  mask: random.pick(['full_face', 'nasal', 'pillows', 'other']),
  auto_on_flag: random.chance(0.5),
  auto_off_flag: random.chance(0.5),
  leak_alert_flag: random.chance(0.5),
});

/** Plans settings that change twice. The two generations have different ones besides pressures and comfort. */
export function planSettings(random: Random, mode: string, more: () => Record<string, number | string | boolean>) {
  return Array.from({ length: 3 }, (): PlannedSettings => {
    const low = random.int(8, 16) / 2;
    const [initial, high] = [random.int(8, low * 2) / 2, low + random.int(4, 16) / 2];
    const pressures: Record<string, Record<string, number>> = {
      CPAP: { initial_p: initial, treat_p: low },
      AutoCPAP: { initial_p: initial, min_apap: low, max_apap: high },
      S: { initial_epap: initial, epap: low, ipap: high },
      AutoS: { initial_epap: initial, min_epap: low, max_ipap: high },
    };
    return { mode, ...pressures[mode], ...comfort(random), ...more() };
  });
}
