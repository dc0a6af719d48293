import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it stands, once nothing moves any more. `rules`: these alone. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
        .map((each) => each.finished),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) };
  const found = await page.evaluate(
    async (given) => (await (window as unknown as { axe: typeof axe }).axe.run(given)).violations,
    options,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}

/** The page as it stands, in its dark colours: what differs there is the contrast. */
export async function violationsInDark(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.classList.replace('light', 'dark');
    document.documentElement.style.colorScheme = 'dark';
  });
  return violations(page, ['color-contrast']);
}
