import { assertBelow, countAttempt } from '../auth/counters.ts';
import { historiesOf, nightsOfPatients } from '../compliance/compliance-nights.ts';
import { evidenceOfResults } from '../compliance/compliance-evidence.ts';
import { complianceOf, type ComplianceAsked } from '../compliance/compliance.service.ts';
import { Compliance } from '../compliance/compliance.types.ts';
import { assess } from '../compliance/compliance-verdict.ts';
import { timezoneOfPatient } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, NotFound } from '../shared/errors.ts';
import {
  changedNights,
  complianceOfFigures,
  resultFiguresOf,
  isSameResult,
  type ReportFigures,
} from './compliance-figures.ts';
import { findReport, storeReports, type StoredReport } from './compliance-reports.store.ts';
import { ComplianceReport } from './compliance-reports.types.ts';
import { withEvidence } from './evidence-figures.ts';
import { parseReportCode, spokenCode } from './report-code.rules.ts';

/** Codes in an hour that name no report which the user may see: a code is typed, and never tried. */
const MAX_WRONG = 20;
const HOUR = 3600;

const refusal = (field: string, code: 'compliance_report.no_therapy_start' | 'compliance_report.wrong_code') =>
  new InvalidInput([{ field, code, message: code }]);

/**
 * Issues a report: stores the figures of a patient's result as they are now, and returns its new code. Throws NotFound
 * for a patient that the viewer may not see; refuses a patient without therapy start, an unknown rule and a future date.
 */
export async function issueReport(ctx: Context, patientId: number, asked: ComplianceAsked): Promise<string> {
  const patient = await findPatient(ctx, patientId);
  const compliance = await complianceOf(ctx, patient, asked);
  if (compliance.verdict === null) throw refusal('patientId', 'compliance_report.no_therapy_start');
  const [{ code, digest }] = (await storeReports(ctx, [compliance])) as [{ code: string; digest: string }];
  // The line of the audit log is sealed: a stored report that was forged has another digest than its line.
  ctx.note({ report: code, digest, rule: compliance.rule.id, asOf: compliance.asOf });
  return code;
}

/**
 * Returns a patient's result with what it is based on, in the figures of a report: nothing is issued. Throws NotFound for a
 * patient that the viewer may not see; refuses what `complianceOf` refuses.
 */
export async function describeResult(ctx: Context, patientId: number, asked: ComplianceAsked): Promise<ReportFigures> {
  const compliance = await complianceOf(ctx, await findPatient(ctx, patientId), asked);
  const [evidence] = await evidenceOfResults(ctx, [compliance]);
  return withEvidence(resultFiguresOf(compliance), compliance.knownAt, evidence!);
}

/**
 * Returns the report of a code with its figures as issued, and whether today's differ. Throws NotFound for an unknown
 * code and for a report of a patient that the viewer may not see; TooMany after 20 of them in an hour. Refuses text that
 * is no code: its check character says so.
 */
export async function verifyReport(ctx: Context, text: string): Promise<ComplianceReport> {
  const code = parseReportCode(text);
  if (code === null) throw refusal('code', 'compliance_report.wrong_code');
  const key = `compliance-report:${ctx.viewer.userId}`;
  await assertBelow(ctx, key, MAX_WRONG, HOUR);
  const stored = await findReport(ctx, code);
  if (!stored) {
    await countAttempt(ctx, key, HOUR);
    throw new NotFound();
  }
  return compared(ctx, stored, await findPatient(ctx, stored.patientId));
}

/** Compares a report with what is known now of the same days, by the same version of its rule. */
async function compared(ctx: Context, stored: StoredReport, patient: Patient): Promise<ComplianceReport> {
  const issued = complianceOfFigures(patient.id, stored.figures);
  const current = await knownNow(ctx, patient, issued);
  const now = resultFiguresOf(current);
  return new ComplianceReport({
    stored,
    address: `${ctx.app.config.publicUrl}/verify/${spokenCode(stored.code)}`,
    patient,
    compliance: issued,
    current,
    isCurrent: isSameResult(stored.figures, now),
    changedNights: changedNights(stored.figures, now),
  });
}

/**
 * Returns the result as of the date of another one, from all that is known now: also from nights that arrived after that
 * date, if they are of an earlier one.
 */
async function knownNow(ctx: Context, patient: Patient, { rule, asOf, timezone }: Compliance): Promise<Compliance> {
  const { id: patientId, therapyStart } = patient;
  const nights = (await nightsOfPatients(ctx, [patientId], rule)).get(patientId) ?? [];
  const zone = timezone ?? (await timezoneOfPatient(ctx, patient));
  const [before] =
    therapyStart === null
      ? []
      : await historiesOf(ctx, [{ patientId, therapyStart, last: asOf, timezone: zone }], rule);
  const verdict = therapyStart === null ? null : assess(rule, therapyStart, nights, asOf, before);
  return new Compliance({ patientId, therapyStart, rule, asOf, timezone, knownAt: null, isPresent: false, verdict });
}
