import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { viewerOf, ViewerType } from '../auth/viewer.types.ts';
import type { Context } from '../shared/context.ts';
import { findActingOrganization, recentOrganizations, switchOrganization } from './acting-organization.service.ts';
import { SwitchOrganizationInput, SwitchOrganizationPayload } from './acting-organization.types.ts';
import { Organization } from './organization.entity.ts';

@Resolver(() => ViewerType)
export class ActingOrganizationResolver {
  @Mutation(() => SwitchOrganizationPayload, {
    description:
      'Lets the session of support staff act in one organization: until the next switch or the end of the session, every list, count, search and page shows the rows that this organization sees, and new records belong to it. Tokens are not switched.',
  })
  async switchOrganization(
    @Arg('input', () => SwitchOrganizationInput, { description: 'The organization, or null for all of them.' })
    input: SwitchOrganizationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SwitchOrganizationPayload>> {
    const viewer = await switchOrganization(ctx, input);
    ctx.signedIn = viewer;
    return { viewer: viewerOf(viewer) };
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The organization in which support staff acts; null for all organizations, and for other users.',
  })
  actingOrganization(@Root() _viewer: ViewerType, @Ctx() ctx: Context): Promise<Organization | null> {
    return findActingOrganization(ctx);
  }

  @FieldResolver(() => [Organization], {
    description:
      'The last five organizations in which the support user acted, the newest first; empty for other users.',
  })
  recentOrganizations(@Root() _viewer: ViewerType, @Ctx() ctx: Context): Promise<Organization[]> {
    return recentOrganizations(ctx);
  }
}
