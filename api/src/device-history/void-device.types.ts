import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar } from '../shared/scalars.ts';
import type { NightsOfAssignment } from './assignment-nights.service.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { AssignmentPayload } from './device-history.types.ts';
import { AssignmentImpactType } from './device-nights.types.ts';

@InputType({ description: 'An assignment that never happened.' })
export class VoidDeviceInput {
  @Field(() => ID, {
    description: "Global id or integer id of one of the patient's assignments, or of one that was removed from view.",
  })
  deviceHistoryId!: string;

  @Field(() => String, {
    description: 'Reason of at most 1,000 characters. It is kept with the user and the time.',
  })
  reason!: string;
}

@ObjectType({ description: 'Every reason why voidDevice would refuse the input, and the changes that it would make.' })
export class VoidDeviceCheck extends Payload {
  @Field(() => AssignmentImpactType, {
    nullable: true,
    description:
      'The nights that would leave the patient, and compliance before and after. The reason does not change it.',
  })
  impact: AssignmentImpactType | null = null;
}

@ObjectType({ description: 'Result of voiding an assignment.' })
export class VoidDevicePayload extends Payload {
  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the voided assignment, for restoreDevice; null when refused.',
  })
  voidedDeviceHistoryId: string | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient after the change; null when refused.' })
  patient: Patient | null = null;
}

@InputType({ description: 'A voided assignment that returns to its patient.' })
export class RestoreDeviceInput {
  @Field(() => ID, { description: 'Global id or integer id of the voided assignment.' })
  deviceHistoryId!: string;
}

@ObjectType({
  description:
    'Result of restoring a voided assignment. It is refused while another assignment of the patient or the device covers its dates.',
})
export class RestoreDevicePayload extends AssignmentPayload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The restored assignment; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient after the change; null when refused.' })
  patient: Patient | null = null;
}

@ObjectType('NightsOfAssignment', { description: 'Nights that a patient has by one assignment.' })
export class NightsOfAssignmentType implements NightsOfAssignment {
  @Field(() => Int, { description: 'Number of nights, of all sources.' })
  nights!: number;

  @Field(() => DateScalar, { description: 'Date of the first one.' })
  firstDate!: string;

  @Field(() => DateScalar, { description: 'Date of the last one.' })
  lastDate!: string;
}

@ObjectType({
  description: 'Every reason why deleteDevice would refuse the input, and the nights that stay with the patient.',
})
export class DeleteDeviceCheck extends Payload {
  @Field(() => NightsOfAssignmentType, {
    nullable: true,
    description: 'The nights that stay with the patient and keep counting after the deletion; null for none.',
  })
  nightsThatStay: NightsOfAssignment | null = null;
}
