import { hoursAndMinutes } from '../../lib/hours.ts';
import { NUMBER_LOCALE } from '../../lib/numberLocale.ts';

/** The figures of a report in the tables, in the documented order. */
export const iCodeFigures = [
  'icodePeriod',
  'compliancePercent',
  'best30Percent',
  'minutes',
  'pressure',
  'p95',
  'ahi',
  'sni',
  'leak',
] as const;

export type ICodeFigure = (typeof iCodeFigures)[number];

/** Null when the device recorded no use, or the code does not contain them: best 30 is of 30 days or more. */
type Measured = 'best30Percent' | 'pressure' | 'p95' | 'ahi' | 'sni' | 'leak';

export type ICodeFigureValues = Record<Exclude<ICodeFigure, Measured>, number> &
  Record<Measured, number | null> & { saturated: readonly string[] };

const decimals: Partial<Record<ICodeFigure, number>> = {
  compliancePercent: 2,
  best30Percent: 2,
  pressure: 1,
  p95: 1,
  ahi: 1,
  sni: 1,
};

/** What the pressures of a report are of; null when the viewer may not see the device. */
export interface WithPressure {
  pressureKind: 'PRESSURE' | 'IPAP' | null;
}

/** Whether the pressures of these reports are IPAP. Reports of one device are alike. */
export const hasIpap = (reports: readonly WithPressure[]): boolean =>
  reports.some(({ pressureKind }) => pressureKind === 'IPAP');

/** The key of a figure's unit. */
export const unitOf = (figure: ICodeFigure, isIpap: boolean) =>
  isIpap && (figure === 'pressure' || figure === 'p95') ? 'ipap' : figure;

/** The codecs' names, where they differ from the report's. */
const codecNames: Partial<Record<ICodeFigure, string>> = {
  icodePeriod: 'period',
  compliancePercent: 'compliantDays',
  best30Percent: 'best30',
};

/**
 * Formats a figure: Comp % and Best 30 with 2 decimals, use as h:mm, pressures and indices with 1
 * decimal. `text` is null when the code does not contain the figure, which is not zero. `orMore`
 * is true when the code says "this or more".
 */
export function formatFigure(report: ICodeFigureValues, figure: ICodeFigure): { text: string | null; orMore: boolean } {
  const value = report[figure];
  if (value === null) return { text: null, orMore: false };
  const digits = decimals[figure] ?? 0;
  const decimal = () =>
    value.toLocaleString(NUMBER_LOCALE, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    });
  const text = figure === 'minutes' ? hoursAndMinutes(value) : decimal();
  return { text, orMore: report.saturated.includes(codecNames[figure] ?? figure) };
}
