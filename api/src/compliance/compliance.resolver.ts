import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import { canRecalculateCompliance } from './compliance.policy.ts';
import { evidenceOf, evidenceOfReport } from './compliance-evidence.ts';
import { ComplianceEvidence, ComplianceNightEvidence } from './compliance-evidence.types.ts';
import { complianceOf, computedAt, isStored, recalculateCompliance } from './compliance.service.ts';
import { ComplianceNight, ComplianceNightReport } from './compliance-ledger.types.ts';
import { complianceRules, type ComplianceRule } from './compliance-rule.ts';
import { Compliance, ComplianceRuleType, RecalculateCompliancePayload } from './compliance.types.ts';

@Resolver(() => Patient)
export class PatientComplianceResolver {
  @FieldResolver(() => Compliance, {
    description: "The patient's result under a compliance rule, with the nights it is based on.",
  })
  compliance(
    @Root() patient: Patient,
    @Ctx() ctx: Context,
    @Arg('ruleId', () => String, {
      nullable: true,
      description: 'Name of the rule in requests, one of `complianceRules`; the default rule when omitted.',
    })
    ruleId?: string | null,
    @Arg('asOf', () => DateScalar, {
      nullable: true,
      description:
        "Date of the result, in the zone of the patient's provider (`Compliance.timezone`); today there when omitted.",
    })
    asOf?: string | null,
    @Arg('knownAt', () => DateTimeScalar, {
      nullable: true,
      description:
        'The result uses the nights, corrections, assignments and therapy start known at this time. When omitted: the end of `asOf`, and now for today.',
    })
    knownAt?: Date | null,
  ): Promise<Compliance> {
    return complianceOf(ctx, patient, { ruleId, asOf, knownAt });
  }

  @FieldResolver(() => Boolean, { description: "True when the viewer may recalculate the patient's compliance." })
  viewerCanRecalculateCompliance(@Ctx() ctx: Context): boolean {
    return canRecalculateCompliance(ctx.viewer);
  }
}

@Resolver(() => Compliance)
export class ComplianceResolver {
  @Query(() => [ComplianceRuleType], {
    description: 'The newest version of every rule of use, the default rule first.',
  })
  complianceRules(): readonly ComplianceRule[] {
    return complianceRules;
  }

  @Mutation(() => RecalculateCompliancePayload, {
    description:
      'Recalculates and stores the compliance of a patient, so that lists and the dashboard show the current result.',
  })
  recalculateCompliance(
    @Arg('patientId', () => ID, { description: 'Global id or integer id of the patient.' }) patientId: string,
    @Ctx() ctx: Context,
  ): Promise<Partial<RecalculateCompliancePayload>> {
    return recalculateCompliance(ctx, rowId('Patient', patientId));
  }

  @FieldResolver(() => [ComplianceNight], { description: 'The days of the period up to today, newest first.' })
  ledger(
    @Root() compliance: Compliance,
    @Arg('first', () => Int, {
      nullable: true,
      description: 'Maximum number of days, from the newest; all days when omitted.',
    })
    first?: number | null,
  ): ComplianceNight[] {
    const nights = (compliance.verdict?.ledger ?? []).toReversed();
    return nights.slice(0, first == null ? undefined : Math.max(0, first)).map((night) => ({
      ...night,
      reports: night.reports.map((report, nth) => ({ ...report, of: { compliance, night, nth } })),
    }));
  }

  @FieldResolver(() => ComplianceEvidence, {
    nullable: true,
    description:
      'Basis of the result: first use, nights before the start, therapy starts and devices. Null in a compliance report that was issued before this was kept.',
  })
  async evidence(@Root() compliance: Compliance, @Ctx() ctx: Context): Promise<ComplianceEvidence | null> {
    const evidence = await evidenceOf(ctx, compliance);
    if (!evidence) return null;
    const { firstUse, before, therapyStarts, devices, unlistedNights, voidedNights } = evidence;
    return {
      firstUse: firstUse?.date ?? null,
      firstUseSerial: firstUse?.serial ?? null,
      nightsBeforeStart: before.nights,
      compliantBeforeStart: before.compliant,
      therapyStarts,
      devices,
      unlistedNights,
      voidedNights,
    };
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description:
      'Time at which the stored result was computed; null when there is none yet, or for another rule or date.',
  })
  computedAt(@Root() compliance: Compliance, @Ctx() ctx: Context): Promise<Date | null> {
    return computedAt(ctx, compliance);
  }

  @FieldResolver(() => Boolean, {
    description:
      'True when the stored result, which lists and the dashboard read, is this one; false for another rule or date.',
  })
  isStored(@Root() compliance: Compliance, @Ctx() ctx: Context): Promise<boolean> {
    return isStored(ctx, compliance);
  }
}

@Resolver(() => ComplianceNightReport)
export class NightEvidenceResolver {
  @FieldResolver(() => ComplianceNightEvidence, {
    nullable: true,
    description: 'Origin of the report; null in a compliance report that was issued before this was kept.',
  })
  async evidence(@Root() report: ComplianceNightReport, @Ctx() ctx: Context): Promise<ComplianceNightEvidence | null> {
    const { compliance, night, nth } = report.of;
    const evidence = await evidenceOf(ctx, compliance);
    const found = evidence && evidenceOfReport(evidence, night, nth);
    if (!found) return null;
    const { correction, ...origin } = found;
    return { ...origin, correctedBy: correction?.by ?? null, correctedAt: correction?.at ?? null };
  }
}
