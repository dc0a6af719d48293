import { isAt, asciiText, u16, u8 } from './card-bytes.ts';
import { dateOf, dayOfPacked, isWithin, type DayRange } from './card-dates.ts';
import { firmwareIn, modelIn, serialIn } from './card-identity.ts';
import { averageOf, isPressure, LONGEST, p95Of, type EventCounts, type NightDraft } from './card-night.ts';
import type { AddWarning } from './card-warnings.ts';
import { closedDays } from './legacy-days.ts';

const SERIAL = 0x2d;
const FIRMWARE = 0x4d;
/** The model of newer and of older cards. */
const MODELS = [0x2296, 0xe9];
/** The block of the running day: its date, its messages, and the settings block after them. */
const [RUNNING, RUNNING_DATE, MESSAGES, MESSAGES_END] = [0x42e, 0x431, 0x441, 0x2242];
const [PRESSURE, CENTRAL, OBSTRUCTIVE, HYPOPNEA, END] = [0x02, 0x07, 0x08, 0x09, 0xff];

export interface LegacyUsr {
  serial: string | null;
  model: string | null;
  firmware: string | null;
  nights: NightDraft[];
}

/** Reads a legacy `.USR`. Never reads the patient's block, 0x22E to 0x42D. */
export function readLegacyUsr(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): LegacyUsr {
  const closed = closedDays(bytes, file, range, add);
  const running = runningDay(bytes, file, range, add);
  const last = closed.at(-1);
  if (running && last && running.day <= last.day) add('night.order', { file, night: dateOf(running.day) });
  return {
    serial: serialIn(asciiText(bytes, SERIAL, 32)),
    model: MODELS.map((at) => modelIn(asciiText(bytes, at, at === MODELS[0] ? 32 : 20))).find((model) => model) ?? null,
    firmware: firmwareIn(asciiText(bytes, FIRMWARE, 32)),
    nights: running && !(last && running.day <= last.day) ? [...closed, running] : closed,
  };
}

/** Returns the day that was not closed when the card was removed; null when there is none or it cannot be read. */
function runningDay(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): NightDraft | null {
  if (u8(bytes, RUNNING) !== 0xf4) {
    add('record.damaged', { file });
    return null;
  }
  const read = messagesOf(bytes);
  if (read === null) add('record.damaged', { file });
  if (read === null || (read.seconds === 0 && read.count === 0)) return null;
  if (read.seconds === 0) {
    add('night.no_usage', { file });
    return null;
  }
  const day = dayOfPacked(u16(bytes, RUNNING_DATE));
  if (!isWithin(range, day)) {
    add('night.date', { file });
    return null;
  }
  if (read.seconds > LONGEST) {
    add('night.minutes', { file, night: dateOf(day) });
    return null;
  }
  const { seconds, events, pressures } = read;
  const figures = { pressure: averageOf(pressures), p95: p95Of(pressures) };
  return { day, seconds, sessions: null, events, ...figures, running: true, file };
}

/** Returns what the messages of the running day add up to; null when they do not end, or an event or a pressure is not possible. */
function messagesOf(bytes: Uint8Array) {
  const events: EventCounts = { obstructive: 0, central: 0, unclassified: null, hypopneas: 0, reras: null };
  const pressures = new Uint32Array(3501);
  let [seconds, count, at] = [0, 0, MESSAGES];
  for (; u8(bytes, at) !== END; count += 1) {
    const type = u8(bytes, at);
    const [payload, length] = type === PRESSURE ? [at + 1, 3] : [at + 2, u8(bytes, at + 1)];
    at = payload + length;
    if (type === -1 || length < 0 || at >= MESSAGES_END) return null;
    if (type === PRESSURE) {
      const [cmH2O, part] = [u8(bytes, payload) / 2, u8(bytes, payload + 1) * 60];
      if (cmH2O !== 0 && !isPressure(cmH2O)) return null;
      seconds += part;
      if (cmH2O !== 0) pressures[cmH2O * 100]! += part;
    } else if (type === CENTRAL || type === OBSTRUCTIVE || type === HYPOPNEA) {
      if (length < 3 || u8(bytes, payload) > 23 || u8(bytes, payload + 1) > 59) return null;
      if (type === CENTRAL) events.central += 1;
      else if (type === OBSTRUCTIVE) events.obstructive += 1;
      else events.hypopneas += 1;
    }
  }
  return { seconds, count, events, pressures };
}

/** Returns the serial in the header of a legacy `.idx` or `.evt`; null when there is none. */
export const legacySerial = (bytes: Uint8Array): string | null =>
  isAt(bytes, 0, 'BMC') ? null : (serialIn(asciiText(bytes, SERIAL, 32)) ?? serialIn(asciiText(bytes, 0x34, 25)));
