import { isScope, type Scope } from '../auth/scopes.ts';
import { refuse } from '../shared/errors.ts';

/** Returns the scopes of a form, each once. Refuses unknown ones, and those that are not among `given`: those that the viewer may give. */
export function chosenScopes(given: readonly Scope[], asked: readonly string[]): Scope[] {
  const scopes = [...new Set(asked)];
  const known = scopes.filter(isScope);
  if (known.length < scopes.length)
    refuse([{ field: 'scopes', code: 'token.scope_unknown', message: 'token.scope_unknown' }]);
  if (!known.every((scope) => given.includes(scope)))
    refuse([{ field: 'scopes', code: 'token.scope_forbidden', message: 'token.scope_forbidden' }]);
  return known;
}
