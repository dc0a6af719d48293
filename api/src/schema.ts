import 'reflect-metadata';
import { buildSchema, type NonEmptyArray } from 'type-graphql';
import type { GraphQLSchema } from 'graphql';
import { answeringOnce } from './graphql/fast/by-level.ts';
import { guardRootFields } from './graphql/root-fields.ts';
import { typingArguments } from './graphql/typed-arguments.ts';
import { exportsOf } from './shared/by-folder.ts';

// type-graphql requires its own pub/sub as soon as there is a subscription. Our subscriptions all name their source
// themselves (realtime/channels.ts).
const unused = () => {
  throw new Error('A subscription must name its source: `subscribe`, not `topics`.');
};

/** The schema as the `*.resolver.ts` of the features describe it, with each root field behind the authorization matrix. */
export async function createSchema(): Promise<GraphQLSchema> {
  const found = await exportsOf<new () => object>('resolver', (_value, name) => name.endsWith('Resolver'));
  const schema = await buildSchema({
    resolvers: found.map(([, resolver]) => resolver) as unknown as NonEmptyArray<new () => object>,
    validate: false,
    emitSchemaFile: false,
    skipCheck: true, // graphql validates the schema once, when the server starts
    pubSub: { publish: unused, subscribe: unused },
  });
  return answeringOnce(guardRootFields(typingArguments(schema)));
}
