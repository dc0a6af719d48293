import 'reflect-metadata';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { buildTypeDefsAndResolvers, type NonEmptyArray } from 'type-graphql';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { answeringOnce } from './graphql/fast/by-level.ts';
import { mapFields } from './graphql/map-fields.ts';
import { keepSchema } from './graphql/own-schema.ts';
import { guardingFields } from './graphql/root-fields.ts';
import { found } from './folders/resolver.ts';
import { typingArguments } from './graphql/typed-arguments.ts';

// type-graphql requires its own pub/sub as soon as there is a subscription. Our subscriptions all name their source
// themselves (realtime/channel.ts).
const unused = () => {
  throw new Error('A subscription must name its source: `subscribe`, not `topics`.');
};

let schema: Promise<GraphQLSchema> | undefined;

/** The schema of this process. Nothing in it belongs to a node, so that several in one process share it. */
export const createSchema = (): Promise<GraphQLSchema> => (schema ??= madeSchema().then(keepSchema));

/**
 * The schema as the `*.resolver.ts` of the features describe it, with each root field behind the authorization matrix:
 * type-graphql gives the definitions and the resolvers, @graphql-tools/schema makes them executable (decisions/151).
 */
async function madeSchema(): Promise<GraphQLSchema> {
  const described = await buildTypeDefsAndResolvers({
    resolvers: found as unknown as NonEmptyArray<new () => object>,
    validate: false,
    emitSchemaFile: false,
    skipCheck: true, // graphql validates the schema once, when the server starts
    pubSub: { publish: unused, subscribe: unused },
  });
  const definitions = buildSchema(described.typeDefs, { noLocation: true, assumeValidSDL: true });
  return makeExecutableSchema({
    typeDefs: definitions,
    resolvers: mapFields(
      definitions,
      described.resolvers,
      typingArguments,
      ...guardingFields(definitions),
      answeringOnce,
    ),
    updateResolversInPlace: true, // of `definitions`, which have none yet
  });
}
