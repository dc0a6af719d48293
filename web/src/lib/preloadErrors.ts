/** Errors of files that could not be loaded, mostly because a new version replaced the one of this page. */
const preloadErrors = new WeakSet<object>();

/**
 * Listens to Vite's cancelable preload-error event and remembers its errors. It is not canceled, so that Vite throws
 * the error again at the import: the page there offers to load the new version (app/RouteError.tsx).
 */
export function watchPreloadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    preloadErrors.add(payload);
  });
}

/** Whether the error is a file of this client that could not be loaded. */
export function isPreloadError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && preloadErrors.has(error);
}
