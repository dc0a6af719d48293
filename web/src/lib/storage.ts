/**
 * Returns the browser's stored value of `key`, or the fallback: storage may be full, blocked or contain something else.
 */
export function remembered<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Stores a value, if the browser lets it. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: nothing depends on it.
  }
}
