import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { Location } from '../locations/location.entity.ts';
import {
  clinicalTypeOf,
  countsOfOrganizations,
  groupsOfOrganizations,
  locationsOfOrganizations,
  primaryLocations,
  recordOf,
} from './organization-record.service.ts';
import { OrganizationRecord } from './organization-record.types.ts';
import { Organization, OrganizationType } from './organization.entity.ts';
import { OrgGroup } from '../org-groups/org-group.entity.ts';
import { canUpdateOrganization } from './organizations.policy.ts';
import { findOrganization, findOrganizationTypes, listOrganizations } from './organizations.service.ts';
import { organizationsList } from './organizations.list.ts';
import { listTypes } from '../shared/list-types.ts';

const OrganizationConnection = connectionOf(Organization, 'Organization');
const { Args: OrganizationsArgs } = listTypes('Organizations', organizationsList);

@Resolver(() => Organization)
export class OrganizationsResolver {
  @Query(() => OrganizationConnection, {
    description:
      'The organizations, for support staff: all of them, or the one in which they act; search matches the name.',
  })
  organizations(
    @Args(() => OrganizationsArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<Organization>> {
    return listOrganizations(ctx, args);
  }

  @Query(() => Organization, {
    nullable: true,
    description:
      'One organization, for support staff and for its administrators. NOT_FOUND for one whose name the viewer may not see.',
  })
  organization(
    @Arg('id', () => ID, { description: 'Global id, or the integer id from the page address.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Organization> {
    return findOrganization(ctx, id);
  }

  @Query(() => [OrganizationType], { description: 'The types that an organization can have, by id.' })
  organizationTypes(@Ctx() ctx: Context): Promise<OrganizationType[]> {
    return findOrganizationTypes(ctx);
  }

  @FieldResolver(() => OrganizationRecord, {
    nullable: true,
    description: 'Its record; null for a viewer who may know its name alone.',
  })
  record(@Root() organization: Organization, @Ctx() ctx: Context): OrganizationRecord | null {
    return recordOf(ctx, organization);
  }
}

@Resolver(() => OrganizationRecord)
export class OrganizationRecordResolver {
  @FieldResolver(() => Boolean, {
    description: 'True when the viewer may change its name and types, and activate or deactivate it.',
  })
  viewerCanUpdate(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): boolean {
    return canUpdateOrganization(ctx.viewer, organization);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Kind of clinic; null for other organizations.' })
  clinicalType(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<string | null> {
    return clinicalTypeOf(ctx, organization);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The user who migrated it; null before its migration, and for a viewer who may not see that user.',
  })
  migratedBy(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<User | null> | null {
    return organization.migratedById === null ? null : ctx.loader(usersById).load(organization.migratedById);
  }

  @FieldResolver(() => Int, { description: 'Number of the patients that its staff see.' })
  async patientCount(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<number> {
    return (await ctx.loader(countsOfOrganizations).load(organization.id))?.patients ?? 0;
  }

  @FieldResolver(() => Int, { description: 'Number of the machines that its staff see.' })
  async machineCount(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<number> {
    return (await ctx.loader(countsOfOrganizations).load(organization.id))?.machines ?? 0;
  }

  @FieldResolver(() => Int, { description: 'Number of its users, active or not.' })
  async userCount(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<number> {
    return (await ctx.loader(countsOfOrganizations).load(organization.id))?.users ?? 0;
  }

  @FieldResolver(() => Int, { description: 'Number of its open locations.' })
  async locationCount(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<number> {
    return (await ctx.loader(countsOfOrganizations).load(organization.id))?.locations ?? 0;
  }

  @FieldResolver(() => Location, { nullable: true, description: 'Its primary location; null before it has one.' })
  primaryLocation(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<Location | null> {
    return ctx.loader(primaryLocations).load(organization.id);
  }

  @FieldResolver(() => [Location], {
    description: 'Its locations: the primary one, the other open ones by name, then the closed ones.',
  })
  locations(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<Location[]> {
    return ctx.loader(locationsOfOrganizations).load(organization.id);
  }

  @FieldResolver(() => [OrgGroup], { description: 'Its groups, by name.' })
  groups(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): Promise<OrgGroup[]> {
    return ctx.loader(groupsOfOrganizations).load(organization.id);
  }
}
