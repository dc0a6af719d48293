import { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import { Context } from '../shared/context.ts';
import { authorize, InvalidInput } from '../shared/errors.ts';
import { rowOfEach } from '../shared/list.ts';
import { canRecalculateCompliance } from './compliance.policy.ts';
import { nightsKnownBy, nightsOfPatients } from './compliance.nights.ts';
import { complianceRuleOf, defaultRule, type ComplianceRule } from './compliance.rule.ts';
import { Compliance } from './compliance.types.ts';
import { assess } from './compliance.verdict.ts';
import { ComplianceResult } from './compliance-result.entity.ts';

/** What a result is asked for. `asOf`: a calendar date; nights that arrived and corrections that were made later are left out. */
interface Question {
  patientId: number;
  rule: ComplianceRule;
  asOf: string;
}

/** Returns the results of patients under one rule as of one date, in the order of the ids. */
async function resultsOf(
  ctx: Context,
  patientIds: readonly number[],
  { rule, asOf }: Omit<Question, 'patientId'>,
): Promise<Compliance[]> {
  const starts = await ctx.em.find(Patient, { id: { $in: [...patientIds] } }); // page rows: in memory if already read
  const startOf = new Map(starts.map(({ id, therapyStart }) => [id, therapyStart]));
  const nightsOf =
    asOf === ctx.today
      ? await nightsOfPatients(ctx, patientIds, rule)
      : await nightsKnownBy(ctx, patientIds, rule, { date: asOf, timezone: ctx.timezone });
  return patientIds.map((patientId) => {
    const therapyStart = startOf.get(patientId) ?? null;
    const verdict = therapyStart === null ? null : assess(rule, therapyStart, nightsOf.get(patientId) ?? [], asOf);
    return new Compliance({ patientId, therapyStart, rule, asOf, verdict });
  });
}

/** Answers each question, with one query for each rule and date among them. For `ctx.loader`. */
async function complianceOfAll(ctx: Context, questions: readonly Question[]): Promise<Compliance[]> {
  const answers = new Map<Question, Compliance>();
  const groups = Map.groupBy(questions, ({ rule, asOf }) => `${rule.id} ${asOf}`);
  for (const asked of groups.values()) {
    const results = await resultsOf(
      ctx,
      asked.map(({ patientId }) => patientId),
      asked[0]!,
    );
    asked.forEach((question, index) => answers.set(question, results[index]!));
  }
  return questions.map((question) => answers.get(question)!);
}

/** The rule and the date of a result, as they are asked for. */
export interface Asked {
  ruleId?: string | null;
  asOf?: string | null;
}

/**
 * Returns the rule (the default one when omitted) and the date (today when omitted). Refuses an unknown rule and a date in
 * the future.
 */
export function ruleAndDate(ctx: Context, asked: Asked): { rule: ComplianceRule; asOf: string } {
  const rule = asked.ruleId == null ? defaultRule() : complianceRuleOf(asked.ruleId);
  if (!rule)
    throw new InvalidInput([{ field: 'ruleId', code: 'compliance.unknown_rule', message: 'compliance.unknown_rule' }]);
  const asOf = asked.asOf ?? ctx.today;
  if (asOf > ctx.today)
    throw new InvalidInput([{ field: 'asOf', code: 'compliance.future', message: 'compliance.future' }]);
  return { rule, asOf };
}

/**
 * Returns the patient's result under a rule as of a date, computed from the nights and corrections of then. Refuses an
 * unknown rule and a date in the future.
 */
export async function complianceOf(ctx: Context, patientId: number, asked: Asked = {}): Promise<Compliance> {
  return ctx.loader(complianceOfAll).load({ patientId, ...ruleAndDate(ctx, asked) });
}

/**
 * Returns the days of a patient's compliance period, from therapy start ("Compliance period length is supplied by the
 * server").
 */
export const compliancePeriodOf = (): number => defaultRule().period;

/** Whether lists and the dashboard are about this result: the default rule's of today. */
const isListed = (ctx: Context, { rule, asOf }: Compliance): boolean => rule === defaultRule() && asOf === ctx.today;

/** Returns the stored result of each patient, or null, in the order of the ids. For `ctx.loader`. */
async function resultsOfPatients({ em }: Context, patientIds: readonly number[]): Promise<(ComplianceResult | null)[]> {
  const results = await em.find(ComplianceResult, { patientId: { $in: [...patientIds] }, rule: defaultRule().name });
  return rowOfEach(patientIds, results, ({ patientId }) => patientId);
}

/**
 * Returns the time at which the stored result, which list filters use, was computed; null when there is none yet, or for
 * another rule or date.
 */
export async function computedAt(ctx: Context, compliance: Compliance): Promise<Date | null> {
  if (!isListed(ctx, compliance)) return null;
  const { patientId } = compliance;
  return (await ctx.loader(resultsOfPatients).load(patientId))?.computedAt ?? null;
}

/**
 * Whether the stored result, which lists and the dashboard read, is this one. Nothing is stored before therapy starts,
 * nor for another rule or date.
 */
export async function isStored(ctx: Context, compliance: Compliance): Promise<boolean> {
  if (!isListed(ctx, compliance)) return false;
  const { patientId, therapyStart, rule, verdict } = compliance;
  const stored = await ctx.loader(resultsOfPatients).load(patientId);
  if (!stored) return verdict === null;
  return (
    stored.ruleVersion === rule.version &&
    stored.therapyStart === therapyStart &&
    stored.metOn === (verdict?.metOn ?? null) &&
    stored.atRiskOn === (verdict?.atRiskOn ?? null) &&
    stored.closesOn === (verdict?.closesOn ?? null)
  );
}

/** The database row of a result. */
function resultOf(ctx: Context, { id: patientId, organization }: Patient, { therapyStart, rule, verdict }: Compliance) {
  return {
    patientId,
    rule: rule.name,
    orgId: organization.id,
    ruleVersion: rule.version,
    period: rule.period,
    therapyStart,
    windowStart: verdict?.windowStart ?? null,
    windowEnd: verdict?.windowEnd ?? null,
    compliantDays: verdict?.compliantDays ?? 0,
    metOn: verdict?.metOn ?? null,
    atRiskOn: verdict?.atRiskOn ?? null,
    closesOn: verdict?.closesOn ?? null,
    computedAt: ctx.app.now(),
  };
}

const KEY = ['patientId', 'rule'] as const;

/** Computes and stores. A lock per patient runs these one at a time, so the last one to store has read every night. */
async function store(ctx: Context, patient: Patient): Promise<void> {
  await ctx.em.execute('select pg_advisory_xact_lock(4, ?)', [patient.id]);
  const [compliance] = await resultsOf(ctx, [patient.id], { rule: defaultRule(), asOf: ctx.today });
  await ctx.em.upsert(ComplianceResult, resultOf(ctx, patient, compliance!), {
    onConflictFields: [...KEY],
    onConflictExcludeFields: [...KEY, 'orgId'],
  });
}

/**
 * Recalculates and stores the compliance of a patient, as the queue does: staff may not write results. Returns the result
 * of the viewer's today, which is not always the date of the queue. Throws NotFound for a patient that the viewer may not
 * see, Forbidden without update.device.
 */
export async function recalculateCompliance(
  ctx: Context,
  patientId: number,
): Promise<{ patient: Patient; compliance: Compliance }> {
  const patient = await findPatient(ctx, patientId);
  authorize(canRecalculateCompliance(ctx.viewer));
  const jobs = Context.of(ctx.app, { kind: 'jobs' }, ctx.request.id);
  await jobs.run('write', () => recomputeCompliance(jobs, patientId));
  return { patient, compliance: await complianceOf(ctx, patientId) };
}

/**
 * The same recalculation as a queue job, after nights arrived or dates changed. Safe to run twice; does nothing for a
 * deleted patient.
 */
export async function recomputeCompliance(ctx: Context, patientId: number): Promise<void> {
  const patient = await ctx.em.findOne(Patient, { id: patientId });
  if (!patient) return;
  ctx.publish('device-history.changed', { patientId, historyId: 0 });
  await store(ctx, patient);
}

const BATCH = 200;

/**
 * Computes the compliance of up to 200 patients in therapy without a stored result (data of an earlier version, or a
 * job that failed too often) and returns their number. Skips patients created in the last hour, whose own jobs are
 * still running.
 */
export async function computeMissing(ctx: Context): Promise<number> {
  const ids = await ctx.em.execute<{ id: number }[]>(
    `select p.id from patients p where p.compliance_met_on is null and p.compliance_closes_on is null and p.therapy_start is not null
        and p.created_at < now() - interval '1 hour' limit ?`,
    [BATCH],
  );
  if (ids.length === 0) return 0;
  const patients = await ctx.em.find(Patient, { id: { $in: ids.map(({ id }) => id) } });
  const compliances = await resultsOf(
    ctx,
    patients.map(({ id }) => id),
    { rule: defaultRule(), asOf: ctx.today },
  );
  // A result stored since the read is based on newer data than this one.
  await ctx.em.upsertMany(
    ComplianceResult,
    patients.map((patient, index) => resultOf(ctx, patient, compliances[index]!)),
    { onConflictFields: [...KEY], onConflictAction: 'ignore' },
  );
  return ids.length;
}
