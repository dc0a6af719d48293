import { Field, ID, Int, ObjectType } from 'type-graphql';
import { toGlobalId } from '../shared/node.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { KeptAssignment, RemovedDevice, VoidedAssignment } from './removed-devices.service.ts';

@ObjectType({ description: 'What an assignment was that is no longer among the devices of its patient.' })
abstract class FormerDevice {
  constructor(readonly assignment: KeptAssignment) {}

  @Field(() => ID, { description: 'Global id of the assignment, for voidDevice and restoreDevice.' })
  get deviceHistoryId(): string {
    return toGlobalId('DeviceHistory', this.assignment.id);
  }

  @Field(() => Int, { description: 'Integer id of the assignment, the {deviceId} of REST paths.' })
  get deviceHistoryDatabaseId(): number {
    return this.assignment.id;
  }

  @Field(() => DateScalar, { description: 'First night of the assignment.' })
  get startDate(): string {
    return this.assignment.startDate;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'Date on which the assignment ended; null when it had no end date.',
  })
  get endDate(): string | null {
    return this.assignment.endDate;
  }
}

@ObjectType({
  description:
    'Nights of a device that was removed from the devices of the patient. They are of the patient and count for compliance.',
})
export class NightsOfRemovedDevice extends FormerDevice {
  constructor(readonly removed: RemovedDevice) {
    super(removed);
  }

  @Field(() => Int, { description: 'Number of nights, of all sources.' })
  get nights(): number {
    return this.removed.nights;
  }

  @Field(() => DateScalar, { description: 'Date of the first night.' })
  get firstDate(): string {
    return this.removed.firstDate;
  }

  @Field(() => DateScalar, { description: 'Date of the last night.' })
  get lastDate(): string {
    return this.removed.lastDate;
  }
}

@ObjectType({ description: 'An assignment that was voided: it never happened, and none of its nights counts.' })
export class VoidedDevice extends FormerDevice {
  constructor(readonly voided: VoidedAssignment) {
    super(voided);
  }

  @Field(() => String, { description: 'Reason for voiding it.' })
  get reason(): string {
    return this.voided.reason;
  }

  @Field(() => DateTimeScalar, { description: 'Time at which it was voided.' })
  get voidedAt(): Date {
    return this.voided.voidedAt;
  }
}
