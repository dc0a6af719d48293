/** The browser page itself. One object, so that a test can watch what would otherwise leave the test. */
export const page = {
  reload: () => window.location.reload(),
  /** Leaves the application: everything in memory, the cache of patient data included, is gone. */
  open: (url: string) => window.location.assign(url),
};
