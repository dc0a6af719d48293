import { isScope, type Scope } from '../auth/scopes.ts';
import type { Viewer } from '../auth/viewer.ts';
import { refuse } from '../shared/errors.ts';
import { scopesToGive, type Owner } from './credentials.policy.ts';

/** Returns the scopes of a form, each once. Refuses unknown ones, and those that the viewer may not give to the user. */
export function chosenScopes(viewer: Viewer, owner: Owner, asked: readonly string[]): Scope[] {
  const scopes = [...new Set(asked)];
  const known = scopes.filter(isScope);
  if (known.length < scopes.length)
    refuse([{ field: 'scopes', code: 'token.scope_unknown', message: 'token.scope_unknown' }]);
  const given = scopesToGive(viewer, owner);
  if (!known.every((scope) => given.includes(scope)))
    refuse([{ field: 'scopes', code: 'token.scope_forbidden', message: 'token.scope_forbidden' }]);
  return known;
}
