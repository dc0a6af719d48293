import type { Request, RequestHandler, Response } from 'express';
import type { App } from './context.ts';
import type { Span } from './work.ts';

/** Where an answer keeps the span of its request: the body of a request ends in a context of its own (server.ts). */
const SPAN = Symbol('span');
type WithSpan = Response & { [SPAN]?: Span };

export const keepSpan = (response: WithSpan, span: Span): void => void (response[SPAN] = span);
export const spanOf = (response: WithSpan): Span | undefined => response[SPAN];

/** Returns the pattern of a request's route, never the address itself: addresses contain ids and search terms. */
export function routeOf({ route, baseUrl }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : baseUrl || 'other';
}

/** Logs one line per request, and measures it. */
export function requestLog(app: App): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.on('finish', () => {
      const [route, ms] = [routeOf(request), performance.now() - started];
      app.metrics?.request(request.method, route, response.statusCode, ms / 1000);
      app.log.debug(
        {
          method: request.method,
          route,
          status: response.statusCode,
          ms: Math.round(ms),
          requestId: response.getHeader('x-request-id'),
        },
        'request',
      );
    });
    next();
  };
}
