import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { HOUR_SECONDS } from '../auth/budget.ts';
import { priceOfOperation } from './price.service.ts';
import { OperationPrice, RateLimit } from './price.types.ts';

@Resolver()
export class PriceResolver {
  @Query(() => OperationPrice, {
    description: 'The points of an operation with its variables. The operation is not run, and nothing changes.',
  })
  operationPrice(
    @Arg('document', () => String, { description: 'A query, mutation or subscription.' }) document: string,
    @Arg('operationName', () => String, {
      nullable: true,
      description: 'Name of its operation; needed when it has several.',
    })
    operationName: string | null,
    @Arg('variables', () => String, { nullable: true, description: 'Its variables, a JSON object as text.' })
    variables: string | null,
    @Info() { schema }: GraphQLResolveInfo,
  ): OperationPrice {
    return priceOfOperation(schema, document, operationName, variables);
  }

  @Query(() => RateLimit, {
    nullable: true,
    description: 'The points that the token of the request has left; null for a session, which has no such limit.',
  })
  rateLimit(@Ctx() { budget, cost = 0 }: Context): RateLimit | null {
    if (!budget) return null;
    const { limit, remaining, resetsAt } = budget;
    return { limit, remaining, restorePerSecond: limit / HOUR_SECONDS, cost, resetsAt: new Date(resetsAt * 1000) };
  }
}
