import { Field, Float, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

@WithoutPatients()
@ObjectType({ description: 'The price of an operation, before it runs.' })
export class OperationPrice {
  @Field(() => Int, {
    nullable: true,
    description: 'Its points with its variables, as in `extensions.cost` of its answer; null with problems.',
  })
  points!: number | null;

  @Field(() => Int, { description: 'Points of one operation at most. One that costs more is refused.' })
  limit!: number;

  @Field(() => [String], {
    description: 'Reasons why the operation is not valid, as its answer would name them; at most five.',
  })
  problems!: string[];
}

@WithoutPatients()
@ObjectType({
  description:
    'The points of the token, or of the API key, that sent the request. It has the points of an hour at once, and spent ones come back steadily.',
})
export class RateLimit {
  @Field(() => Int, { description: 'Points that it has when none are spent, and that come back in an hour.' })
  limit!: number;

  @Field(() => Int, { description: 'Points that are left after this operation.' })
  remaining!: number;

  @Field(() => Float, { description: 'Points that come back in a second.' })
  restorePerSecond!: number;

  @Field(() => Int, { description: 'Points of this operation, as in `extensions.cost` of its answer.' })
  cost!: number;

  @Field(() => DateTimeScalar, { description: 'Time at which all have come back, when no more are spent.' })
  resetsAt!: Date;
}
