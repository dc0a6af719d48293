/**
 * Returns a storage in the memory of the page. A query may name a patient, and its history and tabs too: a reload, and the
 * end of the session, forget them.
 */
export function memoryStorage() {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    getItem: (key: string): string | null => items.get(key) ?? null,
    setItem: (key: string, value: string): void => void items.set(key, value),
    removeItem: (key: string): void => void items.delete(key),
    clear: (): void => items.clear(),
  };
}

/** Deletes what an earlier version of the page stored in this browser. */
export function forgetStored(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('graphiql:')) localStorage.removeItem(key);
  } catch {
    // A blocked storage holds nothing.
  }
}
