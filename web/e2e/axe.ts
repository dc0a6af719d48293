import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns the violations that axe finds on the page once it is idle. `rules`: only these rules. */
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

/** The same for the page in dark mode, where only the contrast differs. */
export async function violationsInDark(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.classList.replace('light', 'dark');
    document.documentElement.style.colorScheme = 'dark';
  });
  return violations(page, ['color-contrast']);
}
