import { createHash } from 'node:crypto';
import type { LedgerNight, LedgerReport, NightState } from '../compliance/compliance-ledger.ts';
import { Compliance } from '../compliance/compliance.types.ts';
import type { ComplianceState } from '../compliance/compliance-verdict.ts';
import { evidenceOfFigures, type EvidenceFigures, type FigureReport } from './evidence-figures.ts';

/**
 * The result in the figures of a report, as it is compared with that of today. The names are those of REST, and the
 * values those of `Compliance` in GraphQL, whose descriptions hold for both; enums in lower case, dates as YYYY-MM-DD,
 * minutes of use. The order of the names is part of the shape: the digest is of the text.
 */
export interface ResultFigures {
  /** 1: without evidence, `timezone` and `cannot_be_met_on`, as reports were issued at first. */
  format: 1 | 2;
  rule: {
    id: string;
    name: string;
    version: number;
    first_day: number;
    period: number;
    window: number;
    minutes: number;
    percent: number;
  };
  as_of: string;
  /** Time zone in which the day `as_of` ends. */
  timezone?: string | null;
  therapy_start: string | null;
  state: ComplianceState;
  window_start: string | null;
  window_end: string | null;
  compliant_days: number;
  nights_wanted: number;
  nights_needed: number | null;
  met_on: string | null;
  earliest_date: string | null;
  latest_date: string | null;
  at_risk_on: string | null;
  cannot_be_met_on?: string | null;
  closes_on: string | null;
  corrected_nights: number;
  missing_nights: number;
  /** Every day of the period up to `as_of`, from the first. */
  nights: FigureNight[];
}

/** The figures of a report as they are stored and downloaded: the result, and since format 2 what it is based on. */
export interface ReportFigures extends ResultFigures, Partial<EvidenceFigures> {
  nights: (Omit<FigureNight, 'reports'> & { reports: FigureReport[] })[];
}

interface FigureNight {
  date: string;
  day: number;
  minutes: number | null;
  source: LedgerNight['source'];
  state: NightState;
  corrected: boolean;
  reports: Pick<LedgerReport, 'source' | 'minutes' | 'recorded' | 'corrected' | 'outcome'>[];
}

const nightOf = ({
  date,
  day,
  minutes,
  source,
  state,
  corrected,
  reports,
}: Omit<LedgerNight, 'reports'> & Pick<FigureNight, 'reports'>): FigureNight => ({
  date,
  day,
  minutes,
  source,
  state,
  corrected,
  reports: reports.map((report) => ({
    source: report.source,
    minutes: report.minutes,
    recorded: report.recorded,
    corrected: report.corrected,
    outcome: report.outcome,
  })),
});

/** Returns the figures of a result. */
export function resultFiguresOf(compliance: Compliance): ResultFigures {
  const { rule, verdict } = compliance;
  return {
    format: 2,
    rule: {
      id: rule.id,
      name: rule.name,
      version: rule.version,
      first_day: rule.firstDay,
      period: rule.period,
      window: rule.window,
      minutes: rule.minutes,
      percent: rule.percent,
    },
    as_of: compliance.asOf,
    timezone: compliance.timezone,
    therapy_start: compliance.therapyStart,
    state: compliance.state,
    window_start: compliance.windowStart,
    window_end: compliance.windowEnd,
    compliant_days: compliance.compliantDays,
    nights_wanted: compliance.nightsWanted,
    nights_needed: compliance.nightsNeeded,
    met_on: compliance.metOn,
    earliest_date: compliance.earliestDate,
    latest_date: compliance.latestDate,
    at_risk_on: compliance.atRiskOn,
    cannot_be_met_on: compliance.cannotBeMetOn,
    closes_on: verdict?.closesOn ?? null,
    corrected_nights: compliance.correctedNights,
    missing_nights: compliance.missingNights,
    nights: (verdict?.ledger ?? []).map(nightOf),
  };
}

/** Returns the result that stored figures are of: nothing is computed again. */
export function complianceOfFigures(patientId: number, figures: ReportFigures): Compliance {
  const { rule, nights } = figures;
  const dates = {
    metOn: figures.met_on,
    shortOn: null, // a report does not say it
    atRiskOn: figures.at_risk_on,
    cannotBeMetOn: figures.cannot_be_met_on ?? null,
    closesOn: figures.closes_on!,
  };
  return new Compliance({
    patientId,
    therapyStart: figures.therapy_start,
    rule: {
      id: rule.id,
      name: rule.name,
      version: rule.version,
      firstDay: rule.first_day,
      period: rule.period,
      window: rule.window,
      minutes: rule.minutes,
      percent: rule.percent,
    },
    asOf: figures.as_of,
    timezone: figures.timezone ?? null,
    knownAt: figures.known_at ? new Date(figures.known_at) : null,
    isPresent: false,
    evidence: evidenceOfFigures(figures),
    verdict: {
      state: figures.state,
      windowStart: figures.window_start!,
      windowEnd: figures.window_end!,
      compliantDays: figures.compliant_days,
      nightsNeeded: figures.nights_needed,
      earliestDate: figures.earliest_date,
      latestDate: figures.latest_date,
      lastWireless: null, // as shortOn
      ...dates,
      stored: dates,
      ledger: nights,
    },
  });
}

/** Returns the result in figures, without what it is based on. */
const resultOf = ({ rule, ...figures }: ResultFigures): ResultFigures => ({
  format: figures.format,
  rule,
  as_of: figures.as_of,
  timezone: figures.timezone,
  therapy_start: figures.therapy_start,
  state: figures.state,
  window_start: figures.window_start,
  window_end: figures.window_end,
  compliant_days: figures.compliant_days,
  nights_wanted: figures.nights_wanted,
  nights_needed: figures.nights_needed,
  met_on: figures.met_on,
  earliest_date: figures.earliest_date,
  latest_date: figures.latest_date,
  at_risk_on: figures.at_risk_on,
  cannot_be_met_on: figures.cannot_be_met_on,
  closes_on: figures.closes_on,
  corrected_nights: figures.corrected_nights,
  missing_nights: figures.missing_nights,
  nights: figures.nights,
});

/** Returns the text of which the digest is. */
export const canonical = (figures: ReportFigures): string => JSON.stringify(figures);

/** Returns the SHA-256 of the canonical text, in hex. */
export const figuresDigest = (figures: ReportFigures): string =>
  createHash('sha256').update(canonical(figures)).digest('hex');

/** Returns the nights that two results of the same days show differently, by date. */
export function changedNights(one: ResultFigures, other: ResultFigures): string[] {
  const textOf = ({ nights }: ResultFigures) =>
    new Map(nights.map((night) => [night.date, JSON.stringify(nightOf(night))]));
  const [known, now] = [textOf(one), textOf(other)];
  return [...new Set([...known.keys(), ...now.keys()])].filter((date) => known.get(date) !== now.get(date)).sort();
}

/** Whether two results of the same days are the same. A report of format 1 has no zone and no date for "can no longer be met". */
export function isSameResult(issued: ReportFigures, now: ResultFigures): boolean {
  const textOf = (figures: ResultFigures) => {
    const { cannot_be_met_on: cannotBeMetOn, timezone, ...result } = resultOf(figures);
    const added = issued.format === 1 ? null : [cannotBeMetOn, timezone];
    return JSON.stringify([{ ...result, format: 0, nights: [] }, added]);
  };
  return textOf(issued) === textOf(now) && changedNights(issued, now).length === 0;
}
