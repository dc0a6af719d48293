import type { Browser, BrowserContext } from 'playwright-core';

/** Returns the middle of the samples. */
export const median = (samples: number[]) => samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)]!;

/** Returns an empty browser with the session of these cookies (`name=value; …`). */
export async function contextOf(browser: Browser, origin: string, cookies: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  });
  await context.addCookies(
    cookies.split('; ').map((cookie) => {
      const [name, value] = cookie.split(/=(.*)/s) as [string, string];
      return { name, value, url: origin };
    }),
  );
  return context;
}
