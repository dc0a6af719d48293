import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { ReadWhole } from '../shared/marks.ts';
import { enumOf } from '../shared/enums.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { OUTCOMES, type Outcome } from './activity.list.rules.ts';

export const ActivityOutcomeEnum = enumOf(OUTCOMES);
registerEnumType(ActivityOutcomeEnum, {
  name: 'ActivityOutcome',
  description: 'Outcome of an operation of a user.',
  valuesConfig: {
    DONE: { description: 'It was carried out.' },
    DENIED: { description: 'The user was not permitted to do it.' },
    REFUSED: { description: 'The input was refused.' },
    READ: { description: 'Its data was shown.' },
    EXPORTED: { description: 'Its data was saved as a file.' },
  },
});

/** A line of the audit log. Rows are added by `auth/authorize.ts` and `shared/read-log.ts`, and never changed. */
@Entity({ tableName: 'audit_log' })
@ReadWhole()
@ObjectType({ description: 'One line of the activity log: an operation of a user.' })
export class ActivityLine {
  @PrimaryKey({ type: 'bigint' })
  id!: bigint;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer', nullable: true })
  actorUserId!: number | null;

  @Property({ type: 'text' })
  @Field(() => String, { name: 'event', description: 'The operation by its name in the API.' })
  operation!: string;

  @Property({ type: 'text' })
  @Field(() => ActivityOutcomeEnum, { description: 'Outcome of the operation.' })
  outcome!: Outcome;

  @Property({ type: 'array' })
  patientIds!: number[];

  @Property({ type: 'jsonb' })
  properties!: Record<string, unknown>;

  @Property({ type: 'text', nullable: true })
  ip!: string | null;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time of the line.' })
  createdAt!: Date;

  // A number of 64 bits, which the library reads as a bigint.
  @Field(() => String, { description: 'Integer id of the line.' })
  get databaseId(): string {
    return String(this.id);
  }
}
