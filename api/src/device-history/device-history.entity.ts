import type { OptionalProps, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Joined } from '../shared/marks.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import { LegacyNode } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { Machine } from '../machines/machine.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import { Versioned } from '../shared/versioned.ts';

const isNone = (endDate: unknown) => endDate === null;

@Entity({ tableName: 'device_history' })
@ObjectType({
  implements: [LegacyNode, Versioned],
  description: 'One assignment of a machine to a patient; "device" on screen.',
})
export class DeviceHistory extends LegacyNode implements PatientData, Versioned {
  /** Derived: never set when a row is created. */
  declare [OptionalProps]?: 'globalId' | 'databaseId' | 'isActive' | 'isAssignedToPatient' | 'version' | 'updatedAt';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  /** The patient's organization: half of the composite key to the patient. */
  @Property({ type: 'integer' })
  orgId!: number;

  @ManyToOne(() => Patient, { ref: true, fieldName: 'patient_id' })
  patient!: Ref<Patient>;

  /** The machine's organization: half of the composite key to the machine. */
  @Property({ type: 'integer' })
  machineOrgId!: number;

  @ManyToOne(() => Machine, { ref: true, fieldName: 'machine_id' })
  machine!: Ref<Machine>;

  @Property({ type: 'date' })
  @Field(() => DateScalar, {
    description: "First night of the assignment, a day in the time zone of the patient's organization.",
  })
  startDate!: string;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, {
    nullable: true,
    description:
      "Date on which the assignment ended, in the time zone of the patient's organization; the night of that date belongs to the next assignment. Null while it is active.",
  })
  endDate!: string | null;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'True when the PIN was entered and confirmed for this assignment.' })
  hasPin!: boolean;

  /** Counts the changes of the dates and of the PIN; by a trigger. */
  @Property({ type: 'integer', default: 1 })
  version!: number;

  @Property({ type: 'integer', nullable: true })
  createdBy!: number | null;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time of the last change of its dates or of its PIN.' })
  updatedAt!: Date;

  @Joined({ path: ['endDate'], value: isNone })
  @Field(() => Boolean, { description: 'True when the assignment has no end date.' })
  get isActive(): boolean {
    return this.endDate === null;
  }

  @Joined({ path: ['endDate'], value: isNone })
  @Field(() => Boolean, { description: 'True when the patient has the device now.' })
  get isAssignedToPatient(): boolean {
    return this.isActive;
  }

  patientShown(): number {
    return this.patient.id;
  }
}
