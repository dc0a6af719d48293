import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

type ChangeEvent = 'created' | 'updated';

const ChangeEventEnum: Record<Uppercase<ChangeEvent>, ChangeEvent> = { CREATED: 'created', UPDATED: 'updated' };
registerEnumType(ChangeEventEnum, {
  name: 'UserChangeEvent',
  description: 'Kind of a change of a user.',
  valuesConfig: { CREATED: { description: 'The user was made.' }, UPDATED: { description: 'Fields were changed.' } },
});

@WithoutPatients()
@ObjectType({ description: 'A changed field of a user.' })
export class FieldChange {
  @Field(() => String, { description: 'Name of the field as in REST, such as first_name.' })
  field!: string;

  @Field(() => String, { nullable: true, description: 'Value before the change as text; null for none.' })
  before!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Value after the change as text; null for none, and always for a password.',
  })
  after!: string | null;
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : Array.isArray(value) ? value.join(', ') : String(value);

/** One line for each user that a transaction makes or changes, written by triggers (`record_user_change`). */
@Entity({ tableName: 'user_changes' })
@WithoutPatients()
@ObjectType({ description: 'One line of the audit log: a change of a user.' })
export class UserChange {
  @PrimaryKey({ type: 'bigint' })
  id!: bigint;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  userId!: number;

  @Property({ type: 'integer', nullable: true })
  actorUserId!: number | null;

  @Property({ type: 'text' })
  @Field(() => ChangeEventEnum, { description: 'Kind of the change.' })
  event!: ChangeEvent;

  @Property({ type: 'jsonb' })
  changes!: Record<string, { before: unknown; after: unknown }>;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time of the change.' })
  createdAt!: Date;

  // A number of 64 bits, which the library reads as a bigint.
  @Field(() => String, { description: 'Integer id of the line.' })
  get databaseId(): string {
    return String(this.id);
  }

  @Field(() => [FieldChange], { description: 'The changed fields, by name.' })
  get fields(): FieldChange[] {
    return Object.entries(this.changes)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([field, { before, after }]) =>
        Object.assign(new FieldChange(), { field, before: textOf(before), after: textOf(after) }),
      );
  }
}
