import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { canRecalculateCompliance } from './compliance.policy.ts';
import { complianceOf, computedAt, isStored, recalculateCompliance } from './compliance.service.ts';
import { Compliance, ComplianceNight, RecalculateCompliancePayload } from './compliance.types.ts';

@Resolver(() => Patient)
export class PatientComplianceResolver {
  @FieldResolver(() => Compliance, {
    description: 'What the compliance rule says of the patient today, with the nights it was counted from.',
  })
  compliance(@Root() patient: Patient, @Ctx() ctx: Context): Promise<Compliance> {
    return complianceOf(ctx, patient.id);
  }

  @FieldResolver(() => Boolean, { description: 'May have the compliance calculated again.' })
  viewerCanRecalculateCompliance(@Ctx() ctx: Context): boolean {
    return canRecalculateCompliance(ctx.viewer);
  }
}

@Resolver(() => Compliance)
export class ComplianceResolver {
  @Mutation(() => RecalculateCompliancePayload, {
    description:
      'Calculates the compliance of a patient again and stores it, so that lists and the dashboard say the same.',
  })
  async recalculateCompliance(
    @Arg('patientId', () => ID, { description: 'The patient: global id or integer.' }) patientId: string,
    @Ctx() ctx: Context,
  ): Promise<RecalculateCompliancePayload> {
    return { ...(await recalculateCompliance(ctx, rowId('Patient', patientId))), userErrors: [] };
  }

  @FieldResolver(() => [ComplianceNight], { description: 'The days of the period up to today, newest first.' })
  ledger(
    @Root() { verdict }: Compliance,
    @Arg('first', () => Int, { nullable: true, description: 'At most so many, from the newest; all when absent.' })
    first?: number | null,
  ): ComplianceNight[] {
    return (verdict?.ledger ?? []).toReversed().slice(0, first == null ? undefined : Math.max(0, first));
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the stored result was computed; null when there is none yet.',
  })
  computedAt(@Root() compliance: Compliance, @Ctx() ctx: Context): Promise<Date | null> {
    return computedAt(ctx, compliance);
  }

  @FieldResolver(() => Boolean, {
    description: 'The stored result, which lists and the dashboard read, says the same as the nights do now.',
  })
  isStored(@Root() compliance: Compliance, @Ctx() ctx: Context): Promise<boolean> {
    return isStored(ctx, compliance);
  }
}
