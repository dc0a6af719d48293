import { describe, expect, test } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { staff, useStage } from './stage.ts';

useStage();

/**
 * Holds the requests that match until the returned function is called. The route stays: a request that is on its way
 * while a route is taken back never gets its answer.
 */
async function hold(page: Page, address: string, matches: (request: Request) => boolean = () => true) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (matches(route.request())) await released;
    await route.continue();
  });
  return release;
}

const operationOf = (request: Request) =>
  request.url().endsWith('/graphql')
    ? ((request.postDataJSON() as { operationName?: string } | null)?.operationName ?? null)
    : null;

/** The place of an element and the colors that make it visible. */
async function lookOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  const colors = await element.evaluate((node) => {
    const { backgroundColor, borderRightColor, borderBottomColor, borderRightWidth, borderBottomWidth } =
      getComputedStyle(node);
    return {
      backgroundColor,
      right: borderRightWidth === '0px' ? null : borderRightColor,
      bottom: borderBottomWidth === '0px' ? null : borderBottomColor,
    };
  });
  return { x, y, width, height, ...colors };
}

describe('the frame of the product is painted before the code of the client is there,', () => {
  test.each([
    { what: 'light', width: 1280, mode: 'light', collapsed: false },
    { what: 'dark, with a narrow rail', width: 1280, mode: 'dark', collapsed: true },
    { what: 'on a phone', width: 390, mode: 'dark', collapsed: false },
  ])('$what: in the places and colors of the real one, which replaces it', async ({ width, mode, collapsed }) => {
    const page = await staff('ep.admin', '/patients/1', { viewport: { width, height: 800 } });
    await page.evaluate(
      ([color, narrow]) => {
        localStorage.setItem('color-mode', color!);
        localStorage.setItem('rail-collapsed', narrow!);
      },
      [mode, String(collapsed)],
    );
    const arrive = await hold(page, '**/assets/frame*');
    await page.goto('/patients/1', { waitUntil: 'commit' });
    const parts = width > 768 ? (['rail', 'bar'] as const) : (['bar'] as const);
    const painted = { rail: page.locator('#shell .rail'), bar: page.locator('#shell .bar') };
    await painted.bar.waitFor();
    expect(await page.locator('header').count()).toBe(0);
    const first = await Promise.all(parts.map((part) => lookOf(painted[part])));
    const mark = parts.includes('rail' as never) ? await page.locator('#shell svg').boundingBox() : null;
    arrive();

    await page.getByRole('heading', { name: 'Ramírez-Nguyen, Sofía' }).waitFor();
    expect(await painted.bar.isVisible()).toBe(false);
    const real = { rail: page.locator('aside'), bar: page.locator('header') };
    expect(first).toEqual(await Promise.all(parts.map((part) => lookOf(real[part]))));
    if (mark) expect(mark).toEqual(await page.locator('aside nav svg').first().boundingBox());
  });
});

describe('the page of a patient answers first:', () => {
  test.each([
    { what: 'on a laptop', viewport: { width: 1440, height: 900 } },
    { what: 'on a phone', viewport: { width: 390, height: 844 } },
  ])(
    '$what compliance, last night, device and what waits are in the window, the nights come before the settings, and nothing moves while it loads',
    async ({ viewport }) => {
      const page = await staff('ep.admin', '/', { viewport });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/patients/1');
      const summary = page.getByRole('region', { name: 'Summary' });
      await summary.waitFor();
      expect(await summary.getByRole('term').allTextContents()).toEqual([
        'Compliance',
        'Last night',
        'Device',
        'Waiting',
      ]);
      const box = (await summary.boundingBox())!;
      expect(box.y + box.height).toBeLessThan(viewport.height);

      await page.getByRole('heading', { name: 'Communication' }).waitFor();
      await page.getByRole('slider').waitFor();
      await page.waitForLoadState('networkidle');
      const tops = await Promise.all(
        ['Usage', 'Settings', 'Communication', /^iCode Reports/].map(async (name) => {
          const heading = page.getByRole('heading', { level: 2, name, exact: true }).first();
          return (await heading.boundingBox())!.y;
        }),
      );
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
    },
  );
});

test('the last control of a long navigation is in the window, below entries that scroll', async () => {
  const page = await staff('support.admin', '/', { viewport: { width: 1440, height: 700 } });
  const box = (await page.getByRole('button', { name: 'Collapse navigation' }).boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(700);
});

test('the first queries are sent before the code of the client is there, and each only once', async () => {
  const page = await staff('ep.admin', '/patients/1');
  const sent: (string | null)[] = [];
  page.on('request', (request) => void (operationOf(request) && sent.push(operationOf(request))));
  const arrive = await hold(page, '**/assets/frame*');
  const early = page.waitForRequest((request) => operationOf(request) === 'PatientPage');
  await page.goto('/patients/1', { waitUntil: 'commit' });
  await early;
  arrive();
  await page.getByRole('heading', { name: 'Ramírez-Nguyen, Sofía' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(sent.filter((name) => name === 'Viewer' || name === 'PatientPage').toSorted()).toEqual([
    'PatientPage',
    'Viewer',
  ]);
});

test('the frame is drawn before the code of the first page is there, which then shows in it', async () => {
  const page = await staff('ep.admin', '/');
  const arrive = await hold(page, '**/assets/PatientPage-*');
  await page.goto('/patients/1', { waitUntil: 'commit' });
  await page.getByRole('navigation').getByRole('link', { name: 'Patients' }).waitFor();
  expect(await page.getByRole('heading').count()).toBe(0);
  arrive();
  await page.getByRole('heading', { name: 'Ramírez-Nguyen, Sofía' }).waitFor();
});

test('a patient whose row the pointer rested on is shown before the page has read again', async () => {
  const page = await staff('ep.admin', '/patients?search=ramirez-nguyen');
  const link = page.getByRole('link', { name: 'Ramírez-Nguyen, Sofía' });
  const isAhead = (request: Request) => request.headers()['x-purpose'] === 'prefetch';
  const ahead = page.waitForResponse((response) => operationOf(response.request()) === 'PatientPage');
  await link.hover();
  const answer = await ahead;
  expect(isAhead(answer.request())).toBe(true);
  await answer.finished();

  const read = page.waitForRequest((request) => operationOf(request) === 'PatientPage' && !isAhead(request));
  const arrive = await hold(page, '**/graphql', (request) => operationOf(request) === 'PatientPage');
  await link.click();
  await page.getByRole('heading', { name: 'Ramírez-Nguyen, Sofía' }).waitFor();
  await read;
  arrive();
});

test('a page that is only looked at fetches no part of it, and a click on a menu that is not there yet opens it', async () => {
  const page = await staff('ep.admin', '/');
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(request.url()));
  await page.goto('/');
  await page.locator('main ul a[href]').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(
    fetched.filter((url) => /(UserMenuItems|TooltipRegion|ToasterRegion|ConfirmQuestion|overlay|pages)-/.test(url)),
  ).toEqual([]);

  const button = page.getByRole('button', { name: /^User menu of/ });
  const arrive = await hold(page, '**/assets/UserMenuItems*');
  const asked = page.waitForRequest('**/assets/UserMenuItems*');
  await button.click();
  await asked;
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  arrive();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'hidden' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.locator('[role=menuitem][data-highlighted]', { hasText: 'Sign out' }).waitFor();
});

test('a dialog that a menu opened returns the focus to the button of the menu', async () => {
  const page = await staff('ep.admin', '/patients/1');
  for (const [button, item, dialog] of [
    [page.getByRole('button', { name: /^User menu of/ }), 'Change password', 'Change password'],
    [page.getByRole('button', { name: /^Menu of device/ }).first(), 'iCode Reports', /^iCode Reports/],
  ] as const) {
    await button.click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
    await page.locator('[role=dialog] :focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});
