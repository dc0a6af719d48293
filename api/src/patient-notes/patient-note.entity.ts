import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { LegacyNode } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { Versioned } from '../shared/versioned.ts';

@Entity({ tableName: 'patient_notes' })
@ObjectType({ implements: [LegacyNode, Versioned], description: 'A note that staff wrote about a patient.' })
export class PatientNote extends LegacyNode implements PatientData, Versioned {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  patientId!: number;

  /** Whose note it is: of the author's organization, or of the one in which support staff acted. */
  @Property({ type: 'integer' })
  noteOrgId!: number;

  @Property({ type: 'integer' })
  authorId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Last name, first name, at that time, of the user who wrote it.' })
  authorName!: string;

  @Property({ type: 'text' })
  @Field(() => String, {
    name: 'authorOrganization',
    description: 'Name, at that time, of the organization of that user.',
  })
  authorOrgName!: string;

  @Property({ type: 'text' })
  text!: string;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: 'True when other organizations, which saw the patient when it was written, may read it.',
  })
  isShared!: boolean;

  /** Its organization and, when it is shared, those that saw the patient when it was written. */
  @Property({ type: 'array' })
  visibleOrgIds!: number[];

  @Property({ type: 'integer' })
  version!: number;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which it was written.' })
  createdAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    name: 'edited',
    nullable: true,
    description: 'Time of the last change of its text; null when it has its first text.',
  })
  editedAt!: Date | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    name: 'removed',
    nullable: true,
    description: 'Time at which its author removed it; null when it was not removed.',
  })
  removedAt!: Date | null;

  patientShown(): number {
    return this.patientId;
  }
}
