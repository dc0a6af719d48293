import type { SettingName, SettingValue } from '../../device-settings/settings-catalog.rules.ts';
import { EVERY_DAY, rangeUntil, type DayRange } from './card-dates.ts';
import { serialOf } from './card-device.ts';
import { formatOf, type CardFormat } from './card-format.ts';
import { firmwareOfLogs } from './card-identity.ts';
import { mergeNights, toNight } from './card-night.ts';
import { confidenceOf, gaveNothing, isOf, outcomesOf, parserOf } from './card-outcome.ts';
import type { CardSource, GenerationReading, ReadingContext } from './card-source.ts';
import { collectWarnings, type CardWarning } from './card-warnings.ts';
import { readG3x } from './g3x-card.ts';
import { readLegacy } from './legacy-card.ts';

/** One file of a card as it was uploaded: its original name and all of its bytes. */
export interface CardFile {
  name: string;
  bytes: Uint8Array;
}

/** What a card says about the device that wrote it. */
export interface CardDevice {
  /** Upper case. All characters when it comes from a header; only the last 8 when the name of a legacy file gave it. */
  serial: string;
  serialFrom: 'header' | 'name';
  /** Model as the device writes it, `G3 A20`; null when the files do not have it. */
  model: string | null;
  /** Firmware as the device shows it, `G3-2.12.54.13`; null when the files do not have it. */
  firmware: string | null;
}

/** One night of a card, noon to noon, device-local. Every null means not available, never zero. */
export interface CardNight {
  /** YYYY-MM-DD of the evening, as recorded. */
  night: string;
  /** Minutes of use, 0 to 1440, rounded. */
  minutes: number;
  sessions: number | null;
  obstructiveApneas: number | null;
  centralApneas: number | null;
  unclassifiedApneas: number | null;
  hypopneas: number | null;
  /** Not part of the AHI. */
  reras: number | null;
  /** Apneas and hypopneas per hour of use, two decimals; null when the night has no events file or no use. */
  ahi: number | null;
  /** Time-weighted average pressure in cmH2O. */
  pressure: number | null;
  /** Pressure at or below which the device ran 95 % of the time, in cmH2O. */
  p95: number | null;
  /** True for the last night, which may have been running when the card was removed: a later card may have more of it. */
  running: boolean;
}

/** Settings by the names of the catalog; a setting that the card or the catalog does not have is absent. */
export interface CardSettings {
  /**
   * The first recorded night in which they were in force: a night without an entry has the settings of the one before.
   * Null for the current settings (`.set`).
   */
  night: string | null;
  /** Device-local time of the last change, YYYY-MM-DDTHH:mm:ss; null when not available. */
  changedAt: string | null;
  values: Partial<Record<SettingName, SettingValue>>;
}

/**
 * How sure the layout of a kind of figures is (decisions/071); no reading is verified against a vendor's
 * report.
 */
export type Confidence = 'high' | 'medium' | 'low';

/** What became of one file: `parsed` whole, `partly` with warnings, `refused` when nothing was read from it. */
export interface CardFileOutcome {
  name: string;
  format: CardFormat | null;
  outcome: 'parsed' | 'partly' | 'refused';
}

/** Reason why nothing of an upload is used: its files are of several devices. */
export interface CardProblem {
  code: 'two_serials';
  serials: string[];
}

/** Everything that was read from the files of one upload. It never holds the patient's block of a `.USR`. */
export interface CardReading {
  device: CardDevice | null;
  /** Ascending by night, one for each night. */
  nights: CardNight[];
  /** Ascending by night; the current settings are the last entry. */
  settings: CardSettings[];
  /**
   * The nights and settings of a card of which no night has a possible date: the clock of the device was wrong. They count
   * only once a user has moved them. Null for any other card.
   */
  misdated: Pick<CardReading, 'nights' | 'settings'> | null;
  warnings: CardWarning[];
  problem: CardProblem | null;
  /** In the order of the upload. */
  files: CardFileOutcome[];
  /** Generation of the card; null when no file of it was recognized. */
  parser: 'legacy' | 'g3x' | null;
  parserVersion: number;
  /** Null for figures that the reading does not have. */
  confidence: Record<'usage' | 'events' | 'pressure' | 'settings', Confidence | null>;
}

/** Increased with every change that reads the same bytes as other figures. */
export const PARSER_VERSION = 3;

/**
 * Returns what the files of one card hold. Pure: reads no file and no clock. It never throws: whatever is damaged is
 * left out and becomes a warning. So is a night later than `today`, the organization's day, YYYY-MM-DD, or before 2008;
 * but when no night has another date, they are the card's `misdated` ones.
 */
export function readCard(files: readonly CardFile[], today: string): CardReading {
  const reading = readWithin(files, rangeUntil(today));
  if (reading.nights.length > 0 || reading.problem) return reading;
  const { nights, settings, warnings, ...facts } = readWithin(files, EVERY_DAY);
  if (nights.length === 0) return reading;
  const wrong: CardWarning = { code: 'card.dates', file: null, night: nights[0]!.night, count: nights.length };
  return { ...facts, nights: [], settings: [], misdated: { nights, settings }, warnings: [...warnings, wrong] };
}

/** Returns what the files of one card hold of these days. */
function readWithin(files: readonly CardFile[], range: DayRange): CardReading {
  const { add, list } = collectWarnings();
  const sources = files.map(({ name, bytes }): CardSource => ({
    name,
    bytes,
    format: formatOf(bytes, name),
    used: false,
  }));
  for (const { name, format } of sources) if (format === null) add('file.unknown', { file: name });
  const { serial, others } = serialOf(sources, add);
  const isOneCard = others.length === 0;
  const parser = parserOf(sources);
  if (parser === 'g3x' && sources.some((source) => isOf(source, 'legacy'))) add('card.two_generations');
  const read = isOneCard ? readSources(sources, { range, add }) : NOTHING;
  if (isOneCard) {
    for (const source of sources) if (gaveNothing(source)) add('file.no_usage', { file: source.name });
    if (read.nights.length === 0 && read.settings.length === 0) add('card.no_usage');
  }
  const { nights, settings, model } = read;
  const firmware = read.firmware ?? firmwareOfLogs(sources) ?? read.build;
  return {
    device: serial && { ...serial, model, firmware },
    nights: nights.map(toNight),
    settings,
    misdated: null,
    warnings: list(),
    problem: isOneCard ? null : { code: 'two_serials', serials: [serial!.serial, ...others].sort() },
    files: outcomesOf(sources, list()),
    parser,
    parserVersion: PARSER_VERSION,
    confidence: confidenceOf(parser, read, sources, list()),
  };
}

const NOTHING: GenerationReading = { nights: [], settings: [], model: null, firmware: null, build: null };

/** Reads the files of both generations; almost every card has those of one. */
function readSources(sources: readonly CardSource[], context: ReadingContext): GenerationReading {
  const [g3x, legacy] = [readG3x(sources, context), readLegacy(sources, context)];
  const settings = [...g3x.settings, ...legacy.settings];
  settings.sort((one, other) => (one.night ?? LAST).localeCompare(other.night ?? LAST));
  return {
    nights: mergeNights([...g3x.nights, ...legacy.nights], context.add),
    settings,
    model: g3x.model ?? legacy.model,
    firmware: g3x.firmware ?? legacy.firmware,
    build: g3x.build,
  };
}

/** After every night, for the order of the current settings. */
const LAST = '9999';
