import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { SettingsChangesWhere } from '../device-settings/settings-changes-list.types.ts';
import { Location } from '../locations/location.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { locationsById } from '../patients/patient-record.service.ts';
import type { Context } from '../shared/context.ts';
import type { Where } from '../shared/list-where.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { settingsChangeSummaryOf, type SettingsChangeSummaryKey } from './settings-change-summary.service.ts';
import {
  SettingsChangeSummary,
  SettingsChangeSummaryGroup,
  SettingsChangeSummaryKeyEnum,
} from './settings-change-summary.types.ts';

@Resolver(() => SettingsChangeSummaryGroup)
export class SettingsChangeSummaryResolver {
  @Query(() => SettingsChangeSummary, {
    description:
      'Numbers of settings changes by their status and the reason why they were not delivered: of those that the list of settings changes shows with the same filter, at most 50,000.',
  })
  async settingsChangeSummary(
    @Arg('groupBy', () => [SettingsChangeSummaryKeyEnum], {
      description:
        'Values by which the changes are grouped: at most two, and none for a single group. At most 1,000 groups.',
    })
    groupBy: SettingsChangeSummaryKey[],
    @Arg('where', () => SettingsChangesWhere, {
      nullable: true,
      description:
        'The filter of the list of settings changes, such as `{ createdAt: { greaterThan: "2026-01-31" } }`.',
    })
    where: Where | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<SettingsChangeSummary> {
    const rows = await settingsChangeSummaryOf(ctx, groupBy, where);
    return { groups: rows.map((row) => new SettingsChangeSummaryGroup(row)) };
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The equipment provider (DME); null without one, and when the summary is not grouped by it.',
  })
  async provider(@Root() { row }: SettingsChangeSummaryGroup, @Ctx() ctx: Context): Promise<Organization | null> {
    return row.providerId ? ctx.loader(organizationsById).load(row.providerId) : null;
  }

  @FieldResolver(() => Location, {
    nullable: true,
    description:
      'The location; null for patients without one or of a location of another organization, and when the summary is not grouped by it.',
  })
  async location(@Root() { row }: SettingsChangeSummaryGroup, @Ctx() ctx: Context): Promise<Location | null> {
    return row.locationId ? ctx.loader(locationsById).load(row.locationId) : null;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      'The user who submitted the changes; null for one that the viewer may not see, and when the summary is not grouped by users.',
  })
  async submitter(@Root() { row }: SettingsChangeSummaryGroup, @Ctx() ctx: Context): Promise<User | null> {
    return row.submitterId ? ctx.loader(usersById).load(row.submitterId) : null;
  }
}
