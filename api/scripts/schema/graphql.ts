import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema } from '../../src/schema.ts';

const HEADER = '# Printed from the code by `npm run schema`. Do not edit.\n\n';

/** Returns the GraphQL schema as text, sorted. */
export const graphqlText = async (): Promise<string> =>
  `${HEADER}${printSchema(lexicographicSortSchema(await createSchema()))}\n`;
