import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Location } from './location.entity.ts';
import { OrganizationRecord } from '../organizations/organization-record.types.ts';
import type { Context } from '../shared/context.ts';
import { closeLocation, reopenLocation, usageOfLocations } from './locations-close.ts';
import { canManagePlaces } from './locations.policy.ts';
import { createLocation, makePrimaryLocation, updateLocation } from './locations.service.ts';
import {
  CloseLocationInput,
  CloseLocationPayload,
  CreateLocationInput,
  CreateLocationPayload,
  LocationUsage,
  MakePrimaryLocationInput,
  MakePrimaryLocationPayload,
  ReopenLocationInput,
  ReopenLocationPayload,
  UpdateLocationInput,
  UpdateLocationPayload,
} from './locations.types.ts';

@Resolver(() => Location)
export class LocationsResolver {
  @Mutation(() => CreateLocationPayload, {
    description: 'Adds a location to an organization. The first one is its primary location.',
  })
  async createLocation(
    @Arg('input', () => CreateLocationInput, { description: 'The new location.' }) input: CreateLocationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateLocationPayload>> {
    return { location: await createLocation(ctx, { ...input }) };
  }

  @Mutation(() => UpdateLocationPayload, { description: 'Changes the data of a location.' })
  async updateLocation(
    @Arg('input', () => UpdateLocationInput, { description: 'The fields to change.' }) input: UpdateLocationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateLocationPayload>> {
    return { location: await updateLocation(ctx, { ...input }) };
  }

  @Mutation(() => CloseLocationPayload, {
    description:
      'Closes a location: nothing new belongs to it. Its patients, machines, users and groups move to another location. Refuses the primary location.',
  })
  closeLocation(
    @Arg('input', () => CloseLocationInput, { description: 'The location, and the one to which everything moves.' })
    input: CloseLocationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CloseLocationPayload>> {
    return closeLocation(ctx, input);
  }

  @Mutation(() => ReopenLocationPayload, {
    description:
      'Opens a closed location again. Its former patients, machines, users and groups stay where they moved.',
  })
  async reopenLocation(
    @Arg('input', () => ReopenLocationInput, { description: 'The closed location.' }) input: ReopenLocationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ReopenLocationPayload>> {
    return { location: await reopenLocation(ctx, input.locationId) };
  }

  @Mutation(() => MakePrimaryLocationPayload, {
    description: 'Makes an open location the primary one of its organization, in place of the present one.',
  })
  async makePrimaryLocation(
    @Arg('input', () => MakePrimaryLocationInput, { description: 'The new primary location.' })
    input: MakePrimaryLocationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<MakePrimaryLocationPayload>> {
    return { location: await makePrimaryLocation(ctx, input.locationId) };
  }

  @FieldResolver(() => LocationUsage, {
    nullable: true,
    description: 'Numbers of what belongs to the location; null for a viewer who may not change it.',
  })
  usage(@Root() { id, orgId }: Location, @Ctx() ctx: Context): Promise<LocationUsage | null> | null {
    return canManagePlaces(ctx.viewer, { id: orgId }) ? ctx.loader(usageOfLocations).load(id) : null;
  }
}

@Resolver(() => OrganizationRecord)
export class OrganizationPlacesResolver {
  @FieldResolver(() => Boolean, { description: 'True when the viewer may change its locations and groups.' })
  viewerCanManagePlaces(@Root() { organization }: OrganizationRecord, @Ctx() ctx: Context): boolean {
    return canManagePlaces(ctx.viewer, organization);
  }
}
