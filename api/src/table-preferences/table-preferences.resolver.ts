import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { viewerOf, ViewerType } from '../auth/viewer.types.ts';
import type { Context } from '../shared/context.ts';
import { TablePreferences } from './table-preferences.entity.ts';
import { listTablePreferences, saveTablePreferences } from './table-preferences.service.ts';
import { SaveTablePreferencesInput, SaveTablePreferencesPayload } from './table-preferences.types.ts';

@Resolver(() => ViewerType)
export class TablePreferencesResolver {
  @FieldResolver(() => [TablePreferences], {
    description: "The viewer's preferences for the tables that they changed.",
  })
  tablePreferences(
    @Root() _viewer: ViewerType,
    @Ctx() ctx: Context,
    @Arg('table', () => String, { nullable: true, description: 'Name of one table; all tables when omitted.' })
    table?: string | null,
  ): Promise<TablePreferences[]> {
    return listTablePreferences(ctx, table);
  }

  @Mutation(() => SaveTablePreferencesPayload, {
    description: "Stores the viewer's preferences for one table, for every browser they use.",
  })
  async saveTablePreferences(
    @Arg('input', () => SaveTablePreferencesInput, { description: 'The preferences to store.' })
    input: SaveTablePreferencesInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SaveTablePreferencesPayload>> {
    await saveTablePreferences(ctx, input);
    return { viewer: viewerOf(ctx.viewer) };
  }
}
