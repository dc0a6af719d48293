import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { authorizeChannel, authorizeUser } from './broadcasting.service.ts';

/** Clients look at the status alone: exactly 200, or a refusal. */
const answer = (body: object | null): Reply => (body ? { body } : { status: 403, body: { message: '' } });

/** Parameters come in the body (form or JSON), or in the address of a GET. */
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

/** What existing realtime clients ask before they join a channel or sign in: signatures, in the conventions of Laravel. */
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
