import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { Organization } from './organization.entity.ts';

@ObjectType({ description: 'What support staff and the administrators of an organization see of it.' })
export class OrganizationRecord {
  /** Not published. */
  readonly organization!: Organization;

  @Field(() => Boolean, { description: 'True when its users may sign in: the documented status.' })
  get active(): boolean {
    return this.organization.active;
  }

  @Field(() => Boolean, { description: 'True from its creation until it is first activated.' })
  get draft(): boolean {
    return this.organization.draft;
  }

  @Field(() => DateTimeScalar, { description: 'Time of its creation.' })
  get createdAt(): Date {
    return this.organization.createdAt;
  }
}
