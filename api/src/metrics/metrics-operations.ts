import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../shared/context.ts';
import type { Metrics } from './metrics.ts';

/** Returns the first root field of a valid operation, such as Query.patients. */
export function rootField({ operation, selectionSet }: OperationDefinitionNode): string {
  const type = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[operation];
  const field = selectionSet.selections.find(({ kind }) => kind === Kind.FIELD);
  return field?.kind === Kind.FIELD ? `${type}.${field.name.value}` : type;
}

/**
 * Measures each GraphQL operation. Registered after the plugin that writes the public errors, whose codes it reads: one
 * that was refused before it was known what it asks for has the field `none`.
 */
export function measuredOperations(metrics: Metrics): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      const started = performance.now();
      let field = 'none';
      return {
        async didResolveOperation({ operation }) {
          if (operation) field = rootField(operation);
        },
        async willSendResponse({ response: { body } }) {
          const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
          const isFault = errors.some(({ extensions }) => extensions?.code === 'INTERNAL_SERVER_ERROR');
          metrics.operation(
            field,
            isFault ? 'failed' : errors.length > 0 ? 'refused' : 'ok',
            (performance.now() - started) / 1000,
          );
        },
      };
    },
  };
}
