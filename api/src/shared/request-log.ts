import type { Request, RequestHandler } from 'express';
import type { App } from './context.ts';

/** Returns the pattern of a request's route, never the address itself: addresses contain ids and search terms. */
export function routeOf({ route, baseUrl }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : baseUrl || 'other';
}

/** Logs one line per request. */
export function requestLog(app: App): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.on('finish', () => {
      app.log.debug(
        {
          method: request.method,
          route: routeOf(request),
          status: response.statusCode,
          ms: Math.round(performance.now() - started),
          requestId: response.getHeader('x-request-id'),
        },
        'request',
      );
    });
    next();
  };
}
