import { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { rowOfEach } from '../shared/list.ts';
import { canRecalculateCompliance } from './compliance.policy.ts';
import { Compliance, ruleOf } from './compliance.types.ts';
import { assess, type ReportedNight } from './compliance.verdict.ts';
import { ComplianceResult } from './compliance-result.entity.ts';

type PatientNight = ReportedNight & { patient_id: number };

/**
 * Returns today's result of each patient, computed from the current nights, in the order of the ids. For `ctx.loader`.
 */
async function complianceOfPatients(ctx: Context, patientIds: readonly number[]): Promise<Compliance[]> {
  const rule = ruleOf();
  const starts = await ctx.em.find(Patient, { id: { $in: [...patientIds] } }); // page rows: in memory if already read
  const startOf = new Map(starts.map(({ id, therapyStart }) => [id, therapyStart]));
  const nights = await ctx.em.execute<PatientNight[]>(
    `select n.patient_id, n.usage_date::text as night, n.minutes, n.source, n.overruled from patients p
       join usage_nights n on n.patient_id = p.id and n.usage_date >= p.therapy_start and n.usage_date < p.therapy_start + ? and n.state = 1
      where p.id in (${patientIds.map(() => '?').join(', ')})`,
    [rule.period, ...patientIds],
  );
  const nightsOf = Map.groupBy(nights, (night) => night.patient_id);
  return patientIds.map((id) => {
    const therapyStart = startOf.get(id) ?? null;
    return new Compliance(
      id,
      therapyStart,
      rule,
      therapyStart === null ? null : assess(rule, therapyStart, nightsOf.get(id) ?? [], ctx.today),
    );
  });
}

/** Returns the patient's result under the compliance rule today, computed from the current nights. */
export const complianceOf = (ctx: Context, patientId: number): Promise<Compliance> =>
  ctx.loader(complianceOfPatients).load(patientId);

/**
 * Returns the days of a patient's compliance period, from therapy start ("Compliance period length is supplied by the
 * server").
 */
export const compliancePeriodOf = (): number => ruleOf().period;

/** Returns the stored result of each patient, or null, in the order of the ids. For `ctx.loader`. */
async function resultsOfPatients({ em }: Context, patientIds: readonly number[]): Promise<(ComplianceResult | null)[]> {
  const results = await em.find(ComplianceResult, { patientId: { $in: [...patientIds] }, rule: ruleOf().name });
  return rowOfEach(patientIds, results, ({ patientId }) => patientId);
}

/** Returns the time at which the stored result, which list filters use, was computed; null when there is none yet. */
export async function computedAt(ctx: Context, { patientId }: Compliance): Promise<Date | null> {
  return (await ctx.loader(resultsOfPatients).load(patientId))?.computedAt ?? null;
}

/**
 * Whether the stored result, which lists and the dashboard read, matches the current nights. Nothing is stored before
 * therapy starts.
 */
export async function isStored(ctx: Context, { patientId, therapyStart, rule, verdict }: Compliance): Promise<boolean> {
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
async function store(ctx: Context, patient: Patient): Promise<Compliance> {
  await ctx.em.execute('select pg_advisory_xact_lock(4, ?)', [patient.id]);
  const [compliance] = await complianceOfPatients(ctx, [patient.id]);
  await ctx.em.upsert(ComplianceResult, resultOf(ctx, patient, compliance!), {
    onConflictFields: [...KEY],
    onConflictExcludeFields: [...KEY, 'orgId'],
  });
  return compliance!;
}

/**
 * Recalculates and stores the compliance of a patient, as the queue does: staff may not write results. Throws NotFound
 * for a patient that the viewer may not see, Forbidden without update.device.
 */
export async function recalculateCompliance(
  ctx: Context,
  patientId: number,
): Promise<{ patient: Patient; compliance: Compliance }> {
  const patient = await findPatient(ctx, patientId);
  authorize(canRecalculateCompliance(ctx.viewer));
  const jobs = Context.of(ctx.app, { kind: 'jobs' }, ctx.request.id);
  const compliance = await jobs.run('write', () => recomputeCompliance(jobs, patientId));
  return { patient, compliance: compliance! };
}

/**
 * The same recalculation as a queue job, after nights arrived or dates changed. Safe to run twice; does nothing for a
 * deleted patient.
 */
export async function recomputeCompliance(ctx: Context, patientId: number): Promise<Compliance | null> {
  const patient = await ctx.em.findOne(Patient, { id: patientId });
  if (!patient) return null;
  ctx.publish('device-history.changed', { patientId, historyId: 0 });
  return store(ctx, patient);
}

/**
 * Enqueues a recalculation of a patient's compliance, which runs after the open transaction commits. Call it when
 * nights arrived or a date changed.
 */
export const recomputeLater = (ctx: Context, patientId: number): Promise<void> =>
  ctx.enqueue('recompute-compliance', { patientId }, { key: String(patientId) });

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
  const compliances = await complianceOfPatients(
    ctx,
    patients.map(({ id }) => id),
  );
  // A result stored since the read is based on newer data than this one.
  await ctx.em.upsertMany(
    ComplianceResult,
    patients.map((patient, index) => resultOf(ctx, patient, compliances[index]!)),
    { onConflictFields: [...KEY], onConflictAction: 'ignore' },
  );
  return ids.length;
}
