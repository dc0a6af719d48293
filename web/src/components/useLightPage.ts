import { useLayoutEffect } from 'react';

/** Keeps the page light while mounted, whatever the user's color mode, because paper is white. */
export function useLightPage(): void {
  useLayoutEffect(() => {
    const { classList, style } = document.documentElement;
    const wasDark = classList.contains('dark');
    const { colorScheme } = style;
    classList.remove('dark');
    classList.add('light');
    style.colorScheme = 'light';
    return () => {
      style.colorScheme = colorScheme;
      if (!wasDark) return;
      classList.remove('light');
      classList.add('dark');
    };
  }, []);
}
