import { useSyncExternalStore } from 'react';

/** `offline`: the browser has no network. `paused`: no live updates for some seconds. */
export type ConnectionState = 'online' | 'offline' | 'paused';

/** Milliseconds the socket may be closed before the user sees it: it reconnects by itself, mostly at once. */
const graceMs = 5000;

const listeners = new Set<() => void>();
let isPaused = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function setPaused(next: boolean) {
  isPaused = next;
  for (const listener of listeners) listener();
}

/** Records an open socket. */
export function socketOpened(): void {
  clearTimeout(timer);
  timer = undefined;
  setPaused(false);
}

/** Records a lost socket. */
export function socketLost(): void {
  timer ??= setTimeout(() => setPaused(true), graceMs);
}

/** Milliseconds between two tries to open the socket, at most: a page is live again soon after any outage. */
const longestWaitMs = 15_000;
/** Chosen at random: the pages of a server that went away do not all come back in the same moment. */
const spreadMs = 3000;

/** Waits before the socket is opened again: longer after each try, and no longer once the browser has a network again. */
export function untilNextTry(tries: number): Promise<void> {
  const ms = Math.min(1000 * 2 ** tries, longestWaitMs) + Math.random() * spreadMs;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(waiting);
      window.removeEventListener('online', end);
      resolve();
    };
    const waiting = setTimeout(end, ms);
    window.addEventListener('online', end);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const current = (): ConnectionState => (!navigator.onLine ? 'offline' : isPaused ? 'paused' : 'online');

/** Returns whether the server can be reached and live updates arrive. */
export const useConnection = (): ConnectionState => useSyncExternalStore(subscribe, current);
