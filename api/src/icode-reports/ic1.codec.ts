import type { DecodedICode, DecodeResult, ICodeCodec, ICodeFigures } from './icode.codec.ts';
import { AHI, HIGH_LEAK, type Ladder, nearestStep, PRESSURE, SNI } from './ic1-ladders.ts';
import { normalizeSerial } from '../shared/text.rules.ts';

// IC1: 15 digits of mixed-radix payload, then two ISO 7064 MOD 97-10 check digits that include the serial. This system
// defines and documents the layout for its simulated devices. The check digits catch typing errors. They are not a
// signature: anyone can compute a valid code.

/** Periods a code can cover, in days. */
export const IC1_PERIODS = [1, 7, 14, 30, 60, 90, 182, 365] as const;

const PAYLOAD_DIGITS = 15;
const MINUTES_PER_STEP = 5;
const STEPS = PRESSURE.length;

/** Period and compliant days share one number: each period P uses P + 1 slots from its base. */
const SLOT_BASE = IC1_PERIODS.map((_, index) => IC1_PERIODS.slice(0, index).reduce((sum, days) => sum + days + 1, 0));

/** Number of values per field, most significant first: slot, best 30, minutes, pressure pair, AHI, SNI, high leak. */
const RADICES = [757, 31, 289, (STEPS * (STEPS + 1)) / 2 + 1, AHI.length, SNI.length, HIGH_LEAK.length] as const;

/** Payloads from this one on are invalid. It is below 2^53, so plain numbers are exact. */
export const IC1_PAYLOADS = RADICES.reduce((product, radix) => product * radix, 1);

/**
 * Returns two check digits (02 to 98) for a serial and a 15-digit payload; null when the serial has characters other
 * than A-Z and 0-9.
 */
export function ic1CheckDigits(serial: string, payload: string): string | null {
  const text = `IC1${normalizeSerial(serial)}${payload}`;
  if (!/^[0-9A-Z]+$/.test(text)) return null;
  const remainder = [...text].reduce((left, character) => {
    const value = Number.parseInt(character, 36);
    return (left * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
  return String(98 - ((remainder * 100) % 97)).padStart(2, '0');
}

/** Returns the figures of an IC1 code, or the reason why it is not a valid code of this serial. */
export function decodeIc1(serial: string, code: string): DecodeResult {
  if (!/^[0-9]{17}$/.test(code)) return { ok: false, error: 'format' };
  const payload = code.slice(0, PAYLOAD_DIGITS);
  if (ic1CheckDigits(serial, payload) !== code.slice(PAYLOAD_DIGITS)) return { ok: false, error: 'check' };
  if (Number(payload) >= IC1_PAYLOADS) return { ok: false, error: 'range' };
  return { ok: true, figures: figuresOf(Number(payload)) };
}

/**
 * Returns the IC1 code of these figures, each rounded to the nearest value that its field can hold. Throws RangeError
 * for figures that no device can have; AHI above 80 and SNI above 60 become "or more".
 */
export function encodeIc1(serial: string, figures: ICodeFigures): string {
  const payload = String(payloadOf(figures)).padStart(PAYLOAD_DIGITS, '0');
  const check = ic1CheckDigits(serial, payload);
  if (check === null) throw new RangeError('serial: letters and digits only');
  return payload + check;
}

export const ic1Codec: ICodeCodec = { id: 'ic1', version: 1, length: 17, decode: decodeIc1, encode: encodeIc1 };

function figuresOf(payload: number): DecodedICode {
  let rest = payload;
  const take = (radix: number) => {
    const digit = rest % radix;
    rest = Math.floor(rest / radix);
    return digit;
  };
  const [leak, sni, ahi, pair, minutes, best30, slot] = RADICES.toReversed().map(take) as SevenNumbers;
  const period = SLOT_BASE.findLastIndex((base) => base <= slot);
  const [pressure, p95] = pressuresOf(pair);
  return {
    period: IC1_PERIODS[period]!,
    compliantDays: slot - SLOT_BASE[period]!,
    best30,
    minutes: minutes * MINUTES_PER_STEP,
    pressure,
    p95,
    ahi: AHI[ahi]!,
    sni: SNI[sni]!,
    leak: HIGH_LEAK[leak]!,
    saturated: [...(isLast(AHI, ahi) ? (['ahi'] as const) : []), ...(isLast(SNI, sni) ? (['sni'] as const) : [])],
  };
}

type SevenNumbers = [number, number, number, number, number, number, number];

const isLast = (ladder: Ladder, step: number) => step === ladder.length - 1;

function payloadOf(figures: ICodeFigures): number {
  const period = IC1_PERIODS.findIndex((days) => days === figures.period);
  if (period === -1) throw new RangeError(`period: one of ${IC1_PERIODS.join(', ')}`);
  const days = wholeWithin('compliantDays', figures.compliantDays, figures.period);
  const fields = [
    SLOT_BASE[period]! + days,
    wholeWithin('best30', figures.best30, 30),
    Math.round(within('minutes', figures.minutes, 0, 1440) / MINUTES_PER_STEP),
    pairOf(figures.pressure, figures.p95),
    nearestStep(AHI, within('ahi', figures.ahi, 0, Infinity)),
    nearestStep(SNI, within('sni', figures.sni, 0, Infinity)),
    nearestStep(HIGH_LEAK, within('leak', figures.leak, 0, 100)),
  ];
  return fields.reduce((payload, field, index) => payload * RADICES[index]! + field, 0);
}

// The average never exceeds the 95th percentile, so only pairs i <= j are numbered, row by row; 0 means not available.
const firstPairOf = (i: number) => 1 + i * STEPS - (i * (i - 1)) / 2;

function pairOf(pressure: number | null, p95: number | null): number {
  if (pressure === null && p95 === null) return 0;
  if (pressure === null || p95 === null) throw new RangeError('pressure, p95: both or neither');
  const i = nearestStep(PRESSURE, within('pressure', pressure, 4, 30));
  const j = nearestStep(PRESSURE, within('p95', p95, pressure, 30));
  return firstPairOf(i) + (j - i);
}

function pressuresOf(pair: number): [number, number] | [null, null] {
  if (pair === 0) return [null, null];
  let i = 0;
  while (firstPairOf(i + 1) <= pair) i += 1;
  return [PRESSURE[i]!, PRESSURE[i + pair - firstPairOf(i)]!];
}

function within(name: string, value: number, lowest: number, highest: number): number {
  if (!(value >= lowest && value <= highest)) throw new RangeError(`${name}: ${lowest} to ${highest}`);
  return value;
}

function wholeWithin(name: string, value: number, highest: number): number {
  if (!Number.isInteger(value)) throw new RangeError(`${name}: a whole number`);
  return within(name, value, 0, highest);
}
