import { useEffect, useRef, useState } from 'react';

/**
 * Returns a ref for a table's region, whether the table is wider than it, and whether its rows are cards (dataTableCss.ts).
 * In a region that scrolls sideways a sticky header cannot follow the page, so only a table that needs such a region
 * gets one.
 */
export function useTableOverflow() {
  const region = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  const [areCards, setAreCards] = useState(false);
  useEffect(() => {
    const box = region.current;
    const table = box?.querySelector('table');
    if (!box || !table) return undefined;
    const observer = new ResizeObserver(() => {
      // Rounding by half a pixel is no overflow.
      setOverflows(table.offsetWidth > box.clientWidth + 1);
      setAreCards(getComputedStyle(table).display === 'block');
    });
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { region, overflows, areCards };
}
