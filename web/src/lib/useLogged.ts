import { useEffect } from 'react';

/** Logs a failure once each time it happens: those that document 000, section 8, lists as only logged (decisions/043). */
export function useLogged(what: string, failure: unknown): void {
  useEffect(() => {
    if (failure) console.error(`${what}:`, failure);
  }, [what, failure]);
}
