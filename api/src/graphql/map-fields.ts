import { isObjectType, type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { ResolversMap } from 'type-graphql';
import type { Context } from '../shared/context.ts';

export type Resolver = GraphQLFieldResolver<unknown, Context>;
/** What a field runs; nothing for one that reads the property of its name. */
export interface Resolvers {
  resolve?: Resolver;
  subscribe?: Resolver;
}
/** Returns what a field of an object type is to run, from what it runs so far. */
export type FieldMapper = (resolvers: Resolvers, field: GraphQLField<unknown, Context>, type: string) => Resolvers;

/**
 * Returns resolvers in which those of each field of an object type went through the mappers, in their order. `definitions`
 * has the fields; it is not changed.
 */
export function mapFields(
  definitions: GraphQLSchema,
  resolvers: ResolversMap,
  ...mappers: FieldMapper[]
): ResolversMap {
  const mapped = { ...resolvers };
  for (const type of Object.values(definitions.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const given = resolvers[type.name] as Record<string, Resolver | Resolvers | undefined>;
    const fields = Object.entries(type.getFields()).map(([name, field]) => {
      const own = given[name];
      const first: Resolvers = typeof own === 'function' ? { resolve: own } : { ...own };
      return [name, mappers.reduce((so, map) => map(so, field, type.name), first)];
    });
    mapped[type.name] = { ...given, ...Object.fromEntries(fields) } as ResolversMap[string];
  }
  return mapped;
}
