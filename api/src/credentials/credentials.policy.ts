import type { Permission } from '../auth/permissions.ts';
import { scopesAmong, type Scope } from '../auth/scopes.ts';
import { API_KEY_ROLES } from '../auth/token-read.ts';
import type { Viewer } from '../auth/viewer.ts';

/** The user whose credentials are meant, with their own roles and permissions. */
export interface Owner {
  id: number;
  orgId: number;
  roles: readonly string[];
  permissions: readonly Permission[];
}

/**
 * Staff of the same organization or of support, with a session: a token never reaches credentials. Staff of a location
 * sees only its own, because a token of another user could see more locations.
 */
const isWithin = (viewer: Viewer, owner: Pick<Owner, 'id' | 'orgId'>): boolean =>
  viewer.actor === 'session' &&
  (viewer.orgId === owner.orgId || viewer.isSupport) &&
  (viewer.userId === owner.id || viewer.facts.locationIds === null);

/**
 * The section of tokens is shown with api.token.generate when the role of the user has api.token.access, and to that
 * user themselves.
 */
export const canSeeTokens = (viewer: Viewer, owner: Owner): boolean =>
  isWithin(viewer, owner) &&
  owner.permissions.includes('api.token.access') &&
  (viewer.userId === owner.id || viewer.can('api.token.generate'));

/** Create Token takes create.user.security.api. */
export const canCreateToken = (viewer: Viewer, owner: Owner): boolean =>
  canSeeTokens(viewer, owner) && viewer.can('create.user.security.api');

/** Deleting a token takes delete.user.security.api. */
export const canDeleteToken = (viewer: Viewer, owner: Owner): boolean =>
  canSeeTokens(viewer, owner) && viewer.can('delete.user.security.api');

/** Manage API keys takes legacy.api.token.generate and the setting allow_api_key_management of the organization. */
export const canManageApiKeys = (
  viewer: Viewer,
  owner: Pick<Owner, 'id' | 'orgId'>,
  { allowApiKeyManagement }: { allowApiKeyManagement: boolean },
): boolean => isWithin(viewer, owner) && viewer.can('legacy.api.token.generate') && allowApiKeyManagement;

/** API keys are for users with an org-level ep or clinical admin or staff role. */
export const mayHaveApiKey = ({ roles }: Pick<Owner, 'roles'>): boolean =>
  roles.some((name) => (API_KEY_ROLES as readonly string[]).includes(name));

/** The scopes that the viewer may give to a credential of the user: those that both hold. */
export const scopesToGive = (viewer: Viewer, owner: Owner): Scope[] =>
  scopesAmong(owner.permissions).filter((scope) => viewer.can(scope));
