import { Field, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';

@ObjectType({
  description:
    'The verification of stored figures: every night they are computed again, and those that differ are corrected.',
})
export class FigureVerification {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which all stored figures had been verified; null before the first night.',
  })
  verifiedAt!: Date | null;

  @Field(() => Boolean, { description: 'True when that is more than 48 hours ago.' })
  isOverdue!: boolean;

  @Field(() => Int, {
    description:
      "Number of figures that were wrong and were corrected: those that the viewer's organization sees, all of them for support staff.",
  })
  repaired!: number;
}
