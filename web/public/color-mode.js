// Sets the stored color mode before the first paint. app/colorMode.ts writes the same key.
(function () {
  let mode;
  try {
    mode = localStorage.getItem('color-mode');
  } catch {
    mode = null; // storage is blocked: the system setting applies
  }
  if (mode !== 'light' && mode !== 'dark') {
    mode = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.classList.add(mode);
  document.documentElement.style.colorScheme = mode;
})();
