import { createServer } from 'node:http';
import { useGraphQlJit } from '@envelop/graphql-jit';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { baselineDatabase } from '../baseline/database.ts';
import { baselineContext, RESOLVERS, TYPE_DEFS } from '../baseline/graphql-schema.ts';

/**
 * A comparison: GraphQL Yoga with compiled queries and DataLoader, on the same tables with the portal's session,
 * permission and row-level security. Arguments: address of the database, port.
 */
const [org, auth, port] = process.argv.slice(2);
const { forRequest } = baselineDatabase({ org: org!, auth: auth! }, 'bench-yoga', false);

/** Executes each operation inside the transaction of its request. */
const inTransaction: Plugin = {
  onExecute({ executeFn, setExecuteFn }) {
    setExecuteFn(((args: { contextValue: { request: Request } }) =>
      forRequest(args.contextValue.request.headers.get('cookie') ?? undefined, async (ask) =>
        executeFn({ ...args, contextValue: { ...args.contextValue, ...baselineContext(ask) } } as never),
      )) as never);
  },
};

const yoga = createYoga({
  schema: createSchema({ typeDefs: TYPE_DEFS, resolvers: RESOLVERS as never }),
  plugins: [useGraphQlJit() as Plugin, inTransaction],
  logging: false,
});
createServer((request, response) => {
  if (request.url === '/') response.end('ready');
  else void yoga(request, response);
}).listen(Number(port), '127.0.0.1');
