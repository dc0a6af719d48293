import { useCallback, useState } from 'react';

/** How far below the window something counts as near: it is there when the user has scrolled to it. */
const MARGIN = '300px';

/** Returns a ref, and whether its element was once in the window or near it. */
export function useNear() {
  const [isNear, setNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isNear] as const;
}
