import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { Node } from '../shared/node.ts';
import { findNode, findNodes } from './node.service.ts';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'Any node by its global id; NOT_FOUND when the viewer may not see it.',
  })
  node(@Arg('id', () => ID, { description: 'A global id.' }) id: string, @Ctx() ctx: Context): Promise<Node> {
    return findNode(ctx, id);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: 'Nodes by their global ids, in that order; null in the place of one that the viewer may not see.',
  })
  nodes(
    @Arg('ids', () => [ID], { description: 'Global ids, at most 100.' }) ids: string[],
    @Ctx() ctx: Context,
  ): Promise<(Node | null)[]> {
    return findNodes(ctx, ids);
  }
}
