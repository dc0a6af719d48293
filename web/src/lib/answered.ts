const listeners = new Set<() => void>();
let wasMissed = false;

/** Reports that the server answered a call of this page with success. */
export function answered(): void {
  wasMissed ||= listeners.size === 0;
  for (const listener of listeners) listener();
}

/**
 * Calls `listener` after each successful answer, and at once for those before it; returns the function that ends it. What
 * listens is loaded after the first screen.
 */
export function onAnswered(listener: () => void): () => void {
  listeners.add(listener);
  if (wasMissed) listener();
  wasMissed = false;
  return () => void listeners.delete(listener);
}
