import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import {
  GraphQLError,
  Kind,
  visit,
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { budgetHeaders, charge } from '../auth/budget.ts';
import { canUseGraphiql } from '../auth/graphiql.policy.ts';
import { recordReads } from '../auth/reading.ts';
import { reporter } from '../rest/errors.ts';
import type { Context } from '../shared/context.ts';
import { executingByLevel } from './by-level.ts';
import { failedToOpen, publicError, retryAfter } from './errors.ts';
import { assertAffordable, documentRules, MAX_TOKENS } from './limits.ts';
import { perDocument } from './per-document.ts';

/** Whether a document requests the schema itself. */
const introspects = perDocument((document) => {
  let found = false;
  visit(document, {
    Field(node) {
      found ||= node.name.value === '__schema' || node.name.value === '__type';
    },
  });
  return found;
});

/** Everything that must hold before an operation runs, over any transport. */
export function assertAllowed(
  schema: GraphQLSchema,
  ctx: Context,
  document: DocumentNode,
  operationName: string | undefined,
  variables: Record<string, unknown>,
): number {
  if (introspects(document) && !(ctx.signedIn && canUseGraphiql(ctx.signedIn))) {
    throw new GraphQLError('Introspection is not allowed.', {
      extensions: { code: 'INTROSPECTION_DISABLED', http: { status: 400 } },
    });
  }
  return assertAffordable(schema, document, operationName, variables);
}

/**
 * The mutations that are committed although the response does not show all of their result, because reading it failed:
 * the client reads again.
 */
const unreadOf = ({ committed }: Context, errors: readonly GraphQLFormattedError[]): string[] =>
  [...committed.keys()].filter(
    (name) => committed.get(name) === 'unread' || errors.some(({ path }) => String(path?.[0]) === name),
  );

/** Whether no other root field resolves at the same time. */
const hasOneField = (operation: OperationDefinitionNode | null | undefined): boolean =>
  operation?.selectionSet.selections.length === 1 && operation.selectionSet.selections[0]!.kind === Kind.FIELD;

/** A query reads in one transaction from its first field to its last. */
function transactions(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ contextValue, document, operation, operationName, request }) {
          if (operation?.operation === 'subscription')
            throw new GraphQLError('Subscriptions are served over a socket.', {
              extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
            });
          const cost = assertAllowed(
            schema,
            contextValue,
            document,
            operationName ?? undefined,
            request.variables ?? {},
          );
          await charge(contextValue, Math.max(0, cost - contextValue.prepaid));
          contextValue.isShared = !hasOneField(operation);
          if (operation?.operation === 'query' && contextValue.signedIn) await contextValue.open('read');
          contextValue.cost = cost;
        },
        async willSendResponse({ contextValue, response }) {
          await contextValue?.close();
          await contextValue?.received?.close().catch(reporter(contextValue.app, 'graphql', contextValue.request.id));
          if (contextValue) recordReads(contextValue);
          response.http.headers.set('cache-control', 'no-store, private');
          if (contextValue) response.http.headers.set('x-request-id', contextValue.request.id);
          for (const [name, value] of Object.entries(budgetHeaders(contextValue)))
            response.http.headers.set(name.toLowerCase(), value);
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          const committed = contextValue && unreadOf(contextValue, singleResult.errors ?? []);
          singleResult.extensions = {
            ...singleResult.extensions,
            ...(contextValue?.cost === undefined ? {} : { cost: contextValue.cost }),
            ...(committed?.length ? { committed } : {}),
          };
        },
      };
    },
  };
}

/** The GraphQL server without its HTTP endpoint, which server.ts opens. */
export function graphqlServer(schema: GraphQLSchema): ApolloServer<Context> {
  return new ApolloServer<Context>({
    schema,
    introspection: true, // refused per viewer in assertAllowed
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    hideSchemaDetailsFromClientErrors: false, // errors.ts hides them, in linear time
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: documentRules,
    stopOnTerminationSignals: false,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // It wraps every field, and no answer may be cached.
      ApolloServerPluginCacheControlDisabled(),
      transactions(schema),
      executingByLevel(schema),
      errors(),
    ],
  });
}

/** Rewrites errors with their request: messages in its language, its id in the log. */
function errors(): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue, response, errors: originals }) {
          if (response.body.kind !== 'single' || !response.body.singleResult.errors) return;
          // Same order: Apollo formats them one by one.
          const errors = response.body.singleResult.errors.map((formatted, index) =>
            publicError(formatted, originals?.[index] ?? formatted, contextValue),
          );
          response.body.singleResult.errors = errors;
          const failed = errors.filter(({ path }) => !contextValue?.committed.has(String(path?.[0])));
          if (originals?.some((original, index) => failed.includes(errors[index]!) && failedToOpen(original)))
            response.http.status = 500;
          const tooMany = originals?.find((original) => retryAfter(original) !== undefined);
          if (tooMany && !contextValue?.committed.size) {
            response.http.status = 429;
            response.http.headers.set('retry-after', String(retryAfter(tooMany)));
          }
          if (failed.some(({ extensions }) => extensions?.code === 'DISK_FULL')) response.http.status = 507;
          if (!failed.some(({ extensions }) => extensions?.code === 'UNAVAILABLE')) return;
          response.http.status = 503;
          response.http.headers.set('retry-after', '2');
        },
      };
    },
  };
}
