import { page } from './page.ts';
import { workState } from './unsavedWork.ts';

const key = 'reloaded-at';
/** Milliseconds in which a second reload is refused: a server that keeps answering 401 must not cause a reload loop. */
const guardMs = 30_000;

const listeners = new Set<() => void>();
let isOver = false;
let isEnding = false;
let isReloading = false;
/** How often the user has signed in again. */
let renewals = 0;

function setOver(next: boolean) {
  isOver = next;
  for (const listener of listeners) listener();
}

/** Reloads the page, at most once in 30 seconds. Returns whether it did. */
export function reloadOnce(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (now - last < guardMs) return false;
    sessionStorage.setItem(key, String(now));
  } catch {
    return false; // without storage nothing would stop the second reload
  }
  isReloading = true;
  page.reload();
  return true;
}

/** The server says that there is no session: the reload has done its work, and a 401 of the next session reloads again. */
export function reloadServed(): void {
  isReloading = false;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage no reload was noted.
  }
}

/**
 * Handles an expired session (document 000: any 401 on a call other than login reloads the page). While a form has
 * unsaved input the page stays, and the user signs in again on top of it (ADR 017).
 */
export function sessionExpired(): void {
  if (isEnding) return;
  if (workState() === 'clean') reloadOnce();
  else setOver(true);
}

/**
 * Returns what handles the answer "no session" to a request that is sent now. One that was sent before the user signed in
 * again, and is answered after that, says nothing of the session that the user has by then.
 */
export function expiryOfRequest(expired = sessionExpired): () => void {
  const sent = renewals;
  return () => void (sent === renewals && expired());
}

/** The same user has signed in again. */
export function sessionRenewed(): void {
  renewals += 1;
  setOver(false);
}

/**
 * The user signs out. The server may end the socket of the session before it answers, which then is no expired session.
 * False when the session did not end.
 */
export function setSessionEnding(ending: boolean): void {
  isEnding = ending;
}

/** Returns whether the session has ended and the user has not signed in again. */
export const isSessionOver = (): boolean => isOver;

/** Returns whether subscriptions that fail now failed with their session: until the page is reloaded, too. */
export const isSessionEnding = (): boolean => isOver || isEnding || isReloading;

/** Calls `listener` each time the session has ended or the user has signed in again; returns the function that ends it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `listener` each time the user has signed in again; returns the function that ends it. */
export const onSessionRenewed = (listener: () => void): (() => void) => onSessionChange(() => !isOver && listener());
