import { useEffect, useRef, useState } from 'react';

/**
 * Returns a ref for a table's region and whether the table is wider than it. In a region that scrolls sideways a sticky
 * header cannot follow the page, so only a table that needs such a region gets one.
 */
export function useTableOverflow() {
  const region = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const box = region.current;
    const table = box?.querySelector('table');
    if (!box || !table) return undefined;
    // Rounding by half a pixel is no overflow.
    const observer = new ResizeObserver(() => setOverflows(table.offsetWidth > box.clientWidth + 1));
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { region, overflows };
}
