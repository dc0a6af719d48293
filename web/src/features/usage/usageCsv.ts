import type { TFunction } from 'i18next';
import { csvOf } from '../../lib/csv.ts';
import { formatDate } from '../../lib/dates.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import { oneDecimal } from '../../lib/figures.ts';
import { pressureOfAll, type UsageDay } from './usageDays.ts';
import { noteTexts, pressureNames, stateText } from './usageText.ts';

/**
 * Returns the nights as a CSV file: UTF-8 with a byte order mark, titles in the user's language, oldest first. A
 * figure that is an approximation is a number all the same; the notes say so.
 */
export function usageCsv(t: TFunction<'usage'>, days: readonly UsageDay[], wanted: number): string {
  const withUnit = (name: string, unit: string) => `${name} (${unit})`;
  const pressureOf = pressureOfAll(days);
  const names = pressureNames(t, pressureOf);
  const titles = [
    t('table.date'),
    withUnit(t('figures.use'), t('units.use')),
    t('csvMinutes'),
    t('table.counts'),
    withUnit(t('figures.ahi'), t('units.ahi')),
    withUnit(names.pressure, t('units.pressure')),
    withUnit(names.p95, t('units.pressure')),
    withUnit(t('figures.leak'), t('units.leak')),
    t('table.source'),
    t('table.device'),
    t('table.notes'),
  ];
  const figure = (value: number | null) => (value === null ? '' : oneDecimal(value));
  const rows = days.map((day) => [
    formatDate(day.date),
    day.minutes === null ? '' : hoursAndMinutes(day.minutes),
    day.minutes === null ? '' : String(day.minutes),
    stateText(t, day.state, wanted),
    figure(day.ahi),
    figure(day.pressure),
    figure(day.p95),
    figure(day.leak),
    day.sources.map((source) => t(`sources.${source}`)).join(', '),
    day.serials.join(', '),
    noteTexts(t, day, pressureOf).join('; '),
  ]);
  return csvOf([titles, ...rows]);
}
