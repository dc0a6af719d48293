import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import type { LegacySearchBy } from './legacy.ts';
import { legacyPatientPage, migrateOrganization, searchLegacyLocations } from './migration.service.ts';
import {
  LegacyLocation,
  LegacyPatientPage,
  LegacySearchByEnum,
  MigrateOrganizationInput,
  MigrateOrganizationPayload,
} from './migration.types.ts';

@Resolver()
export class MigrationResolver {
  @Query(() => [LegacyLocation], {
    description:
      'Locations of the legacy system, at most 50, by name. UNAVAILABLE when it gives no usable answer: the failure is logged.',
  })
  legacyLocations(
    @Arg('query', () => String, { description: 'A DME ID, or words of a name.' }) query: string,
    @Arg('by', () => LegacySearchByEnum, { description: 'Field that the query is compared with.' }) by: LegacySearchBy,
    @Ctx() ctx: Context,
  ): Promise<LegacyLocation[]> {
    return searchLegacyLocations(ctx, query, by);
  }

  @Query(() => String, {
    description:
      "Name of the person to contact before a location with an API key is migrated; the operator of the portal, in the viewer's language, when none is configured.",
  })
  legacyContact(@Ctx() ctx: Context): string {
    return ctx.app.config.legacyContact ?? translate(ctx.locale, 'migration.contact');
  }

  @Query(() => LegacyPatientPage, {
    description: 'Ten patients of a location of the legacy system. UNAVAILABLE when it gives no usable answer.',
  })
  legacyPatients(
    @Arg('dmeId', () => String, { description: 'DME ID of the location.' }) dmeId: string,
    @Arg('active', () => Boolean, { description: 'True for the active patients, false for the others.' })
    active: boolean,
    @Arg('page', () => Int, { defaultValue: 1, description: 'Page number, from 1.' }) page: number,
    @Ctx() ctx: Context,
  ): Promise<LegacyPatientPage> {
    return legacyPatientPage(ctx, dmeId, active, page);
  }

  @Mutation(() => MigrateOrganizationPayload, {
    description:
      'Marks an organization that was created with a DME ID as migrated, and gives its primary location that DME ID. Refuses a child location and one that was migrated before.',
  })
  migrateOrganization(
    @Arg('input', () => MigrateOrganizationInput, { description: 'The organization.' })
    { dmeId }: MigrateOrganizationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<MigrateOrganizationPayload>> {
    return migrateOrganization(ctx, dmeId);
  }
}
