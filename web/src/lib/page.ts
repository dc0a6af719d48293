/** The browser page itself: one object, so that a test can observe what would otherwise leave the test. */
export const page = {
  reload: () => window.location.reload(),
  /** Leaves the application and with it everything in memory, including cached patient data. */
  open: (url: string) => window.location.assign(url),
  /** The same; Back does not return to this page. */
  replace: (url: string) => window.location.replace(url),
  /** Opens a page of this site in a new tab. */
  openTab: (url: string) => void window.open(url, '_blank', 'noopener'),
  print: () => window.print(),
  /** Saves a file to the browser's downloads. */
  save(file: Blob, name: string) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    // The browser has started the download by the next task.
    setTimeout(() => URL.revokeObjectURL(link.href), 0);
  },
};
