import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { LegacyNode } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import { HAND_OFF_KINDS, HAND_OFF_SIDES, HAND_OFF_STATES } from './hand-offs.list.rules.ts';

export type HandOffKind = (typeof HAND_OFF_KINDS)[number];
export type HandOffSide = (typeof HAND_OFF_SIDES)[number];
export type HandOffState = (typeof HAND_OFF_STATES)[number];

export const HandOffKindEnum = enumOf(HAND_OFF_KINDS);
registerEnumType(HandOffKindEnum, {
  name: 'HandOffKind',
  description: 'Kind of a request to another organization.',
  valuesConfig: {
    DEVICE: { description: 'A device, by its serial number and PIN.' },
    PATIENT: { description: 'A patient, by name, birth date and one more fact.' },
  },
});

export const HandOffSideEnum = enumOf(HAND_OFF_SIDES);
registerEnumType(HandOffSideEnum, {
  name: 'HandOffSide',
  description: "The side of the viewer's organization in a request.",
  valuesConfig: {
    ASKER: { description: 'It asked.' },
    HOLDER: { description: 'It holds the patient or the device.' },
  },
});

export const HandOffStateEnum = enumOf(HAND_OFF_STATES);
registerEnumType(HandOffStateEnum, {
  name: 'HandOffState',
  description: 'State of a request.',
  valuesConfig: {
    OPEN: { description: 'It waits for an answer. A request that matched nothing waits in the same way.' },
    ACCEPTED: { description: 'The other side accepted it.' },
    REFUSED: { description: 'The other side refused it, with a reason.' },
    WITHDRAWN: { description: 'The organization that asked withdrew it.' },
    EXPIRED: { description: 'It ended after 14 days without an answer.' },
  },
});

/** One side of a request: each organization has a row of its own. Written by functions of the database only (db/functions/hand-offs). */
@Entity({ tableName: 'hand_offs' })
@ObjectType({
  implements: LegacyNode,
  description:
    'A request for a device or a patient that another organization holds, as the organization of the viewer sees it.',
})
export class HandOff extends LegacyNode implements PatientData {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  /** Who asked; on the other side, who answered. */
  @Property({ type: 'integer', nullable: true })
  userId!: number | null;

  @Property({ type: 'text' })
  @Field(() => HandOffSideEnum, { description: "The side of the viewer's organization." })
  side!: HandOffSide;

  @Property({ type: 'text' })
  @Field(() => HandOffKindEnum, { description: 'Kind of the request.' })
  kind!: HandOffKind;

  /** As it is stored: a request whose time has passed is open until the job has ended it (`handOffStateOf`). */
  @Property({ type: 'text' })
  state!: HandOffState;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Serial number of the device that was asked for.' })
  serial!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Given name of the patient that was asked for; null on the other side.',
  })
  firstName!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Family name of the patient that was asked for; null on the other side.',
  })
  lastName!: string | null;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, { nullable: true, description: 'Birth date as it was typed; null on the other side.' })
  birthDate!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Telephone of ten digits as it was typed; null on the other side.',
  })
  phone!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Patient number as it was typed; null on the other side.' })
  assignedId!: string | null;

  @Property({ type: 'text' })
  @Field(() => String, {
    description: 'The user who asked: family name masked after 2 letters, given name after 3.',
  })
  askedBy!: string;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description:
      'True when the PIN that was typed is that of the device; false for a patient, and to the organization that asked.',
  })
  pinConfirmed!: boolean;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    name: 'otherOrganization',
    nullable: true,
    description: 'Name of the other organization; null to the organization that asked, until the request is accepted.',
  })
  otherName!: string | null;

  /** Of the holder's row: the row of the other side. No role of a user reads it. */
  @Property({ type: 'integer', nullable: true, lazy: true })
  otherId!: number | null;

  @Property({ type: 'integer', nullable: true })
  patientId!: number | null;

  @Property({ type: 'integer', nullable: true })
  machineId!: number | null;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, {
    nullable: true,
    description: 'First night of the new organization; null unless the request was accepted.',
  })
  startsOn!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'The reason of a refusal; null otherwise.' })
  reason!: string | null;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which the request was made.' })
  createdAt!: Date;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time of the last change of its state.' })
  updatedAt!: Date;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, {
    name: 'expires',
    description: 'Time at which it expires without an answer: after 14 days, at the same time of day.',
  })
  expiresAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    name: 'ended',
    nullable: true,
    description: 'Time at which it ended; null while it is open.',
  })
  endedAt!: Date | null;

  patientShown(): number | null {
    return this.patientId;
  }
}
