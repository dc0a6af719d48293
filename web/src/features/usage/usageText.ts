import type { TFunction } from 'i18next';
import { formatDate } from '../../lib/dates.ts';
import { oneDecimal, ruleHours } from '../../lib/figures.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import type { NightNote, PressureOf, UsageDay, UseState } from './usageDays.ts';

type Translate = TFunction<'usage'>;

/** Returns how a night counts, in words. */
export const stateText = (t: Translate, state: UseState, wanted: number): string =>
  t(`states.${state}`, { hours: ruleHours(wanted) });

/** Returns what a reader must know about a night, in words. */
export function noteText(t: Translate, { kind, source, minutes, recordedDate }: NightNote): string {
  return t(`notes.${kind}`, {
    source: t(`sources.${source}`),
    use: minutes === null ? '–' : hoursAndMinutes(minutes),
    date: formatDate(recordedDate),
  });
}

/** Returns the names of the pressures of some nights: those of a bilevel device are IPAP. */
export const pressureNames = (t: Translate, pressureOf: PressureOf | null) => ({
  pressure: t(`figures.pressureOf.${pressureOf ?? 'pressure'}`),
  p95: t(`figures.p95Of.${pressureOf ?? 'pressure'}`),
});

/** The mark of a figure that is an approximation. */
export const ABOUT = '≈';

/**
 * Returns what a reader must know about a night, each as a text. `pressureOf`: what the pressures of all nights around it
 * are of, which are named in common.
 */
export const noteTexts = (t: Translate, day: UsageDay, pressureOf: PressureOf | null): string[] => [
  ...day.notes.map((note) => noteText(t, note)),
  ...(pressureOf === 'both' && day.pressureOf === 'ipap' ? [t('notes.ipap')] : []),
  ...(day.isP95About ? [t('notes.about')] : []),
];

/** Returns the figures and notes of a night, each as a line. Figures that are not available are left out. */
function figureLines(t: Translate, day: UsageDay): string[] {
  const names = { ahi: '', leak: '', ...pressureNames(t, day.pressureOf) };
  const figures = (['ahi', 'pressure', 'p95', 'leak'] as const).flatMap((figure) => {
    const value = day[figure];
    const about = figure === 'p95' && day.isP95About ? `${ABOUT} ` : '';
    return value === null ? [] : [t(`night.${figure}`, { name: names[figure], value: about + oneDecimal(value) })];
  });
  return [
    ...figures,
    ...(day.sources.length > 0
      ? [t('night.source', { sources: day.sources.map((source) => t(`sources.${source}`)).join(', ') })]
      : []),
    ...(day.serials.length > 0 ? [t('night.device', { serials: day.serials.join(', ') })] : []),
    ...noteTexts(t, day, day.pressureOf),
  ];
}

/** Returns the lines of a night's tooltip, below its date. */
export function nightLines(t: Translate, day: UsageDay, wanted: number): string[] {
  const state = stateText(t, day.state, wanted);
  const use = day.minutes === null ? state : t('night.use', { use: hoursAndMinutes(day.minutes), state });
  return [use, ...figureLines(t, day)];
}

/** Returns a night as a screen reader says it: hours and minutes as words, so that they are no time of day. */
export function spokenNight(t: Translate, day: UsageDay, wanted: number): string {
  const state = stateText(t, day.state, wanted);
  const { minutes } = day;
  const use =
    minutes === null ? state : t('night.spokenUse', { hours: Math.floor(minutes / 60), minutes: minutes % 60, state });
  return [formatDate(day.date), use, ...figureLines(t, day)].join('. ');
}
