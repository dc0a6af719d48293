import { scopesAmong, type Scope } from '../auth/scopes.ts';
import type { Viewer } from '../auth/viewer.ts';

/**
 * Administrators of the whole organization manage its service accounts with the permission of API keys, when the
 * organization allows keys. A token never reaches credentials, and support staff makes no keys of organizations.
 */
export const canManageServiceAccounts = (
  viewer: Viewer,
  { allowApiKeyManagement }: { allowApiKeyManagement: boolean },
): boolean =>
  viewer.actor === 'session' &&
  !viewer.isSupport &&
  viewer.facts.locationIds === null &&
  viewer.can('legacy.api.token.generate') &&
  allowApiKeyManagement;

/** The scopes that the viewer may give: those that the viewer holds. */
export const scopesOfViewer = (viewer: Viewer): Scope[] => scopesAmong(viewer.facts.permissions);

/** A new secret of an account is shown to the viewer, who holds all of its scopes. */
export const canRotateKey = (viewer: Viewer, { scopes }: { scopes: readonly string[] }): boolean =>
  scopes.every((scope) => (scopesOfViewer(viewer) as string[]).includes(scope));
