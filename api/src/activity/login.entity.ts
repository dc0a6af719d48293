import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { shownAddress } from '../shared/network.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { clientOf } from './user-agents.ts';

/** Written by a trigger on sessions (`keep_login`). */
@Entity({ tableName: 'logins' })
@WithoutPatients()
@ObjectType({ description: 'One sign-in of a user.' })
export class Login {
  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, { name: 'databaseId', description: 'Integer id of the sign-in.' })
  id!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  userId!: number;

  /** Read by the sign-in alone: a column that is not granted must be lazy. */
  @Property({ type: 'blob', lazy: true })
  sessionHash!: Buffer;

  @Property({ type: 'text', nullable: true })
  ip!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'User agent as the browser sent it; null when unknown.' })
  userAgent!: string | null;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time of the sign-in.' })
  loginAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the user signed out or was signed out; null until then, and for an expired session.',
  })
  logoutAt!: Date | null;

  @Field(() => String, {
    name: 'ip',
    nullable: true,
    description: 'Address from which the user signed in; null when unknown.',
  })
  get address(): string | null {
    return shownAddress(this.ip);
  }

  @Field(() => String, {
    nullable: true,
    description: 'Browser and system by name, such as Chrome on Windows; null when they are unknown.',
  })
  get client(): string | null {
    return clientOf(this.userAgent);
  }
}
