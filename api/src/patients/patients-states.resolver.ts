import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { COMPLIANCE_STATES } from '../compliance/compliance.types.ts';
import type { ComplianceState } from '../compliance/compliance-verdict.ts';
import type { SettingsState } from '../device-index/device-index.list.rules.ts';
import { SettingsStateEnum } from '../device-index/device-index.types.ts';
import type { Context } from '../shared/context.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { Patient } from './patient.entity.ts';
import { activeDeviceOf, storedComplianceOf } from './patients-states.ts';
import { AttentionReasonEnum, PatientAttention, type AttentionReason } from './patients-states.types.ts';
import { attentionOf } from './patients-triage.ts';

@Resolver(() => Patient)
export class PatientStatesResolver {
  @FieldResolver(() => SettingsStateEnum, {
    nullable: true,
    description: "State of the settings of the patient's active device; null without one.",
  })
  async settingsState(@Root() patient: Patient, @Ctx() ctx: Context): Promise<SettingsState | null> {
    return (await activeDeviceOf(ctx, patient))?.settingsState ?? null;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: "Start of the newest session of the patient's active device; null without one.",
  })
  async lastConnectionAt(@Root() patient: Patient, @Ctx() ctx: Context): Promise<Date | null> {
    return (await activeDeviceOf(ctx, patient))?.connectedAt ?? null;
  }

  @FieldResolver(() => COMPLIANCE_STATES, {
    nullable: true,
    description:
      'State under the compliance rule by the stored result, as the filter "compliance" finds it; null before it is computed.',
  })
  complianceState(@Root() patient: Patient, @Ctx() ctx: Context): ComplianceState | null {
    return storedComplianceOf(ctx, patient);
  }

  @FieldResolver(() => PatientAttention, {
    nullable: true,
    description: 'A reason for which the patient needs attention, with its time; null when it does not apply now.',
  })
  attention(
    @Arg('reason', () => AttentionReasonEnum, { description: 'The reason.' }) reason: AttentionReason,
    @Root() patient: Patient,
    @Ctx() ctx: Context,
  ): Promise<PatientAttention | null> {
    return attentionOf(ctx, patient, reason);
  }
}
