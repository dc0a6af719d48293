import { complianceOf } from '../compliance/compliance.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { patientsById } from '../patients/patients.service.ts';
import { attentionOf } from '../patients/patients-triage.ts';
import type { Context } from '../shared/context.ts';
import { daysBetween } from '../shared/dates.ts';
import { defaultRule } from '../compliance/compliance-rule.ts';
import { openReasonsOf, type FollowUpRow } from './follow-ups.reads.ts';
import type { FollowUpReason } from './follow-ups.rules.ts';

// What a follow-up says of its patient. Loaders read it, so that a page takes as many statements as one row.

export const patientOfFollowUp = async (ctx: Context, { patientId }: FollowUpRow): Promise<Patient> =>
  (await ctx.loader(patientsById).load(patientId))!;

/**
 * Returns the compliant nights that are still needed in the window that meets the rule first, and the nights that can still
 * be compliant up to the last one that can complete a window; null for other reasons, and when the rule can no longer be met.
 */
export async function nightsToCall(ctx: Context, row: FollowUpRow): Promise<{ needed: number; left: number } | null> {
  if (row.reason !== 'nights_needed') return null;
  const { verdict, asOf } = await complianceOf(ctx, await patientOfFollowUp(ctx, row));
  if (verdict?.nightsNeeded == null || verdict.latestDate === null) return null;
  const { ledger, latestDate, nightsNeeded } = verdict;
  const expected = ledger.filter(({ date, state }) => state === 'expected' && date <= latestDate);
  return { needed: nightsNeeded, left: expected.length + Math.max(0, daysBetween(asOf, latestDate)) };
}

/** Returns the periods of the codes to ask for, in days; null for other reasons. The longest code is read on the last day. */
export function iCodePeriodsOf({ today }: Context, { reason, until, longest }: FollowUpRow): number[] | null {
  if (reason !== 'icode_call') return null;
  const { window } = defaultRule();
  return longest !== null && today === until ? [window, longest] : [window];
}

/** Returns why the change of settings failed, in the viewer's language; null for other reasons. */
export async function failureOf(ctx: Context, row: FollowUpRow): Promise<string | null> {
  if (row.reason !== 'settings_failed') return null;
  return (await attentionOf(ctx, await patientOfFollowUp(ctx, row), 'settings_failed'))?.failureText ?? null;
}

/** Returns the other open reasons of the patient. */
export const otherReasonsOf = async (ctx: Context, { patientId, reason }: FollowUpRow): Promise<FollowUpReason[]> =>
  (await ctx.loader(openReasonsOf).load(patientId)).filter((other) => other !== reason);
