import { useEffect, useRef, useState } from 'react';

/**
 * Returns a ref for a table's region and whether the table is wider than it. A region that scrolls sideways is a
 * scroller of its own, in which a sticky header cannot follow the page: only a table that needs it gets one.
 */
export function useTableOverflow() {
  const region = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const box = region.current;
    const table = box?.querySelector('table');
    if (!box || !table) return undefined;
    // Half a pixel of rounding is no overflow.
    const observer = new ResizeObserver(() => setOverflows(table.offsetWidth > box.clientWidth + 1));
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { region, overflows };
}
