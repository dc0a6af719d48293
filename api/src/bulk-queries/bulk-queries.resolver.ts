import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Float, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { listTypes } from '../shared/list-types.ts';
import { rowId } from '../shared/node.ts';
import { BulkQuery, BulkStateEnum, type BulkState } from './bulk-query.entity.ts';
import { bulkQueriesList } from './bulk-queries.list.ts';
import { bulkQuery, cancelBulkQuery, listBulkQueries, startBulkQuery, stateOf } from './bulk-queries.service.ts';
import {
  CancelBulkQueryInput,
  CancelBulkQueryPayload,
  StartBulkQueryInput,
  StartBulkQueryPayload,
} from './bulk-queries.types.ts';

const BulkQueryConnection = connectionOf(BulkQuery, 'BulkQuery');
const { Args: BulkQueriesArgs } = listTypes('BulkQueries', bulkQueriesList);

@Resolver(() => BulkQuery)
export class BulkQueriesResolver {
  @Query(() => BulkQueryConnection, {
    description:
      'The bulk queries that the viewer has started within the last 30 days, the newest first; of a token those that it has started itself. Search matches their documents.',
  })
  bulkQueries(@Args(() => BulkQueriesArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<BulkQuery>> {
    return listBulkQueries(ctx, args);
  }

  @Query(() => BulkQuery, { description: 'A bulk query of the viewer.' })
  bulkQuery(
    @Arg('id', () => ID, { description: 'Integer id of the bulk query.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<BulkQuery> {
    return bulkQuery(ctx, rowId('BulkQuery', id));
  }

  @Mutation(() => StartBulkQueryPayload, {
    description:
      'Starts a job that writes the whole result of a query into a file, one JSON object a line, with the rights of its user at each page. A user, and each token, has one at a time. It is one of the lists that a user may save as files in an hour (TOO_MANY).',
  })
  async startBulkQuery(
    @Arg('input', () => StartBulkQueryInput, { description: 'The query.' }) input: StartBulkQueryInput,
    @Ctx() ctx: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<Partial<StartBulkQueryPayload>> {
    return { bulkQueryId: await startBulkQuery(ctx, schema, input) };
  }

  @Mutation(() => CancelBulkQueryPayload, {
    description: 'Ends a bulk query of the viewer and removes its file. One that has ended stays as it is.',
  })
  async cancelBulkQuery(
    @Arg('input', () => CancelBulkQueryInput, { description: 'The bulk query.' }) input: CancelBulkQueryInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CancelBulkQueryPayload>> {
    const bulkQueryId = rowId('BulkQuery', input.bulkQueryId);
    await cancelBulkQuery(ctx, bulkQueryId);
    return { bulkQueryId };
  }

  @FieldResolver(() => BulkStateEnum, { description: 'Progress or result.' })
  state(@Root() query: BulkQuery, @Ctx() ctx: Context): BulkState {
    return stateOf(ctx, query);
  }

  @FieldResolver(() => Float, { description: 'Size of the file so far, in bytes, before it is compressed.' })
  fileSize(@Root() query: BulkQuery): number {
    return Number(query.fileSize);
  }

  @FieldResolver(() => Float, {
    description: 'Points of its pages so far: what the same pages cost as queries. A session has no limit of points.',
  })
  pointsSpent(@Root() query: BulkQuery): number {
    return Number(query.pointsSpent);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Address of the file, which takes the same session or token as any request: `application/jsonl`. Null without a whole file.',
  })
  url(@Root() query: BulkQuery, @Ctx() ctx: Context): string | null {
    if (stateOf(ctx, query) !== 'completed') return null;
    return `${ctx.app.config.publicUrl}/api/bulk-queries/${query.id}/file`;
  }
}

const ofPayload = { nullable: true, description: 'The bulk query; null when refused.' };
const shownBy = ({ bulkQueryId }: StartBulkQueryPayload, ctx: Context): Promise<BulkQuery> | null =>
  bulkQueryId === null ? null : bulkQuery(ctx, bulkQueryId);

@Resolver(() => StartBulkQueryPayload)
export class StartBulkQueryResolver {
  @FieldResolver(() => BulkQuery, ofPayload)
  bulkQuery(@Root() payload: StartBulkQueryPayload, @Ctx() ctx: Context): Promise<BulkQuery> | null {
    return shownBy(payload, ctx);
  }
}

@Resolver(() => CancelBulkQueryPayload)
export class CancelBulkQueryResolver {
  @FieldResolver(() => BulkQuery, ofPayload)
  bulkQuery(@Root() payload: CancelBulkQueryPayload, @Ctx() ctx: Context): Promise<BulkQuery> | null {
    return shownBy(payload, ctx);
  }
}
