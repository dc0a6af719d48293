/** Choices of the computer, which the sign-in page shows: not data of a user, and not of a patient. */
const CHOICES = ['language', 'color-mode'];
/** Why the session ended, for the sign-in page. */
const MESSAGE = 'flash';

/** What stays when a session ends, by storage and key. */
type Kept = Record<'local' | 'session', Record<string, string>>;

const read = (storage: Storage, keys: string[]): Record<string, string> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = storage.getItem(key);
      return value === null ? [] : [[key, value]];
    }),
  );

/**
 * Returns what stays when the session ends. Read it before the server answers: the answer empties the storages of the
 * browser as well (Clear-Site-Data).
 */
export function whatStays(): Kept {
  try {
    return { local: read(localStorage, CHOICES), session: read(sessionStorage, [MESSAGE]) };
  } catch {
    return { local: {}, session: {} }; // blocked storages hold nothing
  }
}

/**
 * Empties the storages of this browser and of this tab at the end of a session, whatever wrote to them: the next user of
 * the computer finds nothing. What stays: the language and the color mode, and the reason of the end. The portal stores
 * nothing in other places.
 */
export function emptyBrowser(before: Kept): void {
  const now = whatStays();
  try {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of Object.entries({ ...before.local, ...now.local })) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries({ ...before.session, ...now.session }))
      sessionStorage.setItem(key, value);
  } catch {
    // Blocked storages hold nothing.
  }
}
