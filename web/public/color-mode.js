// Runs before the first paint. Sets the stored color mode (app/colorMode.ts writes the same key), and whether the page
// has the frame that index.html paints, with its rail as the user left it (app/Shell.tsx).
(function () {
  const { classList, style } = document.documentElement;
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is blocked: the system setting applies
    }
  }
  let mode = stored('color-mode');
  if (mode !== 'light' && mode !== 'dark') {
    mode = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  classList.add(mode);
  style.colorScheme = mode;
  if (!/^\/(reports|verify-login)\b/.test(window.location.pathname)) classList.add('framed');
  if (stored('rail-collapsed') === 'true') classList.add('rail-collapsed');
})();
