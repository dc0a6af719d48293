import { Field, ID, InputType, Int, InterfaceType, ObjectType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { Payload, PayloadInterface, UserError } from '../shared/payload.ts';
import { DateScalar } from '../shared/scalars.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { AssignmentImpactType } from './device-nights.types.ts';
import type { Overlap } from './device-overlaps.service.ts';

@InputType({ description: 'Input for assigning a device to a patient.' })
export class AssignDeviceInput {
  @Field(() => ID, { description: 'Global id or integer id of the patient.' })
  patientId!: string;

  @Field(() => String, { description: 'Serial number of a device that the viewer may see, in either case.' })
  serialNumber!: string;

  @Field(() => String, {
    nullable: true,
    description: 'PIN of the device, 4 to 8 digits; may be omitted and added later.',
  })
  pinNumber?: string | null;

  @Field(() => String, { description: 'First night, YYYY-MM-DD.' })
  startDate!: string;
}

@ObjectType({
  description:
    "Another patient's assignment of the device; present only when the viewer may see that patient. lastName keeps 2 letters and firstName 3; the rest is masked.",
})
export class DeviceOverlap implements Overlap {
  @Field(() => Int, { description: 'Integer id of the other patient.' })
  patientDatabaseId!: number;

  @Field(() => String, { description: 'Family name, masked after 2 letters.' })
  lastName!: string;

  @Field(() => String, { description: 'Given name, masked after 3 letters.' })
  firstName!: string;

  @Field(() => DateScalar, { description: 'First night of the other assignment.' })
  startDate!: string;

  @Field(() => DateScalar, {
    nullable: true,
    description: 'Date on which the other assignment ended; null while it is active.',
  })
  endDate!: string | null;
}

@InterfaceType('AssignmentPayload', {
  description: 'The result of an operation that another assignment of the device can refuse, or of its check.',
  implements: PayloadInterface,
})
abstract class AssignmentInterface extends Payload {
  @Field(() => DeviceOverlap, {
    nullable: true,
    description: 'The patient who has the device; null when there is none or the viewer may not see the patient.',
  })
  overlap: DeviceOverlap | null = null;

  @Field(() => [DeviceOverlap], {
    description:
      'Assignments of this device to other patients that the viewer may see, newest first; empty unless they overlap.',
  })
  machineHistory: DeviceOverlap[] = [];
}

/** The base of the payloads and the checks of assignments. */
@ObjectType('AssignmentPayloadBase', { implements: AssignmentInterface })
export abstract class AssignmentPayload extends AssignmentInterface {}

@ObjectType({
  description: 'Every reason why assignDevice would refuse the input, and the dates that need confirmation.',
})
export class AssignDeviceCheck extends AssignmentPayload {
  @Field(() => UserError, {
    nullable: true,
    description: 'Needs only confirmation: the start date is in the future or more than 30 days ago. Null otherwise.',
  })
  distance: UserError | null = null;

  @Field(() => AssignmentImpactType, {
    nullable: true,
    description: 'Changes that the operation would make; null when refused, and when only some fields were checked.',
  })
  impact: AssignmentImpactType | null = null;
}

@ObjectType({ description: 'Result of assigning a device to a patient.' })
export class AssignDevicePayload extends AssignmentPayload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The new assignment; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => Patient, { nullable: true, description: 'The patient after the change; null when refused.' })
  patient: Patient | null = null;
}

@ObjectType({ description: "A change of a patient's devices." })
export class DeviceHistoryChange {
  @Field(() => DeviceHistory, {
    nullable: true,
    description:
      'The assignment that changed; null when it was deleted, when the change concerns all of them, or when changes may have been missed.',
  })
  deviceHistory!: DeviceHistory | null;

  @Field(() => Patient, { description: 'The patient, with the current list of devices.' })
  patient!: Patient;
}
