import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { Attention } from './patients.list.rules.ts';

export type AttentionReason = Attention | 'compliance_at_risk' | 'compliance_cannot_be_met';

export const AttentionReasonEnum: Record<Uppercase<AttentionReason>, AttentionReason> = {
  SETTINGS_FAILED: 'settings_failed',
  SETTINGS_WAITING: 'settings_waiting',
  SILENT: 'silent',
  COMPLIANCE_AT_RISK: 'compliance_at_risk',
  COMPLIANCE_CANNOT_BE_MET: 'compliance_cannot_be_met',
};
registerEnumType(AttentionReasonEnum, {
  name: 'AttentionReason',
  description: 'Reason for which a patient needs attention; each is also a filter of the patient list.',
  valuesConfig: {
    SETTINGS_FAILED: { description: 'The latest settings change did not reach the active device.' },
    SETTINGS_WAITING: {
      description: 'A settings change of the active device has been pending for 48 hours or longer.',
    },
    SILENT: { description: 'The module of the active device has not connected for 48 hours or longer.' },
    COMPLIANCE_AT_RISK: {
      description: 'Every remaining night of the compliance period is needed, and the rule can still be met.',
    },
    COMPLIANCE_CANNOT_BE_MET: {
      description: 'The remaining nights of the compliance period are not enough to meet the rule.',
    },
  },
});

@ObjectType({ description: 'A reason for which a patient needs attention, and its time.' })
export class PatientAttention {
  @Field(() => AttentionReasonEnum, { description: 'The reason.' })
  reason!: AttentionReason;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Time at which it began: the change failed or was submitted, or the module last connected. Null when only the day is known.',
  })
  since!: Date | null;

  @Field(() => DateScalar, {
    description:
      "Day on which it began, in the zone of the viewer's organization; the first day of the device when its module has never connected.",
  })
  sinceDay!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the user who submitted the settings change; null for a reason without one.',
  })
  submittedBy!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Reason for the failure, as a sentence in the viewer's language; null for other reasons.",
  })
  failureText!: string | null;
}
