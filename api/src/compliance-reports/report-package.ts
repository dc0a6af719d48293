import type { ReportFigures } from './compliance-figures.ts';
import { canonicalJson, type Json } from './canonical-json.ts';
import { spokenCode } from './report-code.rules.ts';

/** Head of the chain of the audit log when the report was issued (decisions/059). */
export interface AuditHead {
  sequence: number;
  /** In hexadecimal. */
  hash: string;
}

export interface ReportSignature {
  /** Id of the key, as in /.well-known/airlog-report-keys.json. */
  key: string;
  algorithm: 'Ed25519';
  /** base64url. */
  value: string;
}

/** What is signed. It has no names of the patient (decisions/078). */
export interface SignedContent {
  code: string;
  issuedAt: Date;
  issuedBy: string;
  issuedFor: string;
  figures: ReportFigures;
  auditHead: AuditHead | null;
}

/** A report as a file: format 2 of the shape. Format 1 is a report of before, which is not signed. */
export interface ReportPackage {
  format: 1 | 2;
  code: string;
  issued_at: string;
  issued_by: string;
  issued_for: string;
  figures: ReportFigures;
  audit_head: AuditHead | null;
  signature: ReportSignature | null;
}

const contentOf = (report: SignedContent): Omit<ReportPackage, 'signature'> => ({
  format: report.auditHead ? 2 : 1,
  code: spokenCode(report.code),
  issued_at: report.issuedAt.toISOString(),
  issued_by: report.issuedBy,
  issued_for: report.issuedFor,
  figures: report.figures,
  audit_head: report.auditHead,
});

/** Returns the text of which the signature of a report is: its package without `signature`, as canonical JSON. */
export const signedText = (report: SignedContent): string => canonicalJson(contentOf(report) as unknown as Json);

/** Returns the package of a stored report. */
export const packageOf = (report: SignedContent & { signature: ReportSignature | null }): ReportPackage => ({
  ...contentOf(report),
  signature: report.signature,
});
