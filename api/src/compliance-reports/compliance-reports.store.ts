import type { Context } from '../shared/context.ts';
import type { Compliance } from '../compliance/compliance.types.ts';
import { canonical, figuresDigest, figuresOf, type ReportFigures } from './compliance-figures.ts';
import { newReportCode } from './report-code.ts';

/** A report as it was issued. */
export interface StoredReport {
  code: string;
  patientId: number;
  figures: ReportFigures;
  /** SHA-256 of the figures, in hex. */
  digest: string;
  /** Names of the user and of their organization, as they were then. */
  issuedBy: string;
  issuedFor: string;
  issuedAt: Date;
}

const FIELDS = `r.code, r.patient_id as "patientId", r.figures::json as figures, encode(r.digest, 'hex') as digest,
  r.issued_by as "issuedBy", r.issued_for as "issuedFor", r.issued_at as "issuedAt"`;

/** Stores reports, each under a new code, in one statement; returns code and digest in the order of the results. */
export async function storeReports(
  { em }: Context,
  results: readonly Compliance[],
): Promise<{ code: string; digest: string }[]> {
  if (results.length === 0) return [];
  const rows = results.map((result) => {
    const figures = figuresOf(result);
    return {
      code: newReportCode(),
      patient_id: result.patientId,
      rule: result.rule.id,
      rule_version: result.rule.version,
      as_of: result.asOf,
      figures: canonical(figures),
      digest: figuresDigest(figures),
    };
  });
  await em.execute(
    `insert into compliance_reports (code, org_id, patient_id, rule, rule_version, as_of, figures)
     select n.code, p.org_id, p.id, n.rule, n.rule_version, n.as_of, n.figures
       from jsonb_to_recordset(?::jsonb) as n (code text, patient_id int, rule text, rule_version int, as_of date, figures text)
       join patients p on p.id = n.patient_id`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ code, digest }) => ({ code, digest }));
}

/** Returns a report of a patient that the viewer may see; null for any other, and for an unknown code. */
export async function findReport({ em }: Context, code: string): Promise<StoredReport | null> {
  const [report] = await em.execute<StoredReport[]>(`select ${FIELDS} from compliance_reports r where r.code = ?`, [
    code,
  ]);
  return report ? { ...report, issuedAt: new Date(report.issuedAt) } : null;
}
