import { found } from '../folders/access.ts';
import type { Access, Operation } from './operation.ts';
import { isScope } from './scopes.ts';

/** The matrix of all access files. Throws when two of them declare one operation. */
export function mergeAccess(files: readonly Access[]): Record<string, Operation> {
  const merged: Record<string, Operation> = {};
  for (const [operation, entry] of files.flatMap((file) => Object.entries(file))) {
    if (Object.hasOwn(merged, operation)) throw new Error(`Two access files declare ${operation}.`);
    merged[operation] = entry;
  }
  return merged;
}

/**
 * Every GraphQL root field and every REST route: who may call it, from the `*.access.ts` of the features. The server refuses
 * to start when one is missing or superfluous.
 */
export const matrix = mergeAccess(found);

/**
 * Throws with every operation that writes and does not declare what a repeat does (operation.ts), so that no creating
 * operation is carried out twice by a client that lost its answer.
 */
export function assertRepeatsDeclared(writing: string[]): void {
  const silent = writing.filter((operation) => matrix[operation]?.repeat === undefined);
  if (silent.length > 0) throw new Error(`These operations do not declare their repeat: ${silent.join(', ')}.`);
}

/**
 * Throws with every operation that shows data of patients without stating whose, or leaves no audit line. Devices see
 * their own data only, and their reports are the record.
 */
export function assertReadsDeclared(operations: Record<string, Operation>): void {
  const silent = Object.entries(operations).filter(
    ([, { permission, phi, audit, shows }]) => phi && (!shows || (audit === 'none' && permission !== 'device')),
  );
  if (silent.length > 0)
    throw new Error(
      `These operations do not declare whose data their audit line names: ${silent.map(([name]) => name).join(', ')}.`,
    );
}

/**
 * Throws with every operation that does not declare the scope that a token needs, or names one that its permission does
 * not include: a token could then do what its scopes do not say.
 */
export function assertScopesDeclared(operations: Record<string, Operation>): void {
  const wrong = Object.entries(operations).filter(([, { permission, scope }]) => {
    if (scope === 'none' || scope === 'any')
      return scope === 'any' && !['public', 'session'].includes(String(permission));
    const permissions = [permission].flat() as readonly string[];
    return (
      !scope?.length ||
      scope.some((name) => !isScope(name) || !(permission === 'session' || permissions.includes(name)))
    );
  });
  if (wrong.length > 0)
    throw new Error(`These operations do not declare the scope of tokens: ${wrong.map(([name]) => name).join(', ')}.`);
}

/** Compares the matrix with what the server really serves. Throws with every difference: default deny, at boot. */
export function assertMatrixComplete(served: string[]): void {
  const missing = served.filter((operation) => !Object.hasOwn(matrix, operation));
  const superfluous = Object.keys(matrix).filter((operation) => !served.includes(operation));
  if (missing.length === 0 && superfluous.length === 0) return;
  throw new Error(
    `The authorization matrix does not match the server. Without an entry: ${missing.join(', ') || 'none'}. Without an operation: ${superfluous.join(', ') || 'none'}.`,
  );
}
