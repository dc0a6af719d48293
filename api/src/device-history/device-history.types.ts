import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { Payload, UserError } from '../shared/payload.ts';
import { DateScalar } from '../shared/scalars.ts';
import { DeviceHistory } from './device-history.entity.ts';
import type { Conflict } from './device-overlaps.service.ts';

@InputType({ description: 'A device for a patient.' })
export class AssignDeviceInput {
  @Field(() => ID, { description: 'The patient: global id or integer.' })
  patientId!: string;

  @Field(() => String, { description: 'Serial number of a device that the viewer may see; letters in either case.' })
  serialNumber!: string;

  @Field(() => String, {
    nullable: true,
    description: 'PIN of the device, 4 to 8 digits; may be left out and added later.',
  })
  pinNumber?: string | null;

  @Field(() => String, { description: 'First night, YYYY-MM-DD.' })
  startDate!: string;
}

@ObjectType({
  description:
    "Another patient's assignment of the device, where the viewer may see that patient. lastName keeps 2 letters and firstName 3, the rest is masked.",
})
export class DeviceConflict implements Conflict {
  @Field(() => Int, { description: 'The integer id of the other patient.' })
  patientDatabaseId!: number;

  @Field(() => String, { description: 'Family name, masked after 2 letters.' })
  lastName!: string;

  @Field(() => String, { description: 'Given name, masked after 3 letters.' })
  firstName!: string;

  @Field(() => DateScalar, { description: 'First night of the other assignment.' })
  startDate!: string;

  @Field(() => DateScalar, { nullable: true, description: 'The day it ended; null: present.' })
  endDate!: string | null;
}

/** The payload of an operation that another assignment can refuse. */
@ObjectType()
export abstract class AssignmentPayload extends Payload {
  @Field(() => DeviceConflict, {
    nullable: true,
    description: 'The patient who holds the device, where the viewer may see that patient.',
  })
  conflict: DeviceConflict | null = null;

  @Field(() => [DeviceConflict], {
    description:
      'Assignments of this device to other patients that the viewer may see, newest first; filled when they are in the way.',
  })
  machineHistory: DeviceConflict[] = [];
}

@ObjectType({ description: 'Everything that would refuse assignDevice, and what asks for confirmation.' })
export class AssignDeviceCheck extends AssignmentPayload {
  @Field(() => UserError, {
    nullable: true,
    description: 'Asks for confirmation only: the start date is in the future or more than 30 days back.',
  })
  distance: UserError | null = null;
}

@ObjectType({ description: 'Result of giving a device to a patient.' })
export class AssignDevicePayload extends AssignmentPayload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The new assignment.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient after it.' })
  patient: Patient | null = null;
}

@ObjectType({ description: 'A change of the devices of a patient.' })
export class DeviceHistoryChange {
  @Field(() => DeviceHistory, { nullable: true, description: 'The assignment that changed; null when it is gone.' })
  deviceHistory!: DeviceHistory | null;

  @Field(() => Patient, { description: 'The patient, whose list is read again.' })
  patient!: Patient;
}
