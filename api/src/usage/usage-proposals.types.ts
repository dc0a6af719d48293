import { Field, Int, ObjectType } from 'type-graphql';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { NightSource } from './night-source.rules.ts';
import { NightSourceEnum } from './usage-night.entity.ts';
import type { DateProposal } from './usage-proposals.ts';

@ObjectType({
  description:
    "A correction of dates that a device's clock suggests: it recorded the nights by another clock than the one by which it sent them. Staff decides in the date change utility.",
})
export class NightDateProposal {
  constructor(private readonly proposal: DateProposal) {}

  @Field(() => NightSourceEnum, { description: 'Source of the nights.' })
  readonly source: NightSource = 'wireless';

  @Field(() => DateScalar, { description: 'Recorded date of the first night.' })
  get from(): string {
    return this.proposal.from;
  }

  @Field(() => DateScalar, { description: 'Recorded date of the last night.' })
  get to(): string {
    return this.proposal.to;
  }

  @Field(() => Int, { description: 'Days to move the nights; negative for a clock that was ahead.' })
  get days(): number {
    return this.proposal.days;
  }

  @Field(() => Int, { description: 'Number of nights that would move.' })
  get nights(): number {
    return this.proposal.nights;
  }

  @Field(() => DateTimeScalar, { description: 'Last contact with the old clock.' })
  get changedAfter(): Date {
    return this.proposal.before.at;
  }

  @Field(() => DateTimeScalar, { description: 'First contact with the new clock.' })
  get changedBefore(): Date {
    return this.proposal.after.at;
  }
}
