/**
 * What stays in the browser when a session ends: choices of the computer, which the sign-in page shows, and the reason of
 * the end. No data of a user, and none of a patient.
 */
export const STAYS = ['language', 'color-mode', 'flash'];

/**
 * Returns the values of STAYS, null without one. Read them before the server answers: its answer empties the storages of
 * the browser as well (Clear-Site-Data).
 */
export function whatStays(): (string | null)[] {
  try {
    return STAYS.map((key) => (key === 'flash' ? sessionStorage : localStorage).getItem(key));
  } catch {
    return []; // blocked storages hold nothing
  }
}
