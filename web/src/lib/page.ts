/** The browser page itself. One object, so that a test can watch what would otherwise leave the test. */
export const page = {
  reload: () => window.location.reload(),
  /** Leaves the application: everything in memory, the cache of patient data included, is gone. */
  open: (url: string) => window.location.assign(url),
  /** Saves a file as the browser does: into the folder of downloads. */
  save(file: Blob, name: string) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    // The browser has taken it over by the time the next task runs.
    setTimeout(() => URL.revokeObjectURL(link.href), 0);
  },
};
