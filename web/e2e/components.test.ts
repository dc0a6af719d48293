import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { violations, violationsInDark } from './axe.ts';
import { launchBrowser } from './browser.ts';

// The gallery (web/components.html) needs no server: the browser's own routing serves its built files.
const ORIGIN = 'http://gallery.test';
let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts'];
  execFileSync(process.execPath, [...vite, '--mode', 'gallery', '--outDir', folder, '--logLevel', 'error'], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(width: number, locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 1000 }, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  );
  page.setDefaultTimeout(10_000);
  await page.goto(`${ORIGIN}/components.html`);
  await page.getByRole('heading', { name: 'Components' }).waitFor();
  return page;
}

test.each([
  ['en-US', 1440, 'At most two', /^Maximum of 2 options selected\./],
  ['es-US', 390, 'Empty list', 'La lista está vacía.'],
])('the components have no axe violation in light and dark (%s, %i px)', async (locale, width, label, message) => {
  const page = await open(width, locale);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('combobox', { name: label }).click();
  await page.getByText(message).last().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await violationsInDark(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

test('an open drawer and an open filter panel have no axe violation in light and dark', async () => {
  const page = await open(390, 'es-US');
  await page.getByRole('button', { name: 'Open drawer' }).click();
  await page.getByRole('dialog', { name: 'Drawer' }).waitFor();
  await page.getByRole('combobox', { name: 'State of the drawer' }).click();
  await page.getByRole('option', { name: 'Alabama' }).waitFor();
  expect(await violations(page)).toEqual([]);
  // The first Escape closes the list, the second one the drawer.
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: 'Alabama' }).waitFor({ state: 'hidden' });
  await page.getByRole('dialog', { name: 'Drawer' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Drawer' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.getByRole('dialog', { name: /^Filtros/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await violationsInDark(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Enter in a field applies, although the button is in the footer.
  await page.getByRole('textbox', { name: 'name' }).fill('ada');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Filtros 2 filtros aplicados' }).waitFor();
});

test('tabs follow the arrow keys', async () => {
  const page = await open(1440, 'en-US');
  await page.getByRole('tab', { name: 'Demographics' }).click();
  await page.keyboard.press('ArrowRight');
  await page.locator('[role=tab][aria-selected=true]', { hasText: 'Contact Info' }).waitFor();
});

test('dropped files are accepted, and a long name wraps', async () => {
  const page = await open(390, 'en-US');
  const file = join(folder, `${'long_name_'.repeat(12)}.usr`);
  writeFileSync(file, 'x');
  await page.getByRole('button', { name: /Usage files/ }).scrollIntoViewIfNeeded();
  const zone = (await page.getByRole('button', { name: /Usage files/ }).boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: zone.x + 20,
      y: zone.y + 20,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  await page.getByText(/long_name_.*\.usr$/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
