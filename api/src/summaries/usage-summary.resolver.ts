import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import { Location } from '../locations/location.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { locationsById } from '../patients/patient-record.service.ts';
import { PatientsWhere } from '../patients/patients-list.types.ts';
import type { Context } from '../shared/context.ts';
import type { Where } from '../shared/list-where.ts';
import { DateScalar } from '../shared/scalars.ts';
import { isSelected } from '../shared/selection.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import type { Measure, UsageSummaryKey } from './usage-summary.reads.ts';
import { usageSummaryOf } from './usage-summary.service.ts';
import { UsageSummary, UsageSummaryGroup, UsageSummaryKeyEnum } from './usage-summary.types.ts';

const MEASURES: readonly Measure[] = ['minutes', 'ahi', 'leak'];

@Resolver(() => UsageSummaryGroup)
export class UsageSummaryResolver {
  @Query(() => UsageSummary, {
    description:
      'Use between two dates: numbers of nights that count and of days without data, and means and medians of minutes, AHI and leak. Of the patients that the list of patients shows with the same filter, at most 100,000, and at most 300,000 nights.',
  })
  async usageSummary(
    @Arg('groupBy', () => [UsageSummaryKeyEnum], {
      description:
        'Values by which the nights are grouped: at most two, and none for a single group. At most 1,000 groups.',
    })
    groupBy: UsageSummaryKey[],
    @Arg('from', () => DateScalar, { description: 'First date of the nights.' }) from: string,
    @Arg('to', () => DateScalar, { description: 'Last date of the nights, at most 1,100 days in all.' }) to: string,
    @Arg('where', () => PatientsWhere, { nullable: true, description: 'The filter of the list of patients.' })
    where: Where | null | undefined,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<UsageSummary> {
    const measures = MEASURES.filter((measure) => isSelected(info, ['groups', measure]));
    const rows = await usageSummaryOf(ctx, { groupBy, range: { from, to }, where, measures });
    return { asOf: ctx.today, groups: rows.map((row) => new UsageSummaryGroup(row)) };
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The equipment provider (DME); null without one, and when the summary is not grouped by it.',
  })
  async provider(@Root() { row }: UsageSummaryGroup, @Ctx() ctx: Context): Promise<Organization | null> {
    return row.providerId ? ctx.loader(organizationsById).load(row.providerId) : null;
  }

  @FieldResolver(() => Location, {
    nullable: true,
    description:
      'The location; null for patients without one or of a location of another organization, and when the summary is not grouped by it.',
  })
  async location(@Root() { row }: UsageSummaryGroup, @Ctx() ctx: Context): Promise<Location | null> {
    return row.locationId ? ctx.loader(locationsById).load(row.locationId) : null;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      'The clinician in charge; null without one that the viewer may see, and when the summary is not grouped by it.',
  })
  async clinician(@Root() { row }: UsageSummaryGroup, @Ctx() ctx: Context): Promise<User | null> {
    return row.clinicianId ? ctx.loader(usersById).load(row.clinicianId) : null;
  }
}
