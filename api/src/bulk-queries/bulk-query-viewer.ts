import { findKeyViewer } from '../auth/bearer.ts';
import { Viewer } from '../auth/viewer.ts';
import { findActiveViewer } from '../sign-in/session-read.ts';
import type { App } from '../shared/context.ts';
import type { TakenQuery } from './bulk-queries.store.ts';

/**
 * Returns the user who started a query with their rights of now, in the organization in which support staff acted; null
 * when the user is not active, or the token or the key has ended. A sign-out ends no query.
 */
export async function viewerOf(app: App, taken: TakenQuery): Promise<Viewer | null> {
  const { actor, keyId, scopes, userId, actingOrgId, createdAt } = taken;
  if (actor !== 'session')
    return findKeyViewer(app, { actor: actor as 'token', id: keyId!, scopes: scopes!, at: createdAt });
  const viewer = await findActiveViewer(app, userId);
  return viewer && new Viewer({ ...viewer.facts, actingOrgId });
}
