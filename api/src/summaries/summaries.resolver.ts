import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import { defaultRule } from '../compliance/compliance-rule.ts';
import { DevicesWhere } from '../device-index/device-index-list.types.ts';
import { Location } from '../locations/location.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { locationsById } from '../patients/patient-record.service.ts';
import { PatientsWhere } from '../patients/patients-list.types.ts';
import type { Context } from '../shared/context.ts';
import type { Where } from '../shared/list-where.ts';
import { isSelected } from '../shared/selection.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import type { ComplianceSummaryKey } from './compliance-summary-keys.ts';
import { complianceSummaryOf } from './compliance-summary.service.ts';
import { ComplianceSummary, ComplianceSummaryGroup, ComplianceSummaryKeyEnum } from './compliance-summary.types.ts';
import { deviceSummaryOf, type DeviceSummaryKey } from './device-summary.service.ts';
import { DeviceSummary, DeviceSummaryGroup, DeviceSummaryKeyEnum } from './device-summary.types.ts';

@Resolver(() => ComplianceSummaryGroup)
export class SummariesResolver {
  @Query(() => ComplianceSummary, {
    description:
      'Numbers of patients by their state of compliance, and their compliant nights: of the patients that the list of patients shows with the same filter.',
  })
  async complianceSummary(
    @Arg('groupBy', () => [ComplianceSummaryKeyEnum], {
      description:
        'Values by which the patients are grouped: at most two, and none for a single group. At most 1,000 groups.',
    })
    groupBy: ComplianceSummaryKey[],
    @Arg('where', () => PatientsWhere, { nullable: true, description: 'The filter of the list of patients.' })
    where: Where | null | undefined,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ComplianceSummary> {
    const rows = await complianceSummaryOf(ctx, { groupBy, where, withNights: isSelected(info, ['groups', 'nights']) });
    return { asOf: ctx.today, rule: defaultRule(), groups: rows.map((row) => new ComplianceSummaryGroup(row)) };
  }

  @Query(() => DeviceSummary, {
    description:
      'Numbers of devices by the state of their settings: of the devices that the list of devices shows with the same filter.',
  })
  async deviceSummary(
    @Arg('groupBy', () => [DeviceSummaryKeyEnum], {
      description:
        'Values by which the devices are grouped: at most two, and none for a single group. At most 1,000 groups.',
    })
    groupBy: DeviceSummaryKey[],
    @Arg('where', () => DevicesWhere, {
      nullable: true,
      description: 'The filter of the list of devices, such as `{ endDate: { isNull: true } }` for the active ones.',
    })
    where: Where | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<DeviceSummary> {
    const rows = await deviceSummaryOf(ctx, groupBy, where);
    return { groups: rows.map((row) => new DeviceSummaryGroup(row)) };
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The equipment provider (DME); null without one, and when the summary is not grouped by it.',
  })
  async provider(@Root() { row }: ComplianceSummaryGroup, @Ctx() ctx: Context): Promise<Organization | null> {
    return row.providerId ? ctx.loader(organizationsById).load(row.providerId) : null;
  }

  @FieldResolver(() => Location, {
    nullable: true,
    description:
      'The location; null for patients without one or of a location of another organization, and when the summary is not grouped by it.',
  })
  async location(@Root() { row }: ComplianceSummaryGroup, @Ctx() ctx: Context): Promise<Location | null> {
    return row.locationId ? ctx.loader(locationsById).load(row.locationId) : null;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      'The clinician in charge; null without one that the viewer may see, and when the summary is not grouped by it.',
  })
  async clinician(@Root() { row }: ComplianceSummaryGroup, @Ctx() ctx: Context): Promise<User | null> {
    return row.clinicianId ? ctx.loader(usersById).load(row.clinicianId) : null;
  }
}
