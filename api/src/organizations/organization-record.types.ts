import { Field, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { Organization } from './organization.entity.ts';

@WithoutPatients()
@ObjectType({ description: 'Record of an organization, for support staff and its administrators.' })
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

  @Field(() => Int, { description: 'Integer id of its type.' })
  get typeId(): number {
    return this.organization.organizationType.id;
  }

  @Field(() => Int, { nullable: true, description: 'Integer id of the clinical type; null for other organizations.' })
  get clinicalTypeId(): number | null {
    return this.organization.clinicalTypeId;
  }

  @Field(() => String, { nullable: true, description: 'DME ID: its id in the legacy system; null when it has none.' })
  get dmeId(): string | null {
    return this.organization.dmeId;
  }

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of its migration; null before it.' })
  get migratedAt(): Date | null {
    return this.organization.migratedAt;
  }

  @Field(() => DateTimeScalar, { description: 'Time of its creation.' })
  get createdAt(): Date {
    return this.organization.createdAt;
  }
}
