import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import type { Context } from '../shared/context.ts';
import {
  checkCreateOrganization,
  checkUpdateOrganization,
  createOrganization,
  updateOrganization,
} from './organization-form.service.ts';
import {
  CreateOrganizationCheck,
  CreateOrganizationInput,
  CreateOrganizationPayload,
  UpdateOrganizationCheck,
  UpdateOrganizationInput,
  UpdateOrganizationPayload,
} from './organization-form.types.ts';
import { ClinicalType } from './organization.entity.ts';
import { findClinicalTypes } from './organizations.service.ts';

const ONLY = 'Names of the fields to check, such as locations.0.zip; all when omitted.';

@Resolver()
export class OrganizationFormResolver {
  @Query(() => [ClinicalType], { description: 'The types that a clinic can have, by id.' })
  clinicalTypes(@Ctx() ctx: Context): Promise<ClinicalType[]> {
    return findClinicalTypes(ctx);
  }

  @Query(() => CreateOrganizationCheck, {
    description: 'Every reason why createOrganization would refuse the input, without writing.',
  })
  checkCreateOrganization(
    @Arg('input', () => CreateOrganizationInput, { description: 'The same input as for createOrganization.' })
    input: CreateOrganizationInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | null,
    @Ctx() ctx: Context,
  ): Promise<CreateOrganizationCheck> {
    return checked(
      ctx,
      CreateOrganizationCheck,
      async () => void (await checkCreateOrganization(ctx, { ...input }, only ?? undefined)),
    );
  }

  @Mutation(() => CreateOrganizationPayload, {
    description: 'Creates an organization with its primary location: a draft, until activateOrganization.',
  })
  async createOrganization(
    @Arg('input', () => CreateOrganizationInput, { description: 'The new organization.' })
    input: CreateOrganizationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateOrganizationPayload>> {
    return { organization: await createOrganization(ctx, { ...input }) };
  }

  @Query(() => UpdateOrganizationCheck, {
    description: 'Every reason why updateOrganization would refuse the input, without writing.',
  })
  checkUpdateOrganization(
    @Arg('input', () => UpdateOrganizationInput, { description: 'The same input as for updateOrganization.' })
    { organizationId, ...values }: UpdateOrganizationInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | null,
    @Ctx() ctx: Context,
  ): Promise<UpdateOrganizationCheck> {
    return checked(
      ctx,
      UpdateOrganizationCheck,
      async () => void (await checkUpdateOrganization(ctx, organizationId, values, only ?? undefined)),
    );
  }

  @Mutation(() => UpdateOrganizationPayload, {
    description: 'Changes the name and the clinical type of an organization, and the type of a draft.',
  })
  async updateOrganization(
    @Arg('input', () => UpdateOrganizationInput, { description: 'The organization and its new values.' })
    { organizationId, ...values }: UpdateOrganizationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateOrganizationPayload>> {
    return { organization: await updateOrganization(ctx, organizationId, values) };
  }
}
