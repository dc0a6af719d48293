import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { CANCELED } from '../db/deadline.ts';
import type { App, Context } from '../shared/context.ts';
import { CsrfMismatch, Forbidden, ForeignSite, TooExpensive, TooMany, WrongCredentials } from '../shared/errors.ts';
import type { RefusedRequest } from '../shared/security-log.ts';
import type { SecurityEventKind } from '../shared/security-log.rules.ts';

/** Returns the id of the request that is answered, which the answer shows; the first call chooses it. */
export function requestIdOf(response: ServerResponse): string {
  const known = response.getHeader('x-request-id');
  if (typeof known === 'string') return known;
  const id = randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}

/** Returns what kind of attack a refusal may be of; null for one that is none, such as a missing permission. */
export function kindOfRefusal(error: unknown): SecurityEventKind | null {
  if (error instanceof TooMany) return 'too_many';
  if (error instanceof CsrfMismatch || error instanceof WrongCredentials) return error.of;
  if (error instanceof ForeignSite) return 'origin';
  if (error instanceof Forbidden) return error.reason === 'scope' ? 'scope' : null;
  if (error instanceof TooExpensive || (error as { code?: string }).code === CANCELED) return 'too_expensive';
  return error instanceof GraphQLError && error.extensions.code === 'TOO_EXPENSIVE' ? 'too_expensive' : null;
}

/** Counts a refused request when its refusal may be of an attack. */
export function noteRefusal(
  { securityLog }: Pick<App, 'securityLog'>,
  from: Omit<RefusedRequest, 'kind'>,
  error: unknown,
): void {
  const kind = kindOfRefusal(error);
  if (kind) securityLog.note({ ...from, kind });
}

/** Returns whose refusals those of a context are. */
export const sender = ({ request, signedIn }: Context): Omit<RefusedRequest, 'kind'> => ({
  ip: request.ip,
  requestId: request.id,
  userId: signedIn?.userId ?? request.pending?.viewer.userId ?? null,
});
