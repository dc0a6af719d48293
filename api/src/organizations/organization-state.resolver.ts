import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import type { Context } from '../shared/context.ts';
import {
  activateOrganization,
  checkDeactivateOrganization,
  deactivateOrganization,
} from './organization-state.service.ts';
import {
  ActivateOrganizationPayload,
  DeactivateOrganizationCheck,
  DeactivateOrganizationPayload,
  SwitchOrganizationStateInput,
} from './organization-state.types.ts';

@Resolver()
export class OrganizationStateResolver {
  @Query(() => DeactivateOrganizationCheck, {
    description:
      'The dry run of deactivateOrganization: every reason for a refusal, or numbers of what it would end now.',
  })
  checkDeactivateOrganization(
    @Arg('input', () => SwitchOrganizationStateInput, { description: 'The same input as for deactivateOrganization.' })
    { organizationId }: SwitchOrganizationStateInput,
    @Ctx() ctx: Context,
  ): Promise<DeactivateOrganizationCheck> {
    return checked(ctx, DeactivateOrganizationCheck, () => checkDeactivateOrganization(ctx, organizationId));
  }

  @Mutation(() => DeactivateOrganizationPayload, {
    description:
      'Deactivates an organization: its users are signed out and cannot sign in, and their tokens, API keys, links and jobs end. Devices keep reporting.',
  })
  async deactivateOrganization(
    @Arg('input', () => SwitchOrganizationStateInput, { description: 'The organization.' })
    { organizationId }: SwitchOrganizationStateInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeactivateOrganizationPayload>> {
    return deactivateOrganization(ctx, organizationId);
  }

  @Mutation(() => ActivateOrganizationPayload, {
    description: 'Activates a draft or an inactive organization: its users can sign in.',
  })
  async activateOrganization(
    @Arg('input', () => SwitchOrganizationStateInput, { description: 'The organization.' })
    { organizationId }: SwitchOrganizationStateInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ActivateOrganizationPayload>> {
    return { organization: await activateOrganization(ctx, organizationId) };
  }
}
