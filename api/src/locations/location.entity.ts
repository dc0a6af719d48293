import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { Versioned } from '../shared/versioned.ts';

/** A branch of an organization; exactly one is primary. */
@Entity({ tableName: 'locations' })
@WithoutPatients()
@ObjectType({
  implements: [LegacyNode, Versioned],
  description: 'A branch of an organization; exactly one is primary.',
})
export class Location extends LegacyNode implements Versioned {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  /** Counts the changes of what the form edits; by triggers. */
  @Property({ type: 'integer' })
  version!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time of the last change.' })
  updatedAt!: Date;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The name as entered.' })
  name!: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Street and number; null when unknown.' })
  address1!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Second line of the address; null when there is none.' })
  address2!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'City; null when unknown.' })
  city!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'State or province, two letters; null when unknown.' })
  state!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'ZIP or postal code; null when unknown.' })
  zip!: string | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Country: US or CA.' })
  country!: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Phone number, ten digits; null when unknown.' })
  phone!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: "The organization's own id of the location; null without one." })
  customId!: string | null;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'True for the primary location of the organization.' })
  isPrimary!: boolean;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the location was closed: nothing new belongs to it. Null while it is open.',
  })
  closedAt!: Date | null;
}
