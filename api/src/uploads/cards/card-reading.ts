import { EVERY_DAY, rangeUntil, type DayRange } from './card-dates.ts';
import { serialOfCard } from './card-device.ts';
import { formatOf } from './card-format.ts';
import { firmwareOfLogs } from './card-identity.ts';
import { mergeNights, toNight } from './card-night.ts';
import { confidenceOf, gaveNothing, isOf, outcomesOf, parserOf } from './card-outcome.ts';
import type { CardFile, CardReading } from './card-reading.types.ts';
import type { CardSource, GenerationReading, ReadingContext } from './card-source.ts';
import { collectWarnings, type CardWarning } from './card-warnings.ts';
import { readG3x } from './g3x-card.ts';
import { readLegacy } from './legacy-card.ts';

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
  const { serial, others } = serialOfCard(sources, add);
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
