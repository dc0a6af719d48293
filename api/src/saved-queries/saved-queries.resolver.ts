import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { SavedQuery } from './saved-query.entity.ts';
import { canChangeSavedQuery } from './saved-queries.policy.ts';
import {
  createSavedQuery,
  deleteSavedQuery,
  listSavedQueries,
  savedQuery,
  updateSavedQuery,
} from './saved-queries.service.ts';
import {
  CreateSavedQueryInput,
  CreateSavedQueryPayload,
  DeleteSavedQueryInput,
  DeleteSavedQueryPayload,
  UpdateSavedQueryInput,
  UpdateSavedQueryPayload,
} from './saved-queries.types.ts';

@Resolver(() => SavedQuery)
export class SavedQueriesResolver {
  @Query(() => [SavedQuery], {
    description:
      "The viewer's saved queries by name, and then those that colleagues share with the organization; at most 200.",
  })
  savedQueries(@Ctx() ctx: Context): Promise<SavedQuery[]> {
    return listSavedQueries(ctx);
  }

  @Query(() => SavedQuery, { description: 'A saved query of the viewer, or one that a colleague shares.' })
  savedQuery(
    @Arg('id', () => ID, { description: 'Id of the saved query.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<SavedQuery> {
    return savedQuery(ctx, id);
  }

  @Mutation(() => CreateSavedQueryPayload, {
    description: 'Saves a query under a name. A user has at most 100 of them.',
  })
  async createSavedQuery(
    @Arg('input', () => CreateSavedQueryInput, { description: 'The new saved query.' }) input: CreateSavedQueryInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateSavedQueryPayload>> {
    return { savedQuery: await createSavedQuery(ctx, { ...input, isShared: input.isShared ?? false }) };
  }

  @Mutation(() => UpdateSavedQueryPayload, { description: 'Changes a saved query of the viewer.' })
  async updateSavedQuery(
    @Arg('input', () => UpdateSavedQueryInput, { description: 'The fields to change.' }) input: UpdateSavedQueryInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateSavedQueryPayload>> {
    return { savedQuery: await updateSavedQuery(ctx, { ...input }) };
  }

  @Mutation(() => DeleteSavedQueryPayload, { description: 'Deletes a saved query of the viewer.' })
  async deleteSavedQuery(
    @Arg('input', () => DeleteSavedQueryInput, { description: 'The saved query.' }) input: DeleteSavedQueryInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeleteSavedQueryPayload>> {
    await deleteSavedQuery(ctx, input.savedQueryId);
    return {};
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer saved it, and so may change and delete it.' })
  viewerCanUpdate(@Root() query: SavedQuery, @Ctx() ctx: Context): boolean {
    return canChangeSavedQuery(ctx.viewer, query);
  }
}
