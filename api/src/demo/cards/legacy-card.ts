import { Random } from '../random.ts';
import { ahiOf, countOf, planNights, planSettings, secondsOf } from './card-plan.ts';
import type { CardOptions, GoldenNight, PlannedNight, SyntheticCard } from './card-plan.ts';
import { CardWriter, partsOf } from './card-writer.ts';
import { closedDay } from './legacy-days.ts';
import { writeLegacyIdx } from './legacy-idx.ts';

export interface LegacyOptions extends CardOptions {
  /** Code of central apneas: 0x87, or 0x85 as on the cards of the first notes. */
  centralCode?: 0x87 | 0x85;
  /** How the last closed day names the next one; one by the seed when omitted. */
  ending?: 0 | 0xffffffff | 'end of file';
  /** Without any closed day: only the running day. */
  emptyHistory?: boolean;
}

const MODELS = ['G3 A20', 'G3 B25A', 'G2 A20'];
const CLOSED_DAYS = 0x102340;
/** The name and address that PC software writes into a `.USR`: tests look for it where it must not be. */
export const PATIENT = ['Marisol Vandergrift', '4711 Hollow Elm Road', 'Albany NY 12207'];

/** Makes a card of the legacy generation: `.USR`, `.idx`, `.evt` and `.log`. */
export function legacyCard(seed: number, options: LegacyOptions): SyntheticCard {
  const random = new Random(seed);
  const mode = options.mode ?? random.pick(['CPAP', 'AutoCPAP', 'S', 'AutoS'] as const);
  const settings = planSettings(random, mode, () => moreSettings(random, mode));
  const planned = planNights(random, options, settings);
  const nights = options.emptyHistory ? planned.slice(-1) : planned;
  const [model, firmware] = [random.pick(MODELS), `G3-2.00.${random.int(10, 99)}.01`];
  const ending = options.ending ?? random.pick([0, 0xffffffff, 'end of file'] as const);
  const { serial } = options;
  const stem = serial.slice(-8);

  const closed = nights.slice(0, -1).map((night) => closedDay(random, night, options.centralCode ?? 0x87));
  const filler = ending === 'end of file' ? 0 : 96;
  const usr = new CardWriter(CLOSED_DAYS + closed.reduce((sum, day) => sum + day.length, 0) + filler, 0xff);
  usr.bytes.fill(0, 0, 0x441);
  usr.u8(0, 0x53, 0x01, 0x47, 0x83).u32(0x1c, 0x42e).text(0x2d, `        ${serial}`, 32).text(0x4d, firmware, 24);
  usr.u8(0x22e, 0xf2).text(0x230, PATIENT.join('\0'));
  if (model.startsWith('G2')) usr.text(0xe9, model, 20);
  else usr.text(0x2296, model, 32);
  usr.u8(0x2242, 0xf7).u16(0x102338, closed.length);
  let at = CLOSED_DAYS;
  closed.forEach((day, nth) => {
    const next = at + day.length;
    usr.bytes.set(day, at);
    usr.u32(at + 1, nth < closed.length - 1 || ending === 'end of file' ? next : ending);
    at = next;
  });
  const running = writeRunningDay(random, usr, nights.at(-1)!);
  return {
    files: [
      { name: `${stem}.USR`, bytes: usr.bytes },
      { name: `${stem}.idx`, bytes: writeLegacyIdx(random, serial, nights) },
      { name: `${stem}.evt`, bytes: writeLegacyEvt(serial, nights) },
      { name: `${stem}.log`, bytes: logOf(serial, stem, firmware) },
    ],
    golden: {
      device: { serial, model, firmware },
      nights: [...nights.slice(0, -1).map((night) => goldenNight(night)), goldenNight(nights.at(-1)!, running)],
      settings: settingsOf(nights),
    },
  };
}

/** The record of the running day is not written before noon: its settings are those of the last record. */
function settingsOf(nights: readonly PlannedNight[]): SyntheticCard['golden']['settings'] {
  const inForce = nights.map(
    (night, nth) => (nth > 0 && nth === nights.length - 1 ? nights[nth - 1]! : night).settings,
  );
  return nights.flatMap(({ night }, nth) =>
    nights.length > 1 && (nth === 0 || JSON.stringify(inForce[nth]) !== JSON.stringify(inForce[nth - 1]))
      ? [{ night, changedAt: null, values: inForce[nth]! }]
      : [],
  );
}

function goldenNight(night: PlannedNight, running?: { pressure: number; p95: number }): GoldenNight {
  const seconds = Math.floor(secondsOf(night) / 60) * 60;
  const obstructiveApneas = countOf(night, 'obstructive');
  const centralApneas = countOf(night, 'central');
  const hypopneas = countOf(night, 'hypopnea');
  const fixed = night.settings.mode === 'CPAP' ? Number(night.settings.treat_p) : null;
  return {
    night: night.night,
    minutes: seconds / 60,
    sessions: null,
    obstructiveApneas,
    centralApneas,
    unclassifiedApneas: null,
    hypopneas,
    reras: null,
    ahi: ahiOf(obstructiveApneas + centralApneas + hypopneas, seconds),
    pressure: running?.pressure ?? fixed,
    p95: running?.p95 ?? null,
    running: running !== undefined,
  };
}

/** Writes the running day: pressures with their minutes, events, and messages of an unknown type. */
function writeRunningDay(random: Random, usr: CardWriter, night: PlannedNight): { pressure: number; p95: number } {
  const [year, month, day] = partsOf(night.night);
  usr.u8(0x42e, 0xf4).u16(0x431, ((year - 2000) << 9) | (month << 5) | day);
  let [at, left] = [0x441, Math.floor(secondsOf(night) / 60)];
  const minutes: number[] = [];
  const message = (...bytes: number[]) => {
    usr.u8(at, ...bytes);
    at += bytes.length;
  };
  while (left > 0) {
    const [pressure, part] = [random.int(12, 30), Math.min(left, random.int(1, 60))];
    message(0x02, pressure, part, random.int(0, 255));
    for (let minute = 0; minute < part; minute += 1) minutes.push(pressure);
    left -= part;
    if (random.chance(0.2)) message(random.pick([0x03, 0x0b, 0x21]), 2, 0xff, 0xff);
  }
  for (const { kind, at: seconds, seconds: length } of night.events) {
    const code = { central: 0x07, obstructive: 0x08, hypopnea: 0x09 }[kind as string];
    if (code) message(code, 3, Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, length);
  }
  message(0xff);
  minutes.sort((one, other) => one - other);
  const halves = minutes.reduce((sum, pressure) => sum + pressure, 0);
  const p95 = minutes[Math.ceil(minutes.length * 0.95) - 1]! / 2;
  return { pressure: Math.round((halves * 5) / minutes.length) / 10, p95 };
}

function moreSettings(random: Random, mode: string): Record<string, number | boolean | string> {
  const comfort = {
    reslex_control: random.pick(['patient', 'clinician']),
    heated_tube: random.pick<number | string>(['off', 2, 5, 'auto']) as string,
  };
  if (mode === 'CPAP') return { ...comfort, manual_p: random.int(8, 40) / 2, smart_c_flag: random.chance(0.5) };
  if (mode === 'AutoCPAP') return { ...comfort, sensitivity: random.int(1, 5), smart_a_flag: random.chance(0.5) };
  const bilevel = { ...comfort, i_sens: random.int(1, 8), e_sens: random.int(1, 8), rise_time: random.int(1, 4) };
  if (mode === 'AutoS') return { ...bilevel, smart_b_flag: random.chance(0.5) };
  return { ...bilevel, ti_min: random.int(3, 9) / 10, ti_max: random.int(12, 30) / 10 };
}

function writeLegacyEvt(serial: string, nights: readonly PlannedNight[]): Uint8Array {
  const types: Record<string, number> = { central: 1, obstructive: 2, hypopnea: 3 };
  // Without the running day an event of another type, so that there is more to skip.
  const events = nights.flatMap(({ events: all }) =>
    all.map(({ kind, at, seconds }) => ({ type: types[kind] ?? 9, at, seconds })),
  );
  const file = new CardWriter(0x800 + Math.max(2, events.length) * 32, 0xff);
  file.bytes.fill(0x20, 0, 0x800);
  file.text(0x2d, `       ${serial}`, 32);
  for (let nth = 0; nth < Math.max(2, events.length); nth += 1) {
    const at = 0x800 + nth * 32;
    const event = events[nth] ?? { type: 9, at: 0, seconds: 0 };
    file
      .u16(at, 0xaaaa)
      .u16(at + 2, nth)
      .u16(at + 4, event.type)
      .u32(at + 8, event.at)
      .u32(at + 0x0c, event.seconds);
  }
  return file.bytes;
}

function logOf(serial: string, stem: string, firmware: string): Uint8Array {
  const log = new CardWriter(0x1000, 0xff);
  log.text(0x10, `${stem}.log`).text(0x40, serial).text(0x80, '356938035643809').text(0x200, firmware, 24);
  return log.bytes;
}
