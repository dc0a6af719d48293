import { STAYS, whatStays } from './whatStays.ts';

/**
 * Empties the storages of this browser and of this tab at the end of a session, whatever wrote to them: the next user of
 * the computer finds nothing. STAYS stays, as it is or as it was `before`. The portal stores nothing in other places.
 */
export function emptyBrowser(before: (string | null)[]): void {
  const now = whatStays();
  try {
    localStorage.clear();
    sessionStorage.clear();
    for (const [nth, key] of STAYS.entries()) {
      const value = now[nth] ?? before[nth];
      if (value) (key === 'flash' ? sessionStorage : localStorage).setItem(key, value);
    }
  } catch {
    // Blocked storages hold nothing.
  }
}
