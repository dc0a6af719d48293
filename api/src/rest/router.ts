import { createHash } from 'node:crypto';
import { Router, type Request, type Response } from 'express';
import { freePlace } from '../admitted.ts';
import { assertOwnSite, assertSameOrigin, createContext } from '../auth/authenticate.ts';
import { createDeviceContext } from '../auth/device.ts';
import { authorizeOperation, recordDenial, recordDone } from '../auth/authorize.ts';
import { budgetHeaders, charge } from '../auth/budget.ts';
import { EMPTY_BROWSER, readSessionId } from '../auth/cookies.ts';
import { matrix } from '../auth/matrix.ts';
import { addShown, beginReading, recordReads } from '../auth/reading.ts';
import { noteRefusal, requestIdOf, sender } from '../auth/refusals.ts';
import { once } from '../auth/request-ids.ts';
import { endWork, nameWork } from '../shared/work.ts';
import type { App, Context } from '../shared/context.ts';
import { Forbidden, InvalidInput } from '../shared/errors.ts';
import { preferredLocale } from '../shared/messages.ts';
import { addressOf } from '../shared/network.ts';
import type { ShownReading } from '../shared/read-log.ts';
import { assertShape, SHAPE } from '../shared/shape.ts';
import { typedInput } from '../shared/typed-input.ts';
import { assertParsed } from './body.ts';
import { replyOf, reporter } from './errors.ts';
import { wantsFile } from './export.ts';
import { goneOf } from './gone.ts';
import { fieldsToValidate, isPrecognitive, runCheck } from './precognition.ts';
import type { Reply, RestRequest, Route } from './route.ts';
import { begun, sendFile } from './send-file.ts';
import { isMultipart, receiveFiles, receiveUpload, type AcceptedFiles } from './upload.ts';

/** Returns the name of a route in the matrix: `GET /api/patients/{patient}/devices`. */
export const operationOf = (route: Route): string => `${route.method} ${route.path}`;

/** Whether a route may change something: all but GETs and documented checks. */
export const isWriting = (route: Route): boolean => route.method !== 'GET' && !route.readOnly;

/**
 * Whether a validate-only request is answered as one: by the route's check, or by nothing when it has no input. Sign-in,
 * the forms of a mail's link, and devices send none (decisions/095).
 */
const takesValidateOnly = (route: Route): boolean =>
  Boolean(route.check) || (isWriting(route) && !route.guest && !route.device);

/** Throws with every route that is carried out once and cannot answer a repeat. */
export function assertRepeatsAnswered(routes: Route[]): void {
  const silent = routes.filter((route) => matrix[operationOf(route)]?.repeat === 'once' && !route.again);
  if (silent.length > 0) throw new Error(`These routes cannot answer a repeat: ${silent.map(operationOf).join(', ')}.`);
}

/**
 * Returns our own address. In a trial it has the requested host, because a client that follows a link elsewhere loses its
 * cookies; in production a request does not choose where the links of its answer lead.
 */
export function originOf({ config }: Pick<App, 'config'>, host: string | undefined): string {
  if (config.production) return config.publicUrl;
  const { protocol } = new URL(config.publicUrl);
  const asked = URL.parse(`${protocol}//${host}`);
  return asked && asked.host === host ? asked.origin : config.publicUrl;
}

/** Orders routes so that a literal segment matches before a parameter: /api/patients/datatable before {id}. */
export const literalFirst = (routes: readonly Route[]): Route[] => {
  // A parameter sorts last: its brace follows every letter.
  const keyOf = ({ path }: Route) => path.replace(/\{\w+\}/g, '{');
  return routes.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0));
};

const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

async function send(response: Response, reply: Reply, report: (error: unknown) => void): Promise<void> {
  response.status(reply.status ?? 200).set({ 'Cache-Control': 'no-store, private', ...reply.headers });
  if (reply.stream) await sendFile(response, reply.stream, report);
  else if (reply.body === undefined) response.end();
  else response.json(reply.body);
}

async function perform(ctx: Context, route: Route, request: RestRequest, reading?: ShownReading): Promise<Reply> {
  if (route.guest) return route.handler(ctx, request);
  const { params, query, body } = request;
  return ctx.run(isWriting(route) ? 'write' : 'read', () =>
    once<Reply>(
      ctx,
      operationOf(route),
      { params, query, body },
      {
        run: async () => {
          const reply = await route.handler(ctx, request);
          await recordDone(ctx, reading, params);
          return reply;
        },
        kept: ({ subject }) => subject,
        again: (subject) => route.again!(ctx, Number(subject)),
      },
    ),
  );
}

/** Throws when the answer contains data of patients and no service or adapter stated whose. */
function answered(ctx: Context, reading: ShownReading, reply: Reply, params: Record<string, string>): void {
  addShown(ctx, reading);
  const { phi, shows } = matrix[reading.operation]!;
  const hasData = reply.body !== undefined && phi && shows !== 'none';
  if (hasData && !reading.isStated) throw new Error(`${reading.operation} does not state whose data it shows.`);
  reading.isAnswered = true;
  reading.properties = params;
}

/** Receives the files of a request in the turn of the user's files: they keep memory for as long as their client sends. */
async function receiveFile(
  ctx: Context,
  request: Request,
  response: Response,
  rest: RestRequest,
  upload: AcceptedFiles,
): Promise<void> {
  freePlace(response);
  await ctx.app.admission.beginFile(ctx.viewer, rest.gone, 'received');
  if (upload.stored) {
    rest.files = ctx.app.files.receive(ctx.viewer.workOrgId);
    const fields = await receiveFiles(request, { ...upload, stored: upload.stored }, rest.files);
    assertShape(fields);
    rest.body = { ...typedInput(fields), [upload.field]: rest.files.files.map(({ sha256 }) => sha256.toString('hex')) };
    return;
  }
  const { fields, file } = await receiveUpload(request, upload);
  assertShape(fields);
  rest.file = file;
  rest.body = {
    ...typedInput(fields),
    ...(file && { [upload.field]: createHash('sha256').update(file).digest('hex') }),
  };
}

async function answer(app: App, route: Route, request: Request, response: Response): Promise<Reply> {
  const validates = takesValidateOnly(route);
  const precognitive = validates && isPrecognitive(request.headers);
  if (validates) response.vary('Precognition');
  if (precognitive) response.set('Precognition', 'true');
  const incoming = {
    id: requestIdOf(response),
    method: request.method,
    headers: request.headers,
    ip: addressOf(app.config, request),
    setCookie: (cookie: string) => void response.append('Set-Cookie', cookie),
    emptyBrowser: () => void response.set('Clear-Site-Data', EMPTY_BROWSER),
  };
  let ctx: Context | undefined;
  let reading: ShownReading | undefined;
  const rest: RestRequest = {
    operation: operationOf(route),
    isHead: request.method === 'HEAD',
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: (request.body ?? {}) as Record<string, unknown>,
    origin: originOf(app, request.headers.host),
    cookieHeader: request.headers.cookie,
    authorization: request.headers.authorization,
    prefer: request.get('prefer'),
    sessionId: null,
    gone: goneOf(response),
  };
  try {
    assertShape(rest.query);
    assertShape(rest.body, { ...SHAPE, ...matrix[operationOf(route)]!.shape });
    // A device sends what a program has written.
    if (!route.device) Object.assign(rest, { query: typedInput(rest.query), body: typedInput(rest.body) });
    ctx = await (route.device ? createDeviceContext(app, incoming) : createContext(app, incoming, route));
    rest.sessionId = ctx.request.sessionAlive ? readSessionId(app.config, request.headers.cookie) : null;
    // A header that no browser sends by itself cannot be forged from another page, so devices need no CSRF token.
    if (route.csrfExempt && !ctx.request.isBearer) assertOwnSite(app, incoming.headers);
    else if (route.method !== 'GET' && !route.device)
      assertSameOrigin(app, incoming, {
        signedIn: ctx.request.sessionAlive,
        isBearer: Boolean(ctx.request.isBearer),
        guestAllowed: Boolean(route.guest),
      });
    authorizeOperation(ctx, operationOf(route), { acts: !precognitive });
    await charge(ctx, matrix[operationOf(route)]!.cost);
    if (route.upload && isMultipart(request)) await receiveFile(ctx, request, response, rest, route.upload);
    else assertParsed(request);
    reading = beginReading(ctx, operationOf(route));
    if (precognitive) {
      const only = fieldsToValidate(request.headers);
      const bound = ctx;
      await runCheck(() => bound.run('read', async () => route.check?.(bound, rest, only)), only);
      return { status: 204, headers: { 'Precognition-Success': 'true' } };
    }
    if (matrix[operationOf(route)]!.export && wantsFile(rest)) {
      // Two files that wait would take both places that a user has while others are active.
      freePlace(response);
      await app.admission.beginFile(ctx.viewer, rest.gone, 'sent');
    }
    const reply = await perform(ctx, route, rest, reading);
    if (reply.stream) reply.stream = await begun(reply.stream);
    if (reading) answered(ctx, reading, reply, rest.params);
    return reply;
  } catch (error) {
    noteRefusal(app, { requestId: incoming.id, ...(ctx && sender(ctx)), ip: incoming.ip }, error);
    if (error instanceof Forbidden && ctx?.signedIn) await recordDenial(ctx, operationOf(route));
    if (error instanceof InvalidInput) for (const id of error.patients) reading?.patients.add(id);
    return replyOf(
      error,
      ctx?.locale ?? preferredLocale(request.headers['accept-language']),
      reporter(app, operationOf(route), incoming.id),
    );
  } finally {
    if (ctx) recordReads(ctx);
    await rest.files?.close().catch(reporter(app, operationOf(route), ctx?.request.id));
    response.set(budgetHeaders(ctx));
  }
}

/** Paths of programs. Any other one is also a page of the client. */
const OF_PROGRAMS = /^\/(api|apps|device|oauth|broadcasting|fhir)(\/|$)/;

/** Serves every documented path; any other path below /api is a JSON 404 or 405. */
export function restRouter(app: App, routes: Route[]): Router {
  const router = Router();
  const serve = async (route: Route, request: Request, response: Response) => {
    nameWork(operationOf(route));
    try {
      await send(response, await answer(app, route, request, response), reporter(app, operationOf(route)));
    } finally {
      endWork(response.statusCode >= 500 ? String(response.statusCode) : undefined);
    }
  };
  // The router would try some hundred patterns before most of these.
  const literal = new Map(routes.filter(({ path }) => !path.includes('{')).map((route) => [operationOf(route), route]));
  router.use((request, response, next) => {
    const route = literal.get(`${request.method} ${request.path}`);
    if (!route) return next();
    request.route = { path: route.path };
    return serve(route, request, response);
  });
  for (const route of literalFirst(routes)) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    router[method](expressPath(route.path), (request, response) => serve(route, request, response));
  }
  // The documents name one segment differently by method ({patient}, {id}): it is the same path.
  const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');
  for (const path of new Set(literalFirst(routes).map((route) => route.path))) {
    const routed = routes.filter((route) => shapeOf(route.path) === shapeOf(path)).map((route) => route.method);
    const methods: Route['method'][] = OF_PROGRAMS.test(path) ? routed : ['GET', ...routed];
    const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)))].join(', ');
    router.all(expressPath(path), (request, response, next) => {
      // /login is also a page of the client; a GET returns the page.
      if (['GET', 'HEAD'].includes(request.method) && !request.path.startsWith('/api/')) return next();
      response.set({ Allow: allowed, 'Cache-Control': 'no-store' });
      if (request.method === 'OPTIONS') return void response.end();
      const message = `The ${request.method} method is not supported for route ${request.path.slice(1)}. Supported methods: ${allowed}.`;
      response.status(405).json({ message });
    });
  }
  router.all(OF_PROGRAMS, (request, response) => {
    response.status(404).json({ message: `The route ${request.path.slice(1)} could not be found.` });
  });
  return router;
}
