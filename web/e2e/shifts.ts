import type { Page } from 'playwright-core';

/** A part of a page that moved by itself. */
interface Shift {
  value: number;
  /** What moved: its element, its first words, and its place and height before and after, in pixels. */
  moved: string[];
}

interface Entry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/**
 * From the next navigation on, notes what moves on the page without an act of the user. Each answer takes 100 ms more, so
 * that the page is painted while it waits.
 */
export async function watchShifts(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const label = element?.getAttribute('aria-label') ?? node?.textContent?.trim().slice(0, 40);
      return `${element?.tagName ?? 'removed'} "${label ?? ''}"`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)}: ${place(previousRect)} → ${place(currentRect)}`,
            ),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns what moved on the page since its navigation, once nothing is on the way any more. */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return (window as unknown as { shifts: Shift[] }).shifts;
  });
}

/** Returns the score of the shifts: 1 when all of the window moved by its height. */
export const scoreOf = (shifts: readonly Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0);
