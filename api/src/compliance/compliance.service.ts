import { timezoneOfPatient } from '../organizations/organizations.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import { Context } from '../shared/context.ts';
import { authorize, InvalidInput } from '../shared/errors.ts';
import { rowOfEach } from '../shared/list.ts';
import { callDaysBy, devicesAndCodesOf, type DevicesAndCodes } from './compliance-calls.ts';
import { canRecalculateCompliance } from './compliance.policy.ts';
import { resultsOf, type Question } from './compliance-results.ts';
import { complianceRuleOf, defaultRule, type ComplianceRule } from './compliance-rule.ts';
import type { Compliance } from './compliance.types.ts';
import { ComplianceResult } from './compliance-result.entity.ts';

/** Answers each question, with the same statements for any number of them under one rule. For `ctx.loader`. */
async function complianceOfAll(ctx: Context, questions: readonly Question[]): Promise<Compliance[]> {
  const answers = new Map<Question, Compliance>();
  for (const asked of Map.groupBy(questions, ({ rule }) => rule.id).values()) {
    const results = await resultsOf(ctx, asked);
    asked.forEach((question, index) => answers.set(question, results[index]!));
  }
  return questions.map((question) => answers.get(question)!);
}

/** The rule, the date and the time of a result, as they are asked for. */
export interface ComplianceAsked {
  ruleId?: string | null;
  asOf?: string | null;
  knownAt?: Date | null;
}

const inFuture = (field: 'asOf' | 'knownAt') =>
  new InvalidInput([{ field, code: 'compliance.future', message: `compliance.future.${field}` }]);

/**
 * Returns the rule (the default one when omitted) and the date (today when omitted). Refuses an unknown rule and a date in
 * the future. `today`: of the viewer, for what is about several patients; else of the patient's provider.
 */
export function ruleAndDate(
  ctx: Context,
  asked: ComplianceAsked,
  today = ctx.today,
): { rule: ComplianceRule; asOf: string } {
  const rule = asked.ruleId == null ? defaultRule() : complianceRuleOf(asked.ruleId);
  if (!rule)
    throw new InvalidInput([{ field: 'ruleId', code: 'compliance.unknown_rule', message: 'compliance.unknown_rule' }]);
  const asOf = asked.asOf ?? today;
  if (asOf > today) throw inFuture('asOf');
  return { rule, asOf };
}

/**
 * Returns the patient's result under a rule as of a date in the zone of the patient's provider, from what was known at a
 * time: the end of that date when omitted, and now for today. Refuses an unknown rule, a date and a time in the future.
 */
export async function complianceOf(ctx: Context, patient: Patient, asked: ComplianceAsked = {}): Promise<Compliance> {
  const timezone = await timezoneOfPatient(ctx, patient);
  const today = ctx.todayIn(timezone);
  const { rule, asOf } = ruleAndDate(ctx, asked, today);
  const knownAt = asked.knownAt ?? null;
  if (knownAt !== null && knownAt > ctx.app.now()) throw inFuture('knownAt');
  const isPresent = knownAt === null && asOf === today;
  return ctx.loader(complianceOfAll).load({ patientId: patient.id, rule, asOf, timezone, knownAt, isPresent });
}

/**
 * Returns the same for a date of the viewer, who asks about several patients at once: it may be tomorrow at a patient's
 * provider, and is today then.
 */
export async function complianceBy(ctx: Context, patient: Patient, asked: ComplianceAsked): Promise<Compliance> {
  const today = ctx.todayIn(await timezoneOfPatient(ctx, patient));
  return complianceOf(ctx, patient, { ...asked, asOf: asked.asOf && asked.asOf > today ? today : asked.asOf });
}

/**
 * Returns the days of a patient's compliance period, from therapy start ("Compliance period length is supplied by the
 * server").
 */
export const compliancePeriodOf = (): number => defaultRule().period;

/** Whether lists and the dashboard are about this result: the default rule's of now. */
const isListed = ({ rule, isPresent }: Compliance): boolean => rule === defaultRule() && isPresent;

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
  if (!isListed(compliance)) return null;
  const { patientId } = compliance;
  return (await ctx.loader(resultsOfPatients).load(patientId))?.computedAt ?? null;
}

/**
 * Whether the stored result, which lists and the dashboard read, is this one. Nothing is stored before therapy starts,
 * nor for another rule or date.
 */
export async function isStored(ctx: Context, compliance: Compliance): Promise<boolean> {
  if (!isListed(compliance)) return false;
  const { patientId, therapyStart, rule, asOf, verdict } = compliance;
  const stored = await ctx.loader(resultsOfPatients).load(patientId);
  if (!stored) return verdict === null;
  const dates = datesToStore(compliance);
  const isMet = dates.metOn !== null && dates.metOn <= asOf;
  return (
    stored.ruleVersion === rule.version &&
    stored.therapyStart === therapyStart &&
    stored.metOn === dates.metOn &&
    // On an earlier day the rule was not met yet, although the night that meets it had arrived.
    (isMet || (stored.shortOn === dates.shortOn && stored.atRiskOn === dates.atRiskOn)) &&
    stored.cannotBeMetOn === dates.cannotBeMetOn &&
    stored.closesOn === dates.closesOn
  );
}

/** The dates of a result that are stored; all null before therapy starts. */
const datesToStore = ({ verdict }: Compliance) =>
  verdict?.stored ?? { metOn: null, shortOn: null, atRiskOn: null, cannotBeMetOn: null, closesOn: null };

/** The database row of a result. */
function resultOf(
  ctx: Context,
  { id: patientId, organization }: Patient,
  compliance: Compliance,
  devicesAndCodes: DevicesAndCodes,
) {
  const { therapyStart, rule, verdict } = compliance;
  const call = callDaysBy(rule, therapyStart, verdict, devicesAndCodes);
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
    ...datesToStore(compliance),
    callOn: call?.on ?? null,
    callUntil: call?.until ?? null,
    callLongest: call?.longest ?? null,
    computedAt: ctx.app.now(),
  };
}

const KEY = ['patientId', 'rule'] as const;

const ZONES = `
  select p.id, o.timezone from patients p join organizations o on o.id = coalesce(p.dme_id, p.org_id) where p.id = any (?)`;

/**
 * Returns the questions of the stored results, in the order of the patients: of today at the provider of each, as a page
 * asks. The queue may not read organizations as `timezoneOfPatient` does.
 */
async function toStore(ctx: Context, patientIds: readonly number[]): Promise<Question[]> {
  const zones = await ctx.em.execute<{ id: number; timezone: string }[]>(ZONES, [`{${patientIds.join(',')}}`]);
  const zoneOf = new Map(zones.map(({ id, timezone }) => [id, timezone]));
  return patientIds.map((patientId) => {
    const timezone = zoneOf.get(patientId)!;
    return {
      patientId,
      rule: defaultRule(),
      asOf: ctx.todayIn(timezone),
      timezone,
      knownAt: null,
      isPresent: true,
    };
  });
}

/** In the order of the patients, so that two transactions wait for each other and never both ways. */
const LOCK = 'select pg_advisory_xact_lock(4, id) from (select id from unnest(?::int[]) id order by id) patients';

/**
 * Computes and stores. A lock per patient runs these one at a time, so the last one to store has read every night. Does
 * nothing for deleted patients; returns the others.
 */
export async function storeResults(ctx: Context, patientIds: readonly number[]): Promise<number[]> {
  await ctx.em.execute(LOCK, [`{${patientIds.join(',')}}`]);
  const patients = await ctx.em.find(Patient, { id: { $in: [...patientIds] } }, { orderBy: { id: 'asc' } });
  if (patients.length === 0) return [];
  const ids = patients.map(({ id }) => id);
  const compliances = await resultsOf(ctx, await toStore(ctx, ids));
  const devicesAndCodes = await devicesAndCodesOf(ctx, ids);
  await ctx.em.upsertMany(
    ComplianceResult,
    patients.map((patient, index) => resultOf(ctx, patient, compliances[index]!, devicesAndCodes[index]!)),
    { onConflictFields: [...KEY], onConflictExcludeFields: [...KEY, 'orgId'] },
  );
  return ids;
}

/**
 * Recalculates and stores the compliance of a patient, as the queue does: staff may not write results. Returns the result
 * of today at the patient's provider. Throws NotFound for a patient that the viewer may not
 * see, Forbidden without update.device.
 */
export async function recalculateCompliance(
  ctx: Context,
  patientId: number,
): Promise<{ patient: Patient; compliance: Compliance }> {
  const patient = await findPatient(ctx, patientId);
  authorize(canRecalculateCompliance(ctx.viewer));
  const jobs = Context.of(ctx.app, { kind: 'jobs' }, ctx.request.id);
  await jobs.run('write', () => recomputeCompliance(jobs, [patientId]));
  return { patient, compliance: await complianceOf(ctx, patient) };
}

/**
 * The same recalculation as a queue job, after nights arrived or dates changed: of patients in one transaction, which costs
 * less than one after the other. Safe to run twice; does nothing for deleted patients.
 */
export async function recomputeCompliance(ctx: Context, patientIds: readonly number[]): Promise<void> {
  const stored = await storeResults(ctx, patientIds);
  for (const patientId of stored) ctx.publish('device-history.changed', { patientId, historyId: 0 });
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
  const found = patients.map(({ id }) => id);
  const compliances = await resultsOf(ctx, await toStore(ctx, found));
  const devicesAndCodes = await devicesAndCodesOf(ctx, found);
  // A result stored since the read is based on newer data than this one.
  await ctx.em.upsertMany(
    ComplianceResult,
    patients.map((patient, index) => resultOf(ctx, patient, compliances[index]!, devicesAndCodes[index]!)),
    { onConflictFields: [...KEY], onConflictAction: 'ignore' },
  );
  return ids.length;
}
