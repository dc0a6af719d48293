import { useSyncExternalStore } from 'react';

/** Returns a hook that reads a value outside React, and the function that says that it has changed. */
export function createStore<Arguments extends unknown[], Value>(
  read: (...args: Arguments) => Value,
): { useValue: (...args: Arguments) => Value; changed: () => void } {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    useValue: (...args) => useSyncExternalStore(subscribe, () => read(...args)),
    changed() {
      for (const listener of listeners) listener();
    },
  };
}
