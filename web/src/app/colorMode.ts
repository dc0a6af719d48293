import { useSyncExternalStore } from 'react';

export type ColorMode = 'light' | 'dark';

/** Plain text instead of JSON, because public/color-mode.js reads it before the first paint. */
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
    // Not stored when storage is blocked.
  }
  for (const listener of listeners) listener();
}

// Paper is white: pages print light, whatever the screen shows.
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

/** Returns the color mode and its switch. This browser stores the choice; without one the system setting applies. */
export function useColorMode() {
  const mode = useSyncExternalStore(subscribe, current);
  return { mode, toggle: () => setColorMode(mode === 'dark' ? 'light' : 'dark') };
}
