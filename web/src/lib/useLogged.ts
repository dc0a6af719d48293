import { useEffect } from 'react';
import { Unreachable } from './reach.ts';

/**
 * Logs a failure once each time it happens: those that document 000, section 8, lists as only logged (decisions/043).
 * The browser itself logs a request without an answer.
 */
export function useLogged(what: string, failure: unknown): void {
  useEffect(() => {
    if (failure && !(failure instanceof Unreachable)) console.error(`${what}:`, failure);
  }, [what, failure]);
}
