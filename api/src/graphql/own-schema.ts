import type { GraphQLSchema } from 'graphql';

let own: GraphQLSchema | undefined;

/** Keeps the schema of this process for jobs, which run documents without a request. */
export const keepSchema = (schema: GraphQLSchema): GraphQLSchema => (own = schema);

/** Returns the schema of this process. Throws before it is made. */
export function ownSchema(): GraphQLSchema {
  if (!own) throw new Error('The schema is not made yet.');
  return own;
}
