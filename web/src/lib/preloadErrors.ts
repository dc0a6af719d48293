/** Errors of files that could not be loaded: most often a new version took the place of the one this page is from. */
const preloadErrors = new WeakSet<object>();

/**
 * Listens to Vite's cancelable preload-error event and remembers which errors it told. It is not cancelled, so that Vite
 * throws the error again where the file was wanted: the page there offers to load the new version (app/RouteError.tsx).
 */
export function watchPreloadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    preloadErrors.add(payload);
  });
}

/** Whether an error says that a file of this client could not be loaded. */
export function isPreloadError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && preloadErrors.has(error);
}
