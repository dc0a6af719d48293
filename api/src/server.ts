import { createServer as createHttpServer, STATUS_CODES, type Server } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import { admitted, assertAdmitted } from './admitted.ts';
import {
  assertMatrixComplete,
  assertReadsDeclared,
  assertRepeatsDeclared,
  assertScopesDeclared,
  matrix,
} from './auth/matrix.ts';
import { noteRefusal, requestIdOf } from './auth/refusals.ts';
import { parseBodies, receiveBodies } from './bodies.ts';
import { compressed } from './compressed.ts';
import { during } from './shared/work.ts';
import { developers } from './developers/developers.ts';
import { closeHttp, drain, lifetimes, sendAway } from './drain.ts';
import { fhirAnswers } from './fhir/fhir-answers.ts';
import { answerRefusal, graphqlHandler } from './graphql/http.ts';
import { mutations, rootOperations } from './graphql/root-fields.ts';
import { graphqlServer } from './graphql/server.ts';
import { health } from './health.ts';
import { devOutbox } from './mail/mail-outbox.ts';
import { graphqlSocket } from './realtime/graphql-ws.ts';
import { pusherEndpoint } from './realtime/pusher.ts';
import { publishing } from './realtime/pusher-publish.ts';
import { watchSessions } from './realtime/session-watch.ts';
import { routeUpgrades } from './realtime/upgrades.ts';
import { UserSockets } from './realtime/user-sockets.ts';
import { UNSUPPORTED } from './rest/body.ts';
import { replyOf, reporter } from './rest/errors.ts';
import { isPrecognitive } from './rest/precognition.ts';
import { assertRepeatsAnswered, isWriting, operationOf, restRouter } from './rest/router.ts';
import { routes } from './routes.ts';
import { createSchema } from './schema.ts';
import { securityHeaders } from './security-headers.ts';
import type { App } from './shared/context.ts';
import { BadRequest, NotFound } from './shared/errors.ts';
import { preferredLocale } from './shared/messages.ts';
import { addressOf } from './shared/network.ts';
import { requestLog, spanOf } from './shared/request-log.ts';
import { smsOutbox } from './sms/sms-outbox.ts';
import { CARD_FILES } from './uploads/uploads-received.ts';
import { webPages } from './web-pages.ts';

export interface PortalServer {
  http: Server;
  /** Sends clients away for `drainMs`, then ends sockets and open requests, and frees the address. */
  close(drainMs?: number): Promise<void>;
}

/** The table of contents: the layers of a request, in this order. */
export async function createServer(app: App): Promise<PortalServer> {
  const schema = await createSchema();
  assertMatrixComplete([...rootOperations(schema), ...routes.map(operationOf)]);
  assertRepeatsDeclared([...mutations(schema), ...routes.filter(isWriting).map(operationOf)]);
  assertRepeatsAnswered(routes);
  assertReadsDeclared(matrix);
  assertScopesDeclared(matrix);

  const web = express();
  const http = createHttpServer(lifetimes(app.config), web);
  const graphql = graphqlServer(schema, app.metrics);
  await graphql.start();

  web.disable('x-powered-by');
  web.set('etag', false); // dynamic answers are never stored; files have their own
  web.set('query parser', 'extended');
  const free = [
    requestLog(app),
    ...securityHeaders(app.config),
    fhirAnswers(),
    sendAway(app.availability),
    compressed(),
    health(app),
    ...(app.traces ? [app.traces.requests(app.config)] : []),
    receiveBodies(),
  ];
  web.use(...free);
  const admission = admitted(app);
  web.use(...admission);
  web.use(publishing(app)); // its signature is that of the bytes
  web.use(parseBodies());
  web.use((_request, response, next) => during({ id: requestIdOf(response), span: spanOf(response) }, next)); // a body ends in a context of its own
  web.use('/graphql', graphqlHandler(app, graphql, { mutation: 'Mutation.createUpload', files: CARD_FILES }));
  web.use(restRouter(app, routes));
  web.use(devOutbox(app));
  web.use(smsOutbox(app));
  web.use(developers(app, schema));
  web.use(webPages(app));
  web.use(unreadable(app));
  assertAdmitted(web, admission, free);

  const users = new UserSockets();
  const sockets = [graphqlSocket(app, schema, users), pusherEndpoint(app, users)] as const;
  routeUpgrades(http, app, [
    [/^\/graphql$/, sockets[0]],
    [/^\/app\/[^/]+$/, sockets[1]],
  ]);
  const endWatch = watchSessions(
    app,
    sockets.map(({ watched }) => watched),
  );
  const [graphqlSockets, pusherSockets] = sockets;
  app.metrics?.collect(app, () => ({
    graphql: graphqlSockets.watched().length,
    pusher: pusherSockets.watched().length,
  }));
  return {
    http,
    close: async (drainMs = 0) => {
      await drain(app.availability, drainMs);
      endWatch();
      await Promise.all(sockets.map((endpoint) => endpoint.close()));
      await closeHttp(http);
      await graphql.stop();
    },
  };
}

const READABLE: Record<number, string> = {
  400: 'The request body is not valid.',
  413: 'The request is too large.',
  415: UNSUPPORTED,
};

/**
 * Requests that the middleware refuses (malformed JSON, too large, a missing file) keep their status and are not faults.
 * Everything else is a fault outside the adapters. JSON, never Express's HTML.
 */
function unreadable(app: App): ErrorRequestHandler {
  return (error: Error & { status?: number; type?: string }, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status = 500 } = error;
    const { ip, requestId } = { ip: addressOf(app.config, request), requestId: requestIdOf(response) };
    noteRefusal(app, { ip, requestId, userId: app.admission.userOf(request.headers) }, error);
    const known =
      status === 404
        ? new NotFound()
        : status >= 400 && status < 500
          ? new BadRequest(status, READABLE[status] ?? STATUS_CODES[status] ?? 'Bad Request')
          : error;
    if (request.path.startsWith('/graphql')) return answerRefusal(app, request, response, known);
    // Clients take an unmarked answer to a validate-only request for one of a route that does not validate.
    if (isPrecognitive(request.headers)) response.set('Precognition', 'true').vary('Precognition');
    const reply = replyOf(
      known,
      preferredLocale(request.headers['accept-language']),
      reporter(app, 'server', requestId),
    );
    response.status(reply.status ?? 500).set({ 'Cache-Control': 'no-store', ...reply.headers });
    response.json(reply.body);
  };
}
