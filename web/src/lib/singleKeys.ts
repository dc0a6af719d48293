import { useSyncExternalStore } from 'react';
import { remember, remembered } from './storage.ts';

const key = 'single-key-shortcuts';
const listeners = new Set<() => void>();

/** Whether shortcuts of one key, such as `/`, are on. They are in the way of users who dictate or who type with a switch. */
export const singleKeysAreOn = (): boolean => remembered<unknown>(key, true) !== false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether shortcuts of one key are on, as this browser stores it. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysAreOn);

/** Turns them on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  remember(key, on);
  for (const listener of listeners) listener();
}
