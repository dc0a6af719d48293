import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it stands, once nothing moves any more. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity).map((each) => each.finished)));
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => (await (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] })).violations);
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
}
