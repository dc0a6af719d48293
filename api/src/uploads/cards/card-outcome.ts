import type { CardFileOutcome, CardReading } from './card-reading.types.ts';
import type { CardSource, GenerationReading } from './card-source.ts';
import type { CardWarning, CardWarningCode } from './card-warnings.ts';

type Generation = NonNullable<CardReading['parser']>;

/** Whether a file is of this generation of cards. */
export const isOf = ({ format }: CardSource, generation: Generation): boolean =>
  format !== null && format.startsWith(generation);

/** Returns the generation of the card: G3X when files of both are there; null when no file is of either. */
export const parserOf = (sources: readonly CardSource[]): Generation | null =>
  (['g3x', 'legacy'] as const).find((generation) => sources.some((source) => isOf(source, generation))) ?? null;

/** A `.log` and a legacy `.evt` are accepted although they give no nights. */
const mayBeUnused = ({ format }: CardSource) => format === 'log' || format === 'legacy-evt';

/** Whether a file was recognized and gave nothing although its format can. */
export const gaveNothing = (source: CardSource): boolean =>
  source.format !== null && !source.used && !mayBeUnused(source);

/** Returns what became of each file. */
export function outcomesOf(sources: readonly CardSource[], warnings: readonly CardWarning[]): CardFileOutcome[] {
  const warned = new Set(warnings.map(({ file }) => file));
  return sources.map((source) => {
    const { name, format } = source;
    if (format === null || gaveNothing(source)) return { name, format, outcome: 'refused' };
    return { name, format, outcome: warned.has(name) ? 'partly' : 'parsed' };
  });
}

/** Warnings of a legacy `.USR` that are no damage. */
const NO_DAMAGE: readonly CardWarningCode[] = ['night.older_events', 'file.name'];

/**
 * Returns how sure the layouts are that the figures were read by (the table is in decisions/071). Nothing protects the
 * minutes of a `.USR`: where other bytes of it are damaged, its minutes may be.
 */
export function confidenceOf(
  parser: Generation | null,
  { nights, settings }: Pick<GenerationReading, 'nights' | 'settings'>,
  sources: readonly CardSource[],
  warnings: readonly CardWarning[],
): CardReading['confidence'] {
  const isLegacy = parser === 'legacy';
  const unprotected = new Set(sources.flatMap(({ format, name }) => (format === 'legacy-usr' ? [name] : [])));
  const isDamaged = warnings.some(
    ({ file, code }) => file !== null && unprotected.has(file) && !NO_DAMAGE.includes(code),
  );
  const isLow = isDamaged || (isLegacy && nights.every(({ running }) => running));
  const isAutoS = !isLegacy && settings.every(({ values }) => values.mode === 'AutoS');
  return {
    usage: nights.length === 0 ? null : isLow ? 'low' : 'high',
    events: nights.some(({ events }) => events) ? (isLegacy ? 'medium' : 'high') : null,
    pressure: nights.some(({ pressure, p95 }) => pressure !== null || p95 !== null) ? 'medium' : null,
    settings: settings.length === 0 ? null : isAutoS ? 'high' : 'medium',
  };
}
