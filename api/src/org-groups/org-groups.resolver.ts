import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import { Location } from '../locations/location.entity.ts';
import { OrgGroup } from './org-group.entity.ts';
import type { Context } from '../shared/context.ts';
import { createGroup, deleteGroup, locationsOfGroups, updateGroup, userCountsOfGroups } from './org-groups.service.ts';
import {
  CreateOrgGroupInput,
  CreateOrgGroupPayload,
  DeleteOrgGroupInput,
  DeleteOrgGroupPayload,
  UpdateOrgGroupInput,
  UpdateOrgGroupPayload,
} from './org-groups.types.ts';

@Resolver(() => OrgGroup)
export class OrgGroupsResolver {
  @Mutation(() => CreateOrgGroupPayload, { description: 'Adds a group of users to an organization.' })
  async createOrgGroup(
    @Arg('input', () => CreateOrgGroupInput, { description: 'The new group.' }) input: CreateOrgGroupInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateOrgGroupPayload>> {
    return { group: await createGroup(ctx, { ...input }) };
  }

  @Mutation(() => UpdateOrgGroupPayload, {
    description: 'Changes the name and the locations of a group, from the next request of each of its users.',
  })
  async updateOrgGroup(
    @Arg('input', () => UpdateOrgGroupInput, { description: 'The fields to change.' }) input: UpdateOrgGroupInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateOrgGroupPayload>> {
    return { group: await updateGroup(ctx, { ...input }) };
  }

  @Mutation(() => DeleteOrgGroupPayload, { description: 'Deletes a group. Refuses one that has users.' })
  async deleteOrgGroup(
    @Arg('input', () => DeleteOrgGroupInput, { description: 'The group.' }) input: DeleteOrgGroupInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeleteOrgGroupPayload>> {
    await deleteGroup(ctx, input.groupId);
    return {};
  }

  @FieldResolver(() => [Location], { description: 'The locations that the group covers, by name.' })
  locations(@Root() { id }: OrgGroup, @Ctx() ctx: Context): Promise<Location[]> {
    return ctx.loader(locationsOfGroups).load(id);
  }

  @FieldResolver(() => Int, { description: 'Number of its users, active or not.' })
  userCount(@Root() { id }: OrgGroup, @Ctx() ctx: Context): Promise<number> {
    return ctx.loader(userCountsOfGroups).load(id);
  }
}
