import { addDays, daysBetween, instant } from './calendar.ts';
import { sourced, type SourcedNight, type TherapyNight } from './nights.ts';
import { clamp, oneDecimal, Random } from './random.ts';
import type { Sources } from './stories.ts';

type Row = Record<string, unknown>;

export interface NightKeys {
  orgId: number;
  patientId: number;
  machineOrgId: number;
  machineId: number;
}

const DAY_SECONDS = 86_400;
/** A night reaches the server in the afternoon after it: seconds after midnight UTC. */
const ARRIVES = 17 * 3600;
/** Nights of the trial stay as they are: the generator has made them meet the rule, or not. */
const TRIAL = 95;
/** The last nights stay as they are: the patient's last report is among them. */
const RECENT = 8;
/** Days by which the clock of the one device was ahead that makes a proposal. */
const AHEAD = 3;

/** Whole numbers of events that give about this AHI. */
function eventsOf(random: Random, { ahi, minutes }: SourcedNight) {
  const all = ahi === null ? 0 : Math.round((ahi * minutes) / 60);
  const hypopneas = Math.round(all * (0.4 + 0.2 * random.next()));
  const central = Math.round((all - hypopneas) * 0.2 * random.next());
  return {
    obstructive_apneas: all - hypopneas - central,
    central_apneas: central,
    unclassified_apneas: 0,
    hypopneas,
    reras: random.int(0, 6),
  };
}

const NO_EVENTS = {
  obstructive_apneas: null,
  central_apneas: null,
  unclassified_apneas: null,
  hypopneas: null,
  reras: null,
};

/** What a source measures: a card has neither leak nor snoring, and a code counts no events. */
function measured(random: Random, night: SourcedNight): Row {
  const used = night.minutes > 0;
  const snores = used ? oneDecimal(clamp(random.normal(5, 4), 0, 40)) : null;
  const [sessions, events] = [used ? random.int(1, 3) : 0, eventsOf(random, night)];
  return {
    sessions: night.source === 'qr' ? null : sessions,
    ...(night.source === 'qr' ? NO_EVENTS : events),
    sni: night.source === 'sd' ? null : snores,
    leak: night.source === 'wireless' ? night.leak : null,
  };
}

/**
 * Returns the rows of the nights of an assignment from `earliest` on. Of a device that only sends, one night in sixty
 * has a corrected date, and one in forty arrived late. `clock`: its clock was ahead for some days and was set right.
 */
export function nightRows(
  seed: number,
  nights: readonly TherapyNight[],
  sources: Sources,
  keys: NightKeys,
  { earliest, clock }: { earliest: string; clock: boolean },
): Row[] {
  const random = new Random(seed * 7 + 3);
  let recordNo = 0;
  const rows = sourced(nights, sources).map((night): Row => {
    const wireless = night.source === 'wireless';
    if (wireless) recordNo += 1;
    const late = wireless && random.chance(0.025) ? random.int(2, 6) : 0;
    return {
      org_id: keys.orgId,
      patient_id: keys.patientId,
      machine_org_id: keys.machineOrgId,
      machine_id: keys.machineId,
      night: night.date,
      device_date: wireless ? night.date : null,
      usage_date: night.date,
      arrived_at: instant(addDays(night.date, 1), ARRIVES),
      late,
      drift_seconds: wireless ? random.int(-90, 90) : null,
      record_no: wireless ? recordNo : null,
      source: night.source,
      overruled: night.overruled,
      minutes: night.minutes,
      ahi: night.ahi,
      pressure: night.pressure,
      p95: night.p95,
      upload_file_id: null,
      ...measured(random, night),
    };
  });
  const changed = sources === 'wireless' ? withHistory(random, rows, clock) : rows;
  return changed
    .filter(({ night }) => String(night) >= earliest)
    .map(({ late, ...row }) => ({ ...row, ...(late ? lateArrival(row, Number(late), rows) : {}) }));
}

/** A night that arrived late came with a later one; the last nights are not late, because they have arrived. */
const lateArrival = ({ night }: Row, days: number, rows: readonly Row[]): Row => {
  const at = addDays(String(night), 1 + days);
  return at <= String(rows.at(-1)!.night) ? { arrived_at: instant(at, ARRIVES) } : {};
};

function withHistory(random: Random, rows: Row[], clock: boolean): Row[] {
  const taken = new Set(rows.map(({ night }) => night));
  const start = rows[0] && String(rows[0].night);
  const changed = rows.map((row, index) => {
    const next = addDays(String(row.night), 1);
    const isFree = !taken.has(next) && daysBetween(start!, next) > TRIAL && index < rows.length - RECENT;
    if (!isFree || !random.chance(0.25)) return row;
    taken.add(next);
    return { ...row, usage_date: next };
  });
  return clock ? withClock(changed) : changed;
}

/**
 * The clock was three days ahead when the device was heard, and was set right before it sent the next three nights: they
 * have the dates of three nights without use that followed.
 */
function withClock(rows: Row[]): Row[] {
  const at = rows.findLastIndex(
    ({ night, usage_date: date }, index) =>
      index > TRIAL &&
      index < rows.length - RECENT - 2 * AHEAD &&
      night === date &&
      rows
        .slice(index, index + 2 * AHEAD + 1)
        .every((row, nth) => row.night === addDays(String(night), nth) && row.usage_date === row.night),
  );
  if (at < 0) return rows;
  const heard = rows[at]!;
  const ahead = {
    ...heard,
    device_date: addDays(String(heard.night), AHEAD),
    drift_seconds: -AHEAD * DAY_SECONDS,
    late: 0,
  };
  const arrived = instant(addDays(String(heard.night), 2 * AHEAD + 1), ARRIVES);
  const wrong = rows.slice(at + 1, at + 1 + AHEAD).map((row) => {
    const night = addDays(String(row.night), AHEAD);
    return { ...row, night, device_date: night, usage_date: night, arrived_at: arrived, late: 0 };
  });
  // No night that was late arrives between the two contacts.
  const before = rows.slice(0, at).map((row, index) => (index > at - 2 * AHEAD - 2 ? { ...row, late: 0 } : row));
  return [...before, ahead, ...wrong, ...rows.slice(at + 1 + 2 * AHEAD)];
}
