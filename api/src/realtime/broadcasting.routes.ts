import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { authorizeChannel, authorizeUser } from './broadcasting.service.ts';

/** Clients read only the status: exactly 200, or a refusal. */
const answer = (body: object | null): Reply => (body ? { body } : { status: 403, body: { message: '' } });

/** Parameters are in the body (form or JSON), or in the query of a GET. */
const parameter = ({ body, query }: RestRequest, name: string): string => {
  const value = body[name] ?? query[name];
  return typeof value === 'string' ? value.trim() : '';
};

const PATHS = {
  '/broadcasting/auth': (ctx: Context, request: RestRequest, operation: string) =>
    authorizeChannel(ctx, operation, parameter(request, 'socket_id'), parameter(request, 'channel_name')),
  '/broadcasting/user-auth': (ctx: Context, request: RestRequest, operation: string) =>
    authorizeUser(ctx, operation, parameter(request, 'socket_id')),
};

/**
 * The signature endpoints that existing realtime clients call before they join a channel or sign in, in Laravel's
 * conventions.
 */
export const broadcastingRoutes: Route[] = Object.entries(PATHS).flatMap(([path, authorize]) =>
  (['GET', 'POST'] as const).map((method): Route => ({
    method,
    path,
    readOnly: true,
    background: true,
    csrfExempt: true,
    handler: async (ctx, request) => answer(await authorize(ctx, request, `${method} ${path}`)),
  })),
);
