import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { Payload, UserError } from '../shared/payload.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { AssignmentPayload } from './device-history.types.ts';

@InputType({ description: 'Changed dates, or the PIN, of a device that a patient has or had.' })
export class UpdateDeviceInput {
  @Field(() => ID, { description: 'The assignment: global id or integer.' })
  deviceHistoryId!: string;

  @Field(() => String, { description: 'First night, YYYY-MM-DD.' })
  startDate!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The day it ended, YYYY-MM-DD, today at the latest: its night belongs to the next assignment. Null: present, which opens an ended assignment again. Left out: unchanged.',
  })
  endDate?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'PIN of the device, 4 to 8 digits. Left out, or the one that is known: unchanged. Empty: a warning (pinCleared), and the known PIN stays.',
  })
  pinNumber?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The device stays the one it is: when sent, its serial number, in either case.',
  })
  serialNumber?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The start date that the form was opened with. When it is another by now, the input is refused with changed-meanwhile.',
  })
  expectedStartDate?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The end date that the form was opened with, null for present. When it is another by now, the input is refused with changed-meanwhile. Left out: not compared.',
  })
  expectedEndDate?: string | null;
}

@ObjectType({
  description:
    'Everything that would refuse updateDevice, and what asks for confirmation, in the order of asking: pinCleared, affectsCompliance, distance.',
})
export class UpdateDeviceCheck extends AssignmentPayload {
  @Field(() => Boolean, {
    description:
      'Asks for confirmation only: the PIN that the viewer sees was emptied. It will not be removed (messages.pin_not_removed).',
  })
  pinCleared = false;

  @Field(() => Boolean, {
    description:
      'Asks for confirmation only: the start date was changed, and the device start, before or after, falls within the compliance period (messages.confirm_assigned_date_change).',
  })
  affectsCompliance = false;

  @Field(() => UserError, {
    nullable: true,
    description:
      'Asks for confirmation only: the start date was changed to one in the future or more than 30 days back.',
  })
  distance: UserError | null = null;
}

@ObjectType({ description: 'Result of changing an assignment.' })
export class UpdateDevicePayload extends AssignmentPayload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The assignment after it.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient after it.' })
  patient: Patient | null = null;

  @Field(() => Boolean, {
    description:
      'A date was changed and the device start falls within the compliance period: ask for the compliance to be calculated again.',
  })
  recalculate = false;
}

@InputType({ description: 'The PIN of a device that a patient has, entered later.' })
export class AddDevicePinInput {
  @Field(() => ID, { description: 'The assignment: global id or integer.' })
  deviceHistoryId!: string;

  @Field(() => String, { description: 'PIN of the device, 4 to 8 digits.' })
  pinNumber!: string;

  @Field(() => String, { nullable: true, description: 'Read only: when sent, the start date as it is.' })
  startDate?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Read only: when sent, the serial number as it is, in either case.',
  })
  serialNumber?: string | null;
}

@ObjectType({ description: 'Everything that would refuse addDevicePin.' })
export class AddDevicePinCheck extends Payload {}

@ObjectType({ description: 'Result of adding a PIN.' })
export class AddDevicePinPayload extends Payload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The assignment after it.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient.' })
  patient: Patient | null = null;
}

@InputType({ description: 'An assignment that is taken out of the records.' })
export class DeleteDeviceInput {
  @Field(() => ID, { description: 'The assignment: global id or integer.' })
  deviceHistoryId!: string;
}

@ObjectType({
  description:
    'Result of deleting an assignment. Its settings go with it; nights and iCodes belong to the patient and stay.',
})
export class DeleteDevicePayload extends Payload {
  @Field(() => ID, { nullable: true, description: 'The global id of what was deleted, for a cache to forget.' })
  deletedDeviceHistoryId: string | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient after it.' })
  patient: Patient | null = null;
}
