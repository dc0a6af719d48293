import { remember, remembered } from './storage.ts';
import { createStore } from './store.ts';

const key = 'single-key-shortcuts';

/** Whether shortcuts of one key, such as `/`, are on. They are in the way of users who dictate or who type with a switch. */
export const singleKeysAreOn = (): boolean => remembered<unknown>(key, true) !== false;

const store = createStore(singleKeysAreOn);

/** Returns whether shortcuts of one key are on, as this browser stores it. */
export const useSingleKeys: () => boolean = store.useValue;

/** Turns them on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  remember(key, on);
  store.changed();
}
