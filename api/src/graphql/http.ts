import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler, Response } from 'express';
import { BREAK, GraphQLError, parse, separateOperations, visit } from 'graphql';
import { assertSameOrigin, createContext } from '../auth/authenticate.ts';
import { EMPTY_BROWSER } from '../auth/cookies.ts';
import { freePlace } from '../admitted.ts';
import { authorizeOperation, recordDenial } from '../auth/authorize.ts';
import { charge } from '../auth/budget.ts';
import { noteRefusal, requestIdOf, sender } from '../auth/refusals.ts';
import { assertParsed } from '../rest/body.ts';
import { goneOf } from '../rest/gone.ts';
import { isMultipart } from '../rest/upload.ts';
import { replyOf, reporter } from '../rest/errors.ts';
import type { App, Context } from '../shared/context.ts';
import { Forbidden, Unauthenticated } from '../shared/errors.ts';
import { preferredLocale } from '../shared/messages.ts';
import { addressOf } from '../shared/network.ts';
import { matrix } from '../auth/matrix.ts';
import { assertShape, SHAPE, type ShapeLimits } from '../shared/shape.ts';
import { publicError } from './errors.ts';
import { MAX_TOKENS } from './limits.ts';
import { receiveOperation, type TakesFiles } from './multipart.ts';

/**
 * Where a request keeps its context for Apollo. Not in a WeakMap: a table that outlives many requests makes the fast
 * collector keep what it refers to until the slow one runs, here all rows of an answer.
 */
const CONTEXT = Symbol('context');
type WithContext = Request & { [CONTEXT]?: Context };

/** Root fields whose documents name longer lists than others, with their limits (Operation.shape). */
const longer = Object.entries(matrix).flatMap(([operation, { shape }]) => {
  const field = /^(?:Query|Mutation)\.(\w+)$/.exec(operation)?.[1];
  return field && shape ? [{ field, name: new RegExp(`\\b${field}\\b`), shape }] : [];
});

/** Whether the operation that would run has this field at any level; not for a text that is no document. */
function runs(field: string, query: string, operationName: unknown): boolean {
  try {
    const operations = separateOperations(parse(query, { maxTokens: MAX_TOKENS, noLocation: true }));
    const names = Object.keys(operations);
    const own = operations[typeof operationName === 'string' ? operationName : names.length === 1 ? names[0]! : ''];
    let found = false;
    if (own) visit(own, { Field: ({ name }) => (name.value === field ? ((found = true), BREAK) : undefined) });
    return found;
  } catch (error) {
    // Apollo says what is wrong with the document.
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

/**
 * The limits of the variables: those of the field of a longer list that the operation has. Only a document whose text
 * names such a field is parsed for it; a comment, a text or another operation that names it raises nothing.
 */
function shapeOf({ query, operationName }: Record<string, unknown>): ShapeLimits {
  const named =
    typeof query === 'string'
      ? longer.find(({ field, name }) => name.test(query) && runs(field, query, operationName))
      : undefined;
  return { ...SHAPE, ...named?.shape };
}

/** What a request sends to Apollo: its body or, of a GET, the parameters of its address, of which the variables are JSON. */
function sentBy({ method, body, query }: Request): Record<string, unknown> {
  if (method !== 'GET') return (body ?? {}) as Record<string, unknown>;
  try {
    return { ...query, variables: JSON.parse(String(query.variables ?? null)) as unknown };
  } catch {
    return query; // Apollo says what is wrong with it
  }
}

/** Each part by itself, so that the limits are those of the variables. */
function assertShapes(body: Record<string, unknown>): void {
  const limits = shapeOf(body);
  for (const part of Object.values(body)) assertShape(part, limits);
}

/**
 * Receives an operation with its files, in the turn of the user's files. Only who may call the one mutation that takes
 * files sends any; its points are taken before.
 */
async function receiveInTurn(ctx: Context, request: Request, response: Response, takes: TakesFiles): Promise<void> {
  authorizeOperation(ctx, takes.mutation);
  ctx.prepaid = matrix[takes.mutation]!.cost;
  await charge(ctx, ctx.prepaid);
  freePlace(response);
  await ctx.app.admission.beginFile(ctx.viewer, goneOf(response), 'received');
  ctx.received = ctx.app.files.receive(ctx.viewer.workOrgId);
  request.body = await receiveOperation(request, takes, ctx.received, (body) => assertShapes({ ...body }));
  // Apollo refuses a form that no browser asks the server about before; this one has proven its origin.
  request.headers['content-type'] = 'application/json';
}

/**
 * POST /graphql for the page and for clients with a session. Every request that could change something must prove its
 * origin first.
 */
export function graphqlHandler(app: App, apollo: ApolloServer<Context>, takesFiles: TakesFiles): RequestHandler {
  const execute = expressMiddleware(apollo, {
    context: async ({ req }: { req: WithContext }) => {
      const ctx = req[CONTEXT]!;
      req[CONTEXT] = undefined; // the compressor's functions outlive the request (decisions/112)
      return ctx;
    },
  }) as unknown as RequestHandler;
  // The context is created here because Apollo's own hook would show a fault's message to the client.
  return async (request, response, next) => {
    const incoming = {
      id: requestIdOf(response),
      method: request.method,
      headers: request.headers,
      ip: addressOf(app.config, request),
      setCookie: (cookie: string) => void response.append('Set-Cookie', cookie),
      emptyBrowser: () => void response.set('Clear-Site-Data', EMPTY_BROWSER),
    };
    let ctx: Context | undefined;
    try {
      assertShapes(sentBy(request));
      ctx = await createContext(app, incoming);
      // A program that has proven nothing: it lacks a token, and not the proofs of a page.
      if (!ctx.signedIn && request.headers.cookie === undefined) throw new Unauthenticated();
      // Apollo's own guard is against pages of other sites, which cannot send a token.
      if (ctx.request.isBearer) request.headers['apollo-require-preflight'] = 'true';
      assertSameOrigin(app, incoming, {
        signedIn: ctx.request.sessionAlive,
        isBearer: Boolean(ctx.request.isBearer),
        guestAllowed: true,
      });
      if (request.method === 'POST' && isMultipart(request)) await receiveInTurn(ctx, request, response, takesFiles);
      else assertParsed(request);
      (request as WithContext)[CONTEXT] = ctx;
    } catch (error) {
      noteRefusal(app, { requestId: incoming.id, ...(ctx && sender(ctx)), ip: incoming.ip }, error);
      if (error instanceof Forbidden && ctx?.signedIn) await recordDenial(ctx, takesFiles.mutation);
      await ctx?.received?.close().catch(reporter(app, 'graphql', ctx.request.id));
      return answerRefusal(app, request, response, error);
    }
    return execute(request, response, next);
  };
}

/** Answers a request that no operation was run for: the status code of REST with a GraphQL body. */
export function answerRefusal(app: App, request: Request, response: Response, error: unknown): void {
  const { status, headers, body } = replyOf(
    error,
    preferredLocale(request.headers['accept-language']),
    reporter(app, 'graphql', requestIdOf(response)),
  );
  const { message } = body as { message: string };
  const { code, scopes } = publicError({ message }, error, undefined).extensions!;
  response
    .status(status ?? 500)
    .set({ 'Cache-Control': 'no-store, private', ...headers })
    .json({ errors: [{ message, extensions: { code, scopes } }] }); // no scopes but of a refused token
}
