import { useLayoutEffect } from 'react';

/** Paper is white: the page is light while this is mounted, whatever the user prefers elsewhere. */
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
