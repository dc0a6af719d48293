import type { Context } from '../shared/context.ts';
import { evidenceOfResults } from '../compliance/compliance-evidence.ts';
import type { Compliance } from '../compliance/compliance.types.ts';
import { canonical, figuresDigest, resultFiguresOf, type ReportFigures } from './compliance-figures.ts';
import { withEvidence } from './evidence-figures.ts';
import { newReportCode } from './report-code.ts';
import { signer } from './report-keys.ts';
import { signingOf } from './report-keys.store.ts';
import { signedText, type AuditHead, type ReportSignature } from './report-package.ts';

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
  /** Both null for a report that was issued before reports were signed. */
  auditHead: AuditHead | null;
  signature: ReportSignature | null;
}

const FIELDS = `r.code, r.patient_id as "patientId", r.figures::json as figures, encode(r.digest, 'hex') as digest,
  r.issued_by as "issuedBy", r.issued_for as "issuedFor", r.issued_at as "issuedAt",
  r.key_id as "keyId", r.signature, r.audit_sequence::int as "auditSequence", encode(r.audit_hash, 'hex') as "auditHash"`;

/**
 * Signs and stores reports with what they are based on, each under a new code, in one statement after those that read the
 * key and the evidence; returns code and digest in the order of the results.
 */
export async function storeReports(
  ctx: Context,
  results: readonly Compliance[],
): Promise<{ code: string; digest: string }[]> {
  if (results.length === 0) return [];
  const { keyId, cipher, auditSequence, auditHash, ...issue } = await signingOf(ctx);
  const auditHead = { sequence: auditSequence, hash: auditHash.toString('hex') };
  const sign = signer(ctx.app.config.encryptionKeys, cipher);
  const evidence = await evidenceOfResults(ctx, results);
  const rows = results.map((result, nth) => {
    const figures = withEvidence(
      resultFiguresOf(result),
      result.isPresent ? ctx.app.now() : result.knownAt,
      evidence[nth]!,
    );
    const code = newReportCode();
    return {
      code,
      patient_id: result.patientId,
      rule: result.rule.id,
      rule_version: result.rule.version,
      as_of: result.asOf,
      figures: canonical(figures),
      digest: figuresDigest(figures),
      signature: sign(signedText({ ...issue, code, figures, auditHead })).toString('hex'),
    };
  });
  await ctx.em.execute(
    `insert into compliance_reports (code, org_id, patient_id, rule, rule_version, as_of, figures, key_id, signature, audit_sequence, audit_hash)
     select n.code, p.org_id, p.id, n.rule, n.rule_version, n.as_of, n.figures, ?, decode(n.signature, 'hex'), ?, decode(?, 'hex')
       from jsonb_to_recordset(?::jsonb) as n (code text, patient_id int, rule text, rule_version int, as_of date, figures text, signature text)
       join patients p on p.id = n.patient_id`,
    [keyId, auditHead.sequence, auditHead.hash, JSON.stringify(rows)],
  );
  return rows.map(({ code, digest }) => ({ code, digest }));
}

interface ReportRow extends Omit<StoredReport, 'auditHead' | 'signature'> {
  keyId: string | null;
  signature: Buffer | null;
  auditSequence: number | null;
  auditHash: string | null;
}

/** Returns a report of a patient that the viewer may see; null for any other, and for an unknown code. */
export async function findReport({ em }: Context, code: string): Promise<StoredReport | null> {
  const [row] = await em.execute<ReportRow[]>(`select ${FIELDS} from compliance_reports r where r.code = ?`, [code]);
  if (!row) return null;
  const { keyId, signature, auditSequence, auditHash, ...report } = row;
  return {
    ...report,
    issuedAt: new Date(report.issuedAt),
    auditHead: keyId ? { sequence: auditSequence!, hash: auditHash! } : null,
    signature: keyId ? { key: keyId, algorithm: 'Ed25519', value: signature!.toString('base64url') } : null,
  };
}
