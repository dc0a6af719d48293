import type { TFunction } from 'i18next';
import { ruleHours } from '../../lib/figures.ts';
import type { CHART_TOKENS } from './usageColors.ts';
import { pressureOfAll, type UsageDay } from './usageDays.ts';
import { pressureNames, stateText } from './usageText.ts';

/** A part of a mark in a square of 14 pixels, as a path of SVG: filled, or drawn as a line of `line` pixels. */
export interface LegendPath {
  path: string;
  color: keyof typeof CHART_TOKENS;
  line?: number;
  dash?: number[];
}

export interface LegendEntry {
  text: string;
  mark: LegendPath[];
}

/** Pixels of a mark. */
export const MARK_SIZE = 14;

const SQUARE = 'M0 0H14V14H0Z';
const dashes = (color: LegendPath['color']): LegendPath => ({ path: 'M0 7H14', color, line: 1.5, dash: [4, 3] });

/** Returns what the marks of the charts mean, for the screen and for the picture. */
export function legendOf(
  t: TFunction<'usage'>,
  { days, wanted, hasWindow }: { days: readonly UsageDay[]; wanted: number; hasWindow: boolean },
): LegendEntry[] {
  const names = pressureNames(t, pressureOfAll(days));
  const hasNote = (isCorrected: boolean) =>
    days.some(({ notes }) => notes.some(({ kind }) => (kind === 'corrected') === isCorrected));
  const when = (isShown: boolean, entry: LegendEntry) => (isShown ? [entry] : []);
  return [
    { text: stateText(t, 'enough', wanted), mark: [{ path: SQUARE, color: 'enough' }] },
    {
      text: stateText(t, 'short', wanted),
      mark: [
        { path: 'M0.5 0.5H13.5V13.5H0.5Z', color: 'short', line: 1 },
        { path: 'M0 7L7 0M0 14L14 0M7 14L14 7', color: 'short', line: 2 },
      ],
    },
    { text: stateText(t, 'unused', wanted), mark: [{ path: 'M1 4H13V13H1Z', color: 'short', line: 1.5 }] },
    { text: stateText(t, 'noData', wanted), mark: [{ path: 'M0 11H14V14H0Z', color: 'noData' }] },
    ...when(
      days.some(({ state }) => state === 'fault'),
      {
        text: stateText(t, 'fault', wanted),
        mark: [{ path: 'M3 3L11 11M3 11L11 3', color: 'fault', line: 1.5 }],
      },
    ),
    { text: t('marks.line', { hours: ruleHours(wanted) }), mark: [dashes('text')] },
    ...when(hasWindow, {
      text: t('marks.window'),
      mark: [
        { path: SQUARE, color: 'window' },
        { path: 'M1 0V14M13 0V14', color: 'windowEdge', line: 1.5, dash: [2, 2] },
      ],
    }),
    { text: t('marks.change'), mark: [{ path: 'M7 0V14', color: 'text', line: 1.5 }] },
    {
      text: `${names.pressure}: ${t('figures.mean')}`,
      mark: [
        { path: 'M0 7H14', color: 'pressure', line: 1.5 },
        { path: 'M4 7a3 3 0 1 0 6 0a3 3 0 1 0 -6 0', color: 'pressure' },
      ],
    },
    {
      text: `${names.pressure}: ${t('figures.p95Of.pressure')}`,
      mark: [dashes('p95'), { path: 'M7 3.5L10.5 10H3.5Z', color: 'p95' }],
    },
    { text: t('marks.leak'), mark: [{ path: 'M0 7H14', color: 'leak', line: 1.5 }] },
    ...when(hasNote(true), {
      text: t('marks.corrected'),
      mark: [{ path: 'M7 2L12 7L7 12L2 7Z', color: 'note' }],
    }),
    ...when(hasNote(false), {
      text: t('marks.kept'),
      mark: [{ path: 'M3 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0', color: 'note', line: 1.5 }],
    }),
  ];
}
