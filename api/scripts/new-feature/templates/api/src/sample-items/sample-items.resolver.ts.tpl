import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { listTypes } from '../shared/list-types.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { SampleItem } from './sample-item.entity.ts';
import { sampleItemsList } from './sample-items.list.ts';
import {
  checkSampleItem,
  checkUpdateSampleItem,
  createSampleItem,
  deleteSampleItem,
  listSampleItems,
  updateSampleItem,
} from './sample-items.service.ts';
import {
  CreateSampleItemCheck,
  CreateSampleItemInput,
  CreateSampleItemPayload,
  DeleteSampleItemInput,
  DeleteSampleItemPayload,
  UpdateSampleItemCheck,
  UpdateSampleItemInput,
  UpdateSampleItemPayload,
} from './sample-items.types.ts';

const SampleItemConnection = connectionOf(SampleItem, 'SampleItem');
const { Args: SampleItemsArgs } = listTypes('SampleItems', sampleItemsList);

@Resolver(() => SampleItem)
export class SampleItemsResolver {
  @Query(() => SampleItemConnection, {
    description: 'The sample items that the viewer may see; search matches the name.',
  })
  sampleItems(@Args(() => SampleItemsArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<SampleItem>> {
    return listSampleItems(ctx, args);
  }

  @Query(() => CreateSampleItemCheck, {
    description: 'Every reason why createSampleItem would refuse the input, without writing.',
  })
  checkCreateSampleItem(
    @Arg('input', () => CreateSampleItemInput, { description: 'The same input as for createSampleItem.' })
    input: CreateSampleItemInput,
    @Ctx() ctx: Context,
  ): Promise<CreateSampleItemCheck> {
    return checked(ctx, CreateSampleItemCheck, async () => void (await checkSampleItem(ctx, input)));
  }

  @Query(() => UpdateSampleItemCheck, {
    description: 'Every reason why updateSampleItem would refuse the input, without writing.',
  })
  checkUpdateSampleItem(
    @Arg('input', () => UpdateSampleItemInput, { description: 'The same input as for updateSampleItem.' })
    input: UpdateSampleItemInput,
    @Ctx() ctx: Context,
  ): Promise<UpdateSampleItemCheck> {
    return checked(ctx, UpdateSampleItemCheck, async () => void (await checkUpdateSampleItem(ctx, { ...input })));
  }

  @Mutation(() => CreateSampleItemPayload, { description: "Creates a sample item of the viewer's organization." })
  async createSampleItem(
    @Arg('input', () => CreateSampleItemInput, { description: 'The new sample item.' }) input: CreateSampleItemInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateSampleItemPayload>> {
    return { sampleItem: await createSampleItem(ctx, input) };
  }

  @Mutation(() => UpdateSampleItemPayload, { description: 'Changes a sample item.' })
  async updateSampleItem(
    @Arg('input', () => UpdateSampleItemInput, { description: 'The fields to change.' }) input: UpdateSampleItemInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateSampleItemPayload>> {
    return { sampleItem: await updateSampleItem(ctx, { ...input }) };
  }

  @Mutation(() => DeleteSampleItemPayload, { description: 'Deletes a sample item.' })
  async deleteSampleItem(
    @Arg('input', () => DeleteSampleItemInput, { description: 'The sample item.' }) input: DeleteSampleItemInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeleteSampleItemPayload>> {
    await deleteSampleItem(ctx, input.sampleItemId);
    return {};
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The user who created the sample item; null when the viewer may not see that user.',
  })
  createdBy(@Root() sampleItem: SampleItem, @Ctx() ctx: Context): Promise<User | null> {
    return ctx.loader(usersById).load(sampleItem.creator.id);
  }
}
