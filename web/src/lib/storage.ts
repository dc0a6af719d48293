/** What the browser remembers under `key`, or the fallback: storage may be full, blocked or hold something else. */
export function remembered<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Remembers a value; a browser that refuses storage simply forgets. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: nothing depends on it.
  }
}
