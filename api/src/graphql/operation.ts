import type { GraphQLResponse } from '@apollo/server';
import {
  GraphQLError,
  Kind,
  visit,
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { canUseGraphiql } from '../auth/graphiql.policy.ts';
import { budgetHeaders, charge } from '../auth/budget.ts';
import { recordReads } from '../auth/reading.ts';
import { nameWork } from '../shared/work.ts';
import { rootField } from '../metrics/metrics-operations.ts';
import { reporter } from '../rest/errors.ts';
import type { Context } from '../shared/context.ts';
import { assertAffordable } from './limits.ts';
import { perDocument } from './per-document.ts';

/** What a request asks for, of a document that is valid. */
interface Asked {
  document: DocumentNode;
  operation: OperationDefinitionNode | undefined;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

/** Whether a document requests the schema itself, and whether it has an alias. */
const introspection = perDocument((document) => {
  let [introspects, hasAlias] = [false, false];
  visit(document, {
    Field({ name, alias }) {
      introspects ||= name.value === '__schema' || name.value === '__type';
      hasAlias ||= alias !== undefined;
    },
  });
  return { introspects, hasAlias };
});

/** Everything that must hold before an operation runs, over any transport. */
export function assertAllowed(
  schema: GraphQLSchema,
  ctx: Context,
  { document, operationName, variables }: Omit<Asked, 'operation'>,
): number {
  const { introspects, hasAlias } = introspection(document);
  if (introspects && !(ctx.signedIn && canUseGraphiql(ctx.signedIn))) {
    throw new GraphQLError('Introspection is not allowed. The schema is at /schema.graphql.', {
      extensions: { code: 'INTROSPECTION_DISABLED', http: { status: 400 } },
    });
  }
  // The schema is free, so a document reads each part of it once: 15 aliases of its fields were an answer of 17 MB.
  if (introspects && hasAlias)
    throw new GraphQLError('The schema is read without aliases.', {
      extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
    });
  return assertAffordable(schema, document, operationName, variables);
}

/** Refuses a document that is not the client's to a session without view.graphiql (decisions/156). A token may send any. */
export async function assertKnown(ctx: Context, document: DocumentNode): Promise<void> {
  const { documents } = ctx.app;
  if (!documents || !ctx.signedIn || ctx.request.isBearer || canUseGraphiql(ctx.signedIn)) return;
  if (!(await documents.has(document)))
    throw new GraphQLError('Only operations of the portal are served to this session. Reload the page.', {
      extensions: { code: 'UNKNOWN_OPERATION', http: { status: 403 } },
    });
}

/** Whether no other root field resolves at the same time. */
const hasOneField = ({ selectionSet: { selections } }: OperationDefinitionNode): boolean =>
  selections.length === 1 && selections[0]!.kind === Kind.FIELD;

/**
 * Checks an operation, takes its points, and opens its transaction: a query reads in one, from its first field to its
 * last.
 */
export async function begin(schema: GraphQLSchema, ctx: Context, asked: Asked): Promise<void> {
  const { operation } = asked;
  if (operation) nameWork(rootField(operation), { 'graphql.operation.type': operation.operation });
  if (operation?.operation === 'subscription')
    throw new GraphQLError('Subscriptions are served over a socket.', {
      extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
    });
  const cost = assertAllowed(schema, ctx, asked);
  await assertKnown(ctx, asked.document);
  await charge(ctx, Math.max(0, cost - ctx.prepaid));
  ctx.isShared = !operation || !hasOneField(operation);
  if (operation?.operation === 'query' && ctx.signedIn) await ctx.open('read');
  ctx.cost = cost;
}

/**
 * Ends the transaction, removes files that no one kept, hands what was shown to the log of reads, and returns the headers
 * of the answer.
 */
export async function end(ctx: Context): Promise<[name: string, value: string][]> {
  await ctx.close();
  await ctx.received?.close().catch(reporter(ctx.app, 'graphql', ctx.request.id));
  recordReads(ctx);
  return [
    ['cache-control', 'no-store, private'],
    ['x-request-id', ctx.request.id],
    ...Object.entries(budgetHeaders(ctx)).map(([name, value]): [string, string] => [name.toLowerCase(), value]),
  ];
}

/** Codes of what is not the client's. */
export const FAULTS: ReadonlySet<unknown> = new Set(['INTERNAL_SERVER_ERROR', 'UNAVAILABLE', 'DISK_FULL']);

/** Returns the code of the first error of an answer that is not its client's. */
export function faultOf(body: GraphQLResponse['body']): string | undefined {
  const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
  return errors.map(({ extensions }) => extensions?.code as string).find((code) => FAULTS.has(code));
}

/**
 * The mutations that are committed although the response does not show all of their result, because reading it failed:
 * the client reads again.
 */
const unreadOf = ({ committed }: Context, errors: readonly GraphQLFormattedError[]): string[] =>
  [...committed.keys()].filter(
    (name) => committed.get(name) === 'unread' || errors.some(({ path }) => String(path?.[0]) === name),
  );

/** Returns what an answer says about its operation: its points, and mutations that are committed and not shown. */
export function extensionsOf(ctx: Context, errors: readonly GraphQLFormattedError[] = []): Record<string, unknown> {
  const committed = unreadOf(ctx, errors);
  return { ...(ctx.cost === undefined ? {} : { cost: ctx.cost }), ...(committed.length ? { committed } : {}) };
}
