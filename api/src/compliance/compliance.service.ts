import { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { canRecalculateCompliance } from './compliance.policy.ts';
import { Compliance, ruleOf } from './compliance.types.ts';
import { assess, type ReportedNight } from './compliance.verdict.ts';
import { ComplianceResult } from './compliance-result.entity.ts';

type PatientNight = ReportedNight & { patient_id: number };

/** What the rule says of each patient today, from the nights as they are, in the order of the ids. For `ctx.loader`. */
async function complianceOfPatients(ctx: Context, patientIds: readonly number[]): Promise<Compliance[]> {
  const rule = ruleOf();
  const starts = await ctx.em.find(Patient, { id: { $in: [...patientIds] } }); // of the page: from memory where they were read
  const startOf = new Map(starts.map(({ id, therapyStart }) => [id, therapyStart]));
  const nights = await ctx.em.execute<PatientNight[]>(
    `select n.patient_id, n.night::text, n.minutes, n.source, n.overruled from patients p
       join usage_nights n on n.patient_id = p.id and n.night >= p.therapy_start and n.night < p.therapy_start + ?
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

/** What the compliance rule says of a patient today, counted from the nights as they are now. */
export const complianceOf = (ctx: Context, patientId: number): Promise<Compliance> =>
  ctx.loader(complianceOfPatients).load(patientId);

/** Days of a patient's compliance period, from therapy start ("Compliance period length is supplied by the server"). */
export const compliancePeriodOf = (): number => ruleOf().period;

/** The stored result of each patient, or null, in the order of the ids. For `ctx.loader`. */
async function resultsOfPatients({ em }: Context, patientIds: readonly number[]): Promise<(ComplianceResult | null)[]> {
  const results = await em.find(ComplianceResult, { patientId: { $in: [...patientIds] }, rule: ruleOf().name });
  const byPatient = new Map(results.map((result) => [result.patientId, result]));
  return patientIds.map((id) => byPatient.get(id) ?? null);
}

/** When the stored result, which lists are filtered by, was computed; null when there is none yet. */
export async function computedAt(ctx: Context, { patientId }: Compliance): Promise<Date | null> {
  return (await ctx.loader(resultsOfPatients).load(patientId))?.computedAt ?? null;
}

/** Whether lists and the dashboard, which read the stored result, say the same as the nights do now. Before therapy starts there is nothing to store. */
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

/** The row that keeps a verdict. */
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

/** Computes and stores. One at a time for each patient: the last one to store has seen every night that was there. */
async function store(ctx: Context, patient: Patient): Promise<Compliance> {
  await ctx.em.execute('select pg_advisory_xact_lock(4, ?)', [patient.id]);
  const [compliance] = await complianceOfPatients(ctx, [patient.id]);
  await ctx.em.upsert(ComplianceResult, resultOf(ctx, patient, compliance!), {
    onConflictFields: [...KEY],
    onConflictExcludeFields: [...KEY, 'orgId'],
  });
  return compliance!;
}

/** Calculates the compliance of a patient again and stores it. Throws NotFound for a patient that the viewer may not see, Forbidden without update.device. */
export async function recalculateCompliance(
  ctx: Context,
  patientId: number,
): Promise<{ patient: Patient; compliance: Compliance }> {
  const patient = await findPatient(ctx, patientId);
  authorize(canRecalculateCompliance(ctx.viewer));
  return { patient, compliance: await store(ctx, patient) };
}

/** The same as work of the queue: after nights arrived, or dates changed. Harmless twice; nothing for a patient who is gone. */
export async function recomputeCompliance(ctx: Context, patientId: number): Promise<void> {
  const patient = await ctx.em.findOne(Patient, { id: patientId });
  if (patient) await store(ctx, patient);
}

/** Has the compliance of a patient computed again once the open transaction has committed: nights arrived, or a date changed. */
export const recomputeLater = (ctx: Context, patientId: number): Promise<void> =>
  ctx.enqueue('recompute-compliance', { patientId }, { key: String(patientId) });

const BATCH = 200;

/**
 * Computes the compliance of up to 200 patients in therapy of whom no result is stored (data of an earlier version, work that failed too often);
 * answers how many there were. Patients of the last hour are still being looked after by whoever made them.
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
  // A result that someone stored meanwhile has seen more than this one.
  await ctx.em.upsertMany(
    ComplianceResult,
    patients.map((patient, index) => resultOf(ctx, patient, compliances[index]!)),
    { onConflictFields: [...KEY], onConflictAction: 'ignore' },
  );
  return ids.length;
}
