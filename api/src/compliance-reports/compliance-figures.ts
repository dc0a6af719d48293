import { createHash } from 'node:crypto';
import type { LedgerNight, LedgerReport, NightState, ReportOutcome } from '../compliance/compliance.ledger.ts';
import { Compliance } from '../compliance/compliance.types.ts';
import type { ComplianceState } from '../compliance/compliance.verdict.ts';

/**
 * The figures of a report as they are stored, downloaded and compared: version 1 of the shape. The names are those of
 * REST, and the values those of `Compliance` in GraphQL, whose descriptions hold for both; enums in lower case, dates as
 * YYYY-MM-DD, minutes of use. The order of the names is part of the shape: the digest is of the text.
 */
export interface ReportFigures {
  format: 1;
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
  closes_on: string | null;
  corrected_nights: number;
  missing_nights: number;
  /** Every day of the period up to `as_of`, from the first. */
  nights: FigureNight[];
}

interface FigureNight {
  date: string;
  day: number;
  minutes: number | null;
  source: LedgerNight['source'];
  state: NightState;
  corrected: boolean;
  reports: {
    source: LedgerReport['source'];
    minutes: number;
    recorded: string;
    corrected: boolean;
    outcome: ReportOutcome;
  }[];
}

const nightOf = ({ date, day, minutes, source, state, corrected, reports }: LedgerNight): FigureNight => ({
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
export function figuresOf(compliance: Compliance): ReportFigures {
  const { rule, verdict } = compliance;
  return {
    format: 1,
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
    closes_on: verdict?.closesOn ?? null,
    corrected_nights: compliance.correctedNights,
    missing_nights: compliance.missingNights,
    nights: (verdict?.ledger ?? []).map(nightOf),
  };
}

/** Returns the result that stored figures are of: nothing is computed again. */
export function complianceOfFigures(patientId: number, figures: ReportFigures): Compliance {
  const { rule, nights } = figures;
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
    timezone: null, // not in this format
    knownAt: null,
    isPresent: false,
    verdict: {
      state: figures.state,
      windowStart: figures.window_start!,
      windowEnd: figures.window_end!,
      compliantDays: figures.compliant_days,
      nightsNeeded: figures.nights_needed,
      metOn: figures.met_on,
      earliestDate: figures.earliest_date,
      latestDate: figures.latest_date,
      atRiskOn: figures.at_risk_on,
      cannotBeMetOn: null, // not in this format
      closesOn: figures.closes_on!,
      ledger: nights,
    },
  });
}

/** Returns the text of which the digest is. */
export const canonical = (figures: ReportFigures): string => JSON.stringify(figures);

/** Returns the SHA-256 of the canonical text, in hex. */
export const figuresDigest = (figures: ReportFigures): string =>
  createHash('sha256').update(canonical(figures)).digest('hex');

/** Returns the nights that two results of the same days show differently, by date. */
export function changedNights(one: ReportFigures, other: ReportFigures): string[] {
  const known = new Map(one.nights.map((night) => [night.date, JSON.stringify(night)]));
  const dates = new Set([...known.keys(), ...other.nights.map(({ date }) => date)]);
  const now = new Map(other.nights.map((night) => [night.date, JSON.stringify(night)]));
  return [...dates].filter((date) => known.get(date) !== now.get(date)).sort();
}
