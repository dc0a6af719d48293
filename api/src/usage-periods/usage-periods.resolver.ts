import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { DateScalar } from '../shared/scalars.ts';
import { usagePeriodOf } from './usage-periods.service.ts';
import { UsagePeriod } from './usage-periods.types.ts';

@Resolver(() => Patient)
export class UsagePeriodsResolver {
  @FieldResolver(() => UsagePeriod, {
    description:
      'Figures of the nights in a range of dates: nights with use, compliant nights, use, AHI, leak and pressure. Two ranges, each under an alias, compare two periods.',
  })
  usagePeriod(
    @Root() patient: Patient,
    @Arg('from', () => DateScalar, { description: 'First night of the range.' }) from: string,
    @Arg('to', () => DateScalar, { description: 'Last night of the range, at most 1,100 days with the first.' })
    to: string,
    @Ctx() ctx: Context,
  ): Promise<UsagePeriod> {
    return usagePeriodOf(ctx, patient, { from, to });
  }
}
