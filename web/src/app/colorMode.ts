import { useSyncExternalStore } from 'react';

export type ColorMode = 'light' | 'dark';

/** Read by public/color-mode.js before the first paint; a plain word, not JSON. */
const key = 'color-mode';
const listeners = new Set<() => void>();

function current(): ColorMode {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function show(mode: ColorMode): void {
  const { classList, style } = document.documentElement;
  classList.remove('light', 'dark');
  classList.add(mode);
  style.colorScheme = mode;
}

function setColorMode(mode: ColorMode): void {
  show(mode);
  try {
    localStorage.setItem(key, mode);
  } catch {
    // Not remembered where storage is blocked.
  }
  for (const listener of listeners) listener();
}

// Paper is white: what is printed is printed light, whatever is on the screen.
let screenMode: ColorMode | null = null;
window.addEventListener('beforeprint', () => {
  screenMode = current();
  show('light');
});
window.addEventListener('afterprint', () => {
  if (screenMode) show(screenMode);
});

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colour mode and its switch. The choice is remembered in this browser; without one the system's setting holds. */
export function useColorMode() {
  const mode = useSyncExternalStore(subscribe, current);
  return { mode, toggle: () => setColorMode(mode === 'dark' ? 'light' : 'dark') };
}
