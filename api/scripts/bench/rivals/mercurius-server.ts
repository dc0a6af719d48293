import fastify from 'fastify';
import mercurius from 'mercurius';
import { baselineDatabase } from '../baseline/database.ts';
import { baselineContext, RESOLVERS, TYPE_DEFS, type BaselineContext } from '../baseline/graphql-schema.ts';

/**
 * A comparison: mercurius with its compiled queries and DataLoader, on the same tables with the portal's session,
 * permission and row-level security. Arguments: address of the database, port.
 */
const [org, auth, port] = process.argv.slice(2);
const { forRequest } = baselineDatabase({ org: org!, auth: auth! }, 'bench-mercurius', false);

const app = fastify();
await app.register(mercurius, { schema: TYPE_DEFS, resolvers: RESOLVERS as never, jit: 1, routes: false });
app.post('/graphql', (request, reply) =>
  forRequest(request.headers.cookie, (ask) => {
    const { query, variables } = request.body as { query: string; variables: Record<string, unknown> };
    const context: BaselineContext = baselineContext(ask);
    return reply.graphql(query, context as never, variables);
  }),
);
app.get('/', () => 'ready');
await app.listen({ port: Number(port), host: '127.0.0.1' });
