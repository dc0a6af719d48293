import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Metrics } from '../metrics/metrics.ts';
import { measuredOperations } from '../metrics/metrics-operations.ts';
import type { Context } from '../shared/context.ts';
import { endWork } from '../shared/work.ts';
import { executingByLevel } from './fast/by-level.ts';
import { failedToOpen, noteErrors, publicError, retryAfter } from './errors.ts';
import { documentRules, MAX_TOKENS } from './limits.ts';
import { begin, end, extensionsOf, faultOf } from './operation.ts';

/** The beginning and the end of each operation. */
function beginningAndEnd(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ contextValue, document, operation, operationName, request }) {
          const asked = { document, operation, operationName: operationName ?? undefined };
          await begin(schema, contextValue, { ...asked, variables: request.variables ?? {} });
        },
        async willSendResponse({ contextValue, response }) {
          for (const [name, value] of await end(contextValue)) response.http.headers.set(name, value);
          endWork(faultOf(response.body));
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          const own = extensionsOf(contextValue, singleResult.errors);
          singleResult.extensions = { ...singleResult.extensions, ...own };
        },
      };
    },
  };
}

/** The GraphQL server without its HTTP endpoint, which server.ts opens. */
export function graphqlServer(schema: GraphQLSchema, metrics: Metrics | null): ApolloServer<Context> {
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
      beginningAndEnd(schema),
      executingByLevel(schema),
      errors(),
      ...(metrics ? [measuredOperations(metrics)] : []),
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
          noteErrors(contextValue, originals ?? []);
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
