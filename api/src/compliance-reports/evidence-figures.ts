import {
  evidenceByReport,
  evidenceOfReport,
  type NightConfidence,
  type Evidence,
  type NightEvidence,
} from '../compliance/compliance-evidence.ts';
import type { LedgerReport } from '../compliance/compliance-ledger.ts';
import type { ReportFigures, ResultFigures } from './compliance-figures.ts';

/** What a report is based on: format 2. Times are UTC; `Evidence` describes each. */
export interface EvidenceFigures {
  /** Time whose knowledge the result is of; null: the end of `as_of` in `timezone`. */
  known_at: string | null;
  first_use: { date: string; minutes: number; serial: string } | null;
  nights_before_start: number;
  compliant_before_start: number;
  therapy_starts: { therapy_start: string | null; recorded_at: string; by: string | null }[];
  devices: { serial: string; start_date: string; end_date: string | null; removed: boolean }[];
  unlisted_nights: number;
  /** Absent when there are none, and in a report of before nights could be voided. */
  voided_nights?: {
    serial: string;
    nights: number;
    first_date: string;
    last_date: string;
    reason: string;
    by: string;
    at: string;
  }[];
}

/** What one source reported for a night, and where it comes from. */
export type FigureReport = Pick<LedgerReport, 'source' | 'minutes' | 'recorded' | 'corrected' | 'outcome'> &
  Partial<{
    serial: string;
    arrived_at: string;
    upload_digest: string | null;
    reader: string | null;
    confidence: NightConfidence | null;
    correction: { by: string; at: string; from: string } | null;
  }>;

const originOf = ({ serial, arrivedAt, uploadDigest, reader, confidence, correction }: NightEvidence) => ({
  serial,
  arrived_at: arrivedAt.toISOString(),
  upload_digest: uploadDigest,
  reader,
  confidence,
  correction: correction && { by: correction.by, at: correction.at.toISOString(), from: correction.from },
});

/** Returns figures with what they are based on. */
export const withEvidence = (figures: ResultFigures, knownAt: Date | null, evidence: Evidence): ReportFigures => ({
  ...figures,
  known_at: knownAt && knownAt.toISOString(),
  first_use: evidence.firstUse,
  nights_before_start: evidence.before.nights,
  compliant_before_start: evidence.before.compliant,
  therapy_starts: evidence.therapyStarts.map(({ therapyStart, recordedAt, by }) => ({
    therapy_start: therapyStart,
    recorded_at: recordedAt.toISOString(),
    by,
  })),
  devices: evidence.devices.map(({ serial, startDate, endDate, isRemoved }) => ({
    serial,
    start_date: startDate,
    end_date: endDate,
    removed: isRemoved,
  })),
  unlisted_nights: evidence.unlistedNights,
  ...(evidence.voidedNights.length > 0 && {
    voided_nights: evidence.voidedNights.map(({ serial, nights, firstDate, lastDate, reason, by, at }) => ({
      serial,
      nights,
      first_date: firstDate,
      last_date: lastDate,
      reason,
      by,
      at: at.toISOString(),
    })),
  }),
  nights: figures.nights.map((night) => ({
    ...night,
    reports: night.reports.map((report, nth) => {
      const origin = evidenceOfReport(evidence, night, nth);
      return origin ? { ...report, ...originOf(origin) } : report;
    }),
  })),
});

const nightOf = ({
  serial,
  arrived_at,
  upload_digest,
  reader,
  confidence,
  correction,
}: FigureReport): NightEvidence => ({
  serial: serial!,
  arrivedAt: new Date(arrived_at!),
  uploadDigest: upload_digest ?? null,
  reader: reader ?? null,
  confidence: confidence ?? null,
  correction: correction ? { ...correction, at: new Date(correction.at) } : null,
});

/** Returns what an issued report was based on; null of a report of format 1, which does not say. */
export function evidenceOfFigures(figures: ReportFigures): Evidence | null {
  if (figures.known_at === undefined) return null;
  const reports = figures.nights.flatMap(({ date, reports: own }) =>
    own.map((report: FigureReport) => ({ ...report, date })),
  );
  return {
    firstUse: figures.first_use ?? null,
    before: { nights: figures.nights_before_start ?? 0, compliant: figures.compliant_before_start ?? 0 },
    therapyStarts: (figures.therapy_starts ?? []).map(({ therapy_start, recorded_at, by }) => ({
      therapyStart: therapy_start,
      recordedAt: new Date(recorded_at),
      by,
    })),
    devices: (figures.devices ?? []).map(({ serial, start_date, end_date, removed }) => ({
      serial,
      startDate: start_date,
      endDate: end_date,
      isRemoved: removed,
    })),
    unlistedNights: figures.unlisted_nights ?? 0,
    voidedNights: (figures.voided_nights ?? []).map(({ first_date, last_date, at, ...voided }) => ({
      ...voided,
      firstDate: first_date,
      lastDate: last_date,
      at: new Date(at),
    })),
    nights: evidenceByReport(
      reports.filter(({ serial }) => serial !== undefined),
      nightOf,
    ),
  };
}
