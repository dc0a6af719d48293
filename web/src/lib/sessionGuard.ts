import { page } from './page.ts';

const key = 'reloaded-at';
/** Milliseconds in which a second reload is refused: a server that keeps answering 401 must not spin the browser. */
const guardMs = 30_000;

/**
 * Answers an expired session: reloads the page, at most once in 30 seconds (document 000: any 401 on a call other than
 * login reloads the page). Returns whether it did.
 */
export function reloadOnce(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (now - last < guardMs) return false;
    sessionStorage.setItem(key, String(now));
  } catch {
    return false; // a browser that remembers nothing could not stop the second reload
  }
  page.reload();
  return true;
}
