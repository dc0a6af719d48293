import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { contextOf, median } from './measured-browser.ts';

// Part of npm run bench (api/scripts/bench/pages.ts): measures the pages of a running portal in Chromium and prints JSON.
// Arguments: the portal's address and the cookies of a signed-in user.

/** A slow line and a slow machine. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
const LOADS = 3;
const OPENINGS = 9;

/** The content for which a user opens the page: a card, a row, the patient with a device. */
const USEFUL = {
  '/': 'main ul a[href]',
  '/patients': 'main tbody td a[href^="/patients/"]',
  '/patients/1': 'main dl dd',
} as const;

interface Load {
  requests: number;
  kilobytes: number;
  /** Milliseconds from the navigation to the first paint, and to the useful content. */
  painted: number;
  useful: number;
}

const medians = (loads: Load[]): Load => ({
  requests: median(loads.map(({ requests }) => requests)),
  kilobytes: median(loads.map(({ kilobytes }) => kilobytes)),
  painted: median(loads.map(({ painted }) => painted)),
  useful: median(loads.map(({ useful }) => useful)),
});

/** A script that notes when the useful content has been painted. A text, because the compiler adds calls to a function. */
const watchUseful = (selector: string) => `(function look() {
  if (document.querySelector(${JSON.stringify(selector)})) requestAnimationFrame(() => setTimeout(() => performance.mark('useful')));
  else requestAnimationFrame(look);
})()`;

const markOf = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('useful')[0]?.startTime, undefined, { timeout: 60_000 });

async function throttle(client: CDPSession) {
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', LINE);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Opens the page in a new tab and counts what it fetches until it is idle. */
async function load(context: BrowserContext, path: keyof typeof USEFUL): Promise<Load> {
  const page = await context.newPage();
  try {
    const client = await context.newCDPSession(page);
    await throttle(client);
    let bytes = 0;
    const fetched = new Set<string>();
    client.on('Network.responseReceived', ({ requestId, response }) => {
      if (!response.fromDiskCache && response.protocol !== 'data') fetched.add(requestId);
    });
    client.on('Network.requestServedFromCache', ({ requestId }) => void fetched.delete(requestId));
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (fetched.has(requestId)) bytes += encodedDataLength;
    });
    await page.addInitScript({ content: watchUseful(USEFUL[path]) });
    await page.goto(path, { waitUntil: 'commit' });
    const useful = (await (await markOf(page)).jsonValue()) as number;
    await page.waitForLoadState('networkidle');
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    return { requests: fetched.size, kilobytes: bytes / 1000, painted, useful };
  } finally {
    await page.close();
  }
}

/** Opens a patient from the list and returns the milliseconds from the click to the patient's name. */
async function openPatient(page: Page, how: { pointed: boolean }): Promise<number> {
  await page.goto('/patients');
  const link = page.locator(USEFUL['/patients']).nth(3);
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  // One text, so that no message of this program lies between the click and its end.
  const onClick = `performance.mark('clicked'); ${watchUseful(USEFUL['/patients/1'])}`;
  await page.evaluate(`addEventListener('click', () => { ${onClick} }, { capture: true, once: true })`);
  if (how.pointed) {
    const ahead = page.waitForResponse((response) => response.request().headers()['x-purpose'] === 'prefetch');
    await link.hover();
    await (await ahead).finished();
    await page.waitForTimeout(100); // what the page does with the answer
    await page.mouse.down();
    await page.mouse.up();
  } else await link.evaluate((element: HTMLElement) => element.click());
  const useful = (await (await markOf(page)).jsonValue()) as number;
  return useful - (await page.evaluate(() => performance.getEntriesByName('clicked')[0]!.startTime));
}

const [origin, cookies] = process.argv.slice(2);
if (!origin || !cookies) throw new Error('Usage: page-speed.ts <origin> <cookies>');
const browser = await launchBrowser({ asUsers: true });
try {
  const pages: { path: string; cold: Load; warm: Load }[] = [];
  for (const path of Object.keys(USEFUL) as (keyof typeof USEFUL)[]) {
    const [cold, warm]: [Load[], Load[]] = [[], []];
    for (let n = 0; n < LOADS; n += 1) {
      const context = await contextOf(browser, origin, cookies);
      cold.push(await load(context, path));
      warm.push(await load(context, path));
      await context.close();
    }
    pages.push({ path, cold: medians(cold), warm: medians(warm) });
  }
  const context = await contextOf(browser, origin, cookies);
  const page = await context.newPage();
  const opened = async (how: { pointed: boolean }) => {
    const all: number[] = [];
    for (let n = 0; n < OPENINGS; n += 1) all.push(await openPatient(page, how));
    return median(all);
  };
  const fromList = { pointed: await opened({ pointed: true }), atOnce: await opened({ pointed: false }) };
  process.stdout.write(JSON.stringify({ pages, fromList }));
} finally {
  await browser.close();
}
