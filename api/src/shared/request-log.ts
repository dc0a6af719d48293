import type { RequestHandler } from 'express';
import type { App } from './context.ts';

/**
 * Logs one line per request with the route's pattern, never the address itself: addresses contain ids and search terms.
 */
export function requestLog(app: App): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.on('finish', () => {
      const route = (request.route as { path?: unknown } | undefined)?.path;
      app.log.debug(
        {
          method: request.method,
          route: typeof route === 'string' ? route : request.baseUrl || 'other',
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
