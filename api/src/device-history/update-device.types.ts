import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { UserError } from '../shared/payload.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { AssignmentPayload } from './device-history.types.ts';
import { AssignmentImpactType } from './device-nights.types.ts';
import { CONFLICT, VersionedInput, VersionedPayload, VersionedPayloadInterface } from '../shared/versioned.ts';

@InputType({ description: 'New dates, or the PIN, of a device that a patient has or had.' })
export class UpdateDeviceInput extends VersionedInput {
  @Field(() => ID, { description: 'Global id or integer id of the assignment.' })
  deviceHistoryId!: string;

  @Field(() => String, { description: 'First night, YYYY-MM-DD.' })
  startDate!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "End date, YYYY-MM-DD, today of the patient's organization at the latest; its night belongs to the next assignment. Null means present and reopens an ended assignment. Unchanged when omitted.",
  })
  endDate?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'PIN of the device, 4 to 8 digits. Unchanged when omitted or equal to the known PIN. Empty gives a warning (pinCleared), and the known PIN stays.',
  })
  pinNumber?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Serial number of the device, read-only: when sent, it must be the device's, in either case.",
  })
  serialNumber?: string | null;
}

@ObjectType({
  implements: VersionedPayloadInterface,
  description:
    'Every reason why updateDevice would refuse the input, the changes that need confirmation, in this order: pinCleared, affectsCompliance, distance, and the nights that would move.',
})
export class UpdateDeviceCheck extends AssignmentPayload implements VersionedPayloadInterface {
  @Field(() => DeviceHistory, CONFLICT)
  conflict: DeviceHistory | null = null;

  @Field(() => Boolean, {
    description:
      'Needs only confirmation: the PIN that the viewer sees was emptied. It will not be removed (messages.pin_not_removed).',
  })
  pinCleared = false;

  @Field(() => Boolean, {
    description:
      'Needs only confirmation: the start date was changed, and the device start, before or after, is within the compliance period (messages.confirm_assigned_date_change).',
  })
  affectsCompliance = false;

  @Field(() => UserError, {
    nullable: true,
    description:
      'Needs only confirmation: the start date was changed to one in the future or more than 30 days ago. Null otherwise.',
  })
  distance: UserError | null = null;

  @Field(() => AssignmentImpactType, {
    nullable: true,
    description: 'Changes that the operation would make; null when refused, and when only some fields were checked.',
  })
  impact: AssignmentImpactType | null = null;
}

@ObjectType({ implements: VersionedPayloadInterface, description: 'Result of changing an assignment.' })
export class UpdateDevicePayload extends AssignmentPayload implements VersionedPayloadInterface {
  @Field(() => DeviceHistory, CONFLICT)
  conflict: DeviceHistory | null = null;

  @Field(() => DeviceHistory, { nullable: true, description: 'The assignment after the change; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient after the change; null when refused.' })
  patient: Patient | null = null;

  @Field(() => Boolean, {
    description:
      'True when a date changed and the device start is within the compliance period: offer to recalculate compliance.',
  })
  recalculate = false;
}

@InputType({ description: 'The missing PIN of a device that a patient has.' })
export class AddDevicePinInput extends VersionedInput {
  @Field(() => ID, { description: 'Global id or integer id of the assignment.' })
  deviceHistoryId!: string;

  @Field(() => String, { description: 'PIN of the device, 4 to 8 digits.' })
  pinNumber!: string;

  @Field(() => String, { nullable: true, description: 'Start date, read-only: when sent, it must be the current one.' })
  startDate?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Serial number, read-only: when sent, it must be the current one, in either case.',
  })
  serialNumber?: string | null;
}

@ObjectType({ description: 'Every reason why addDevicePin would refuse the input.' })
export class AddDevicePinCheck extends VersionedPayload {
  @Field(() => DeviceHistory, CONFLICT)
  override conflict: DeviceHistory | null = null;
}

@ObjectType({ description: 'Result of adding a PIN.' })
export class AddDevicePinPayload extends VersionedPayload {
  @Field(() => DeviceHistory, CONFLICT)
  override conflict: DeviceHistory | null = null;

  @Field(() => DeviceHistory, { nullable: true, description: 'The assignment after the change; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient; null when refused.' })
  patient: Patient | null = null;
}

@InputType({ description: 'An assignment to delete.' })
export class DeleteDeviceInput extends VersionedInput {
  @Field(() => ID, { description: 'Global id or integer id of the assignment.' })
  deviceHistoryId!: string;
}

@ObjectType({
  description: 'Result of deleting an assignment with its settings. Nights and iCodes belong to the patient and stay.',
})
export class DeleteDevicePayload extends VersionedPayload {
  @Field(() => DeviceHistory, CONFLICT)
  override conflict: DeviceHistory | null = null;

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the deleted assignment, so that a cache can remove it; null when refused.',
  })
  deletedDeviceHistoryId: string | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient after the change; null when refused.' })
  patient: Patient | null = null;
}
