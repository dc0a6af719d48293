import { defaultFieldResolver, getNamedType, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { currentViewer } from '../auth/authenticate.ts';
import { authorizeOperation, recordDenial, recordDone } from '../auth/authorize.ts';
import { matrix } from '../auth/matrix.ts';
import type { Operation } from '../auth/operation.ts';
import { addShown, beginReading } from '../auth/reading.ts';
import { once } from '../auth/request-ids.ts';
import { entities } from '../db/entities.ts';
import { during, endWork } from '../shared/work.ts';
import { isUnavailable } from '../rest/errors.ts';
import type { Context } from '../shared/context.ts';
import { Forbidden, Unauthenticated } from '../shared/errors.ts';
import { fromGlobalId, Node } from '../shared/node.ts';
import { patientsOf } from '../shared/patient-data.ts';
import type { Payload } from '../shared/payload.ts';
import type { ShownReading } from '../shared/read-log.ts';
import { checked, payloadClassOf, type PayloadClass } from './checked.ts';
import type { FieldMapper, Resolver } from './map-fields.ts';
import { assertShownDeclared, notingShownRows } from './shown-rows.ts';

/** Returns the root fields of a schema by their names in the matrix: `Query.patient`. */
export function rootOperations(schema: GraphQLSchema): string[] {
  return rootTypes(schema).flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
}

const rootTypes = (schema: GraphQLSchema): GraphQLObjectType[] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter((type) => type != null);

/** Returns the mutations of a schema by their names in the matrix. */
export const mutations = (schema: GraphQLSchema): string[] =>
  rootOperations(schema).filter((operation) => operation.startsWith('Mutation.'));

/**
 * Applies the matrix to every root field and a transaction to every mutation, and has every field state the patients
 * that it shows. No resolver can be added without all three. Returns how the fields of the definitions become so.
 */
export function guardingFields(definitions: GraphQLSchema): FieldMapper[] {
  assertShownDeclared(definitions, matrix, rootTypes(definitions));
  return [notingShownRows, guardingRootFields(definitions)];
}

function guardingRootFields(definitions: GraphQLSchema): FieldMapper {
  const [queries, mutated, subscriptions] = [
    definitions.getQueryType(),
    definitions.getMutationType(),
    definitions.getSubscriptionType(),
  ].map((type) => type?.name);
  return (resolvers, field, type) => {
    const operation = `${type}.${field.name}`;
    const { resolve = defaultFieldResolver, subscribe = defaultFieldResolver } = resolvers;
    if (type === queries) return { resolve: recorded(operation, query(operation, resolve)) };
    if (type === mutated) {
      const payload = payloadClassOf(getNamedType(field.type).name);
      return { resolve: recorded(operation, mutation(operation, payload, resolve)) };
    }
    return type === subscriptions
      ? { subscribe: recorded(operation, guarded(operation, subscribe)), resolve: event(operation, resolve) }
      : resolvers;
  };
}

function guarded(operation: string, next: Resolver): Resolver {
  return async (root, args, ctx, info) => {
    authorizeOperation(ctx, operation);
    return next(root, args, ctx, info);
  };
}

/** A denied operation leaves an audit line, outside the transaction that fails. */
function recorded(operation: string, next: Resolver): Resolver {
  return async (root, args, ctx, info) => {
    try {
      return await next(root, args, ctx, info);
    } catch (error) {
      if (error instanceof Forbidden && ctx.signedIn) await recordDenial(ctx, operation);
      throw error;
    }
  };
}

function query(operation: string, next: Resolver): Resolver {
  return async (root, args, ctx, info) => {
    authorizeOperation(ctx, operation);
    const reading = beginReading(ctx, operation, String(info.path.key));
    const answer: unknown = await next(root, args, ctx, info);
    if (reading) answered(ctx, reading, { answer });
    return answer;
  };
}

/** Services of any field look rows up, so the patients that they state count where the request names one. */
function answered(ctx: Context, reading: ShownReading, answer: Record<string, unknown>): void {
  reading.isAnswered = true;
  reading.properties = subjectsOf(answer, reading);
  if (matrix[reading.operation]!.shows === 'subject') addShown(ctx, reading);
}

/** Signing in, with its second factor, has no transaction of a viewer: its services use the sign-in's role. */
const isOwnTransaction = ({ permission }: Operation): boolean =>
  permission === 'public' || permission === 'verify' || permission === 'enroll';

/**
 * One transaction per mutation. Its payload is read again after the commit, so that it shows what the viewer may see
 * now. From the commit on nothing may turn the answer into a failure: when the database is lost then, the payload has no
 * subject, and the response says that the mutation is committed (server.ts).
 */
function mutation(operation: string, type: PayloadClass, next: Resolver): Resolver {
  return async (root, args, ctx, info) => {
    authorizeOperation(ctx, operation);
    const reading = beginReading(ctx, operation, String(info.path.key));
    const work = async () => (await next(root, args, ctx, info)) as Partial<Payload>;
    if (isOwnTransaction(matrix[operation]!)) {
      const payload = await checked(ctx, type, work);
      if (ctx.signedIn) await ctx.open('read');
      return payload;
    }
    const carriedOut = () =>
      ctx.run('write', () =>
        once(ctx, operation, args, {
          run: async () => {
            const done = await work();
            ctx.shows(patientsOf(Object.values(done).flat()));
            await recordDone(ctx, reading, subjectsOf({ ...done }));
            return done;
          },
          kept: (payload) => keptOf(payload, matrix[operation]!.shownOnce),
          again: (kept) => revived(ctx, kept),
        }),
      );
    const payload = await checked(ctx, type, () =>
      carriedOut().catch((error: unknown) => {
        ctx.takeShown(); // of the rows that were looked up a refusal shows nothing, unless it names their patients
        throw error;
      }),
    );
    if (reading) addShown(ctx, reading);
    const name = String(info.path.key);
    if (payload.userErrors.length === 0) ctx.committed.set(name, 'read');
    try {
      // A refusal can end the session: the last attempt at a PIN does.
      if (ctx.signedIn) await ctx.open('read');
      return payload.userErrors.length > 0 ? payload : await readAgain(ctx, payload);
    } catch (error) {
      if (payload.userErrors.length > 0 || !isUnavailable(error)) throw error;
      ctx.committed.set(name, 'unread');
      return new type();
    }
  };
}

/**
 * Each event is authorized again: the session may have ended, or a permission may be gone since the subscription began.
 */
function event(operation: string, next: Resolver): Resolver {
  const authorized: Resolver = async (root, args, ctx, info) => {
    ctx.signedIn = await currentViewer(ctx);
    if (!ctx.signedIn) throw new Unauthenticated();
    authorizeOperation(ctx, operation);
    ctx.startOperation();
    await ctx.open('read');
    const reading = beginReading(ctx, operation, String(info.path.key));
    const answer = (await next(root, args, ctx, info)) as Record<string, unknown>;
    if (reading) answered(ctx, reading, answer);
    return answer;
  };
  return (root, args, ctx, info) => {
    const span = ctx.app.traces?.begin(operation);
    return during({ id: ctx.request.id, operation, span }, async () => {
      try {
        return await authorized(root, args, ctx, info);
      } finally {
        endWork();
      }
    });
  };
}

const isNode = (value: unknown): value is Node => value instanceof Node;

/** The nodes of an answer, behind those that aliases of the same field have shown. */
function subjectsOf(answer: Record<string, unknown>, before?: ShownReading): Record<string, unknown> {
  const nodes = Object.values(answer).flat().filter(isNode);
  const known = (before?.properties.subjects ?? []) as string[];
  return { subjects: [...known, ...nodes.map((node) => `${node.constructor.name}:${node.id}`)] };
}

type Kept = Record<string, unknown>;

/** A payload as a repeat of its mutation finds it: rows by their global ids, and nothing that is shown once. */
function keptOf(payload: Partial<Payload>, shownOnce: readonly string[] = []): Kept {
  const asKept = (value: unknown): unknown => (isNode(value) ? { node: value.globalId } : value);
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([key]) => !shownOnce.includes(key))
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(asKept) : asKept(value)]),
  );
}

/** Reads the rows of a kept payload with the viewer's rights of now; null for one that is gone or invisible. */
async function revived(ctx: Context, kept: unknown): Promise<Partial<Payload>> {
  const row = async (value: unknown): Promise<unknown> => {
    const key = fromGlobalId((value as { node?: string } | null)?.node ?? '');
    const entity = key && entities.find(({ name }) => name === key.type);
    return entity ? ctx.em.findOne(entity as new () => Node, { id: key.id }) : value;
  };
  const payload: Kept = {};
  for (const [key, value] of Object.entries(kept as Kept))
    payload[key] = Array.isArray(value)
      ? (await Promise.all(value.map(row))).filter((one) => one !== null)
      : await row(value);
  return payload;
}

async function readAgain(ctx: Context, payload: Payload): Promise<Payload> {
  // Null when another user deleted it in between: the operation is done all the same.
  const fresh = (node: Node) => ctx.em.findOne(node.constructor as new () => Node, { id: node.id });
  const again: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(payload)) {
    if (isNode(value)) again[key] = await fresh(value);
    else if (Array.isArray(value) && value.some(isNode))
      again[key] = (await Promise.all(value.map(fresh))).filter((node) => node !== null);
  }
  return Object.assign(payload, again);
}
