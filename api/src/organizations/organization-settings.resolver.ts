import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import type { Context } from '../shared/context.ts';
import { Organization } from './organization.entity.ts';
import { checkOrganizationSettings, updateOrganizationSettings } from './organization-settings.service.ts';
import {
  OrganizationSettings,
  UpdateOrganizationSettingsCheck,
  UpdateOrganizationSettingsInput,
  UpdateOrganizationSettingsPayload,
} from './organization-settings.types.ts';
import { canReadOrganizationSettings } from './organizations.policy.ts';

@Resolver(() => Organization)
export class OrganizationSettingsResolver {
  @FieldResolver(() => OrganizationSettings, {
    nullable: true,
    description: 'Settings by its administrators; null for organizations of other users.',
  })
  settings(@Root() organization: Organization, @Ctx() ctx: Context): OrganizationSettings | null {
    if (!canReadOrganizationSettings(ctx.viewer, organization)) return null;
    return organization;
  }

  @Query(() => UpdateOrganizationSettingsCheck, {
    description: 'Every reason why updateOrganizationSettings would refuse the input, without writing.',
  })
  checkUpdateOrganizationSettings(
    @Arg('input', () => UpdateOrganizationSettingsInput, {
      description: 'The same input as for updateOrganizationSettings.',
    })
    input: UpdateOrganizationSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<UpdateOrganizationSettingsCheck> {
    return checked(
      ctx,
      UpdateOrganizationSettingsCheck,
      async () => void (await checkOrganizationSettings(ctx, { ...input })),
    );
  }

  @Mutation(() => UpdateOrganizationSettingsPayload, {
    description: "Changes the settings of the viewer's organization, from the next request of each of its users.",
  })
  async updateOrganizationSettings(
    @Arg('input', () => UpdateOrganizationSettingsInput, { description: 'The fields to change.' })
    input: UpdateOrganizationSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateOrganizationSettingsPayload>> {
    return { organization: await updateOrganizationSettings(ctx, { ...input }) };
  }
}
