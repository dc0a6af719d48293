import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import { enter, useStage, visitor } from './stage.ts';

useStage();

const headers = (page: Page) => page.getByRole('columnheader').allTextContents();
const rows = (page: Page) => page.locator('tbody tr');

/** The table when it shows the answer to its last query: the rows in sight are painted before the others. */
async function settled(page: Page): Promise<void> {
  await page.locator('[role=region][aria-busy=false] tbody td:not([data-empty])').first().waitFor();
  await page.waitForFunction(() => {
    const [, from, to] = /Showing (\d+) to (\d+)/.exec(document.body.textContent) ?? [];
    return document.querySelectorAll('tbody tr').length === Number(to) - Number(from) + 1;
  });
}

test('table preferences follow the user to another browser', async () => {
  const office = await visitor();
  await enter(office, 'ep.staff', '/machines');
  await settled(office);
  expect(await headers(office)).toEqual(['ID', 'Serial', 'PIN', 'Patient', 'Provider']);
  await office.getByRole('button', { name: 'Columns' }).click();
  await office.getByRole('dialog', { name: 'Columns' }).getByText('PIN', { exact: true }).click();
  await office.getByRole('button', { name: 'Move Provider up' }).click();
  const saved = office.waitForResponse(
    (answer) => answer.request().postData()?.includes('"density":"COMPACT"') ?? false,
  );
  await office.getByText('Compact rows').click();
  await saved;
  await office.keyboard.press('Escape');
  const kept = office.waitForResponse((answer) => answer.request().postData()?.includes('"pageSize":15') ?? false);
  await office.getByRole('combobox', { name: 'Rows per page' }).selectOption('15');
  await kept;
  await office.waitForFunction(() => document.querySelectorAll('tbody tr').length === 15);

  const home = await visitor();
  await enter(home, 'ep.staff', '/machines');
  await settled(home);
  expect(await headers(home)).toEqual(['ID', 'Serial', 'Provider', 'Patient']);
  expect(await rows(home).count()).toBe(15);
  expect((await rows(home).first().boundingBox())!.height).toBeLessThan(36);

  const colleague = await visitor();
  await enter(colleague, 'ep.admin', '/machines');
  await settled(colleague);
  expect(await headers(colleague)).toEqual(['ID', 'Serial', 'PIN', 'Patient', 'Provider']);
}, 120_000);

test('a filtered list is an address: it is reloaded, left by Back, and exported as shown', async () => {
  const page = await visitor({ acceptDownloads: true });
  await enter(page, 'ep.admin', '/devices');
  await settled(page);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Settings' });
  await page.getByRole('combobox', { name: 'Value' }).selectOption({ label: 'Pending Delivery' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/filtered from \d+ total/).waitFor();
  expect(decodeURIComponent(page.url())).toContain('f[settings_state]=equal:pending');
  await page.reload();
  await settled(page);
  const states = await page.locator('tbody tr td:last-child').allTextContents();
  expect(new Set(states)).toEqual(new Set(['Pending Delivery']));
  const shown = await page.locator('tbody tr td[data-identity]').allTextContents();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^exported_table_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('\ufeffSerial,Model,Patient,Start Date,End Date,Last Connection (America/New_York),Settings');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(shown);

  await page.goBack();
  await page.waitForFunction(() => !location.search.includes('settings_state'));
  await page.getByText(/^Showing 1 to \d+ of \d+ entries$/).waitFor();
}, 120_000);

test('a page change by keyboard moves the focus to the top of the table', async () => {
  const page = await visitor();
  await enter(page, 'ep.admin', '/patients');
  await settled(page);
  await page.getByRole('link', { name: 'Page 2' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^Showing 51 to 100/).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'CAPTION');
}, 120_000);

test('a list is used by keyboard alone: the arrows reach the rows, x selects, Enter opens, ? shows the keys', async () => {
  const page = await visitor();
  await enter(page, 'ep.admin', '/users');
  await settled(page);
  const atRow = () => page.evaluate(() => document.activeElement?.closest('tbody tr')?.textContent ?? '');
  await page.getByRole('region', { name: 'Users' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const second = (await rows(page).nth(1).textContent())!;
  expect(await atRow()).toBe(second);
  // A focus that is seen, in sight below the bar and the header that stick.
  expect(
    await rows(page)
      .nth(1)
      .evaluate((row) => getComputedStyle(row).outlineStyle),
  ).toBe('solid');
  await page.keyboard.press('x');
  expect(await rows(page).nth(1).getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog').getByRole('table', { name: 'In the list of this page' });
  await keys.getByText('Open the row').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.waitForFunction((text) => document.activeElement?.closest('tbody tr')?.textContent === text, second);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/users\/\d+$/);
}, 120_000);

test('below 640 px a row is a card: the identity first, every value with the name of its column', async () => {
  const page = await visitor({ viewport: { width: 360, height: 800 } });
  await enter(page, 'ep.admin', '/devices');
  await settled(page);
  const first = rows(page).first();
  const cells = first.locator('td');
  const tops = await cells.evaluateAll((all) =>
    all
      .filter((cell) => cell.textContent && getComputedStyle(cell).display !== 'none')
      .map((cell) => cell.getBoundingClientRect().top),
  );
  expect(new Set(tops).size).toBe(tops.length);
  const identity = await first.locator('td[data-identity]').boundingBox();
  expect(identity!.y).toBe(Math.min(...tops));
  expect(await cells.nth(1).evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"Model"');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}, 120_000);

// At 1440 px the table fits: the page scrolls, and the header sticks below the top bar. At 800 px (a table of 887 px in
// 510 px) the region scrolls in both directions: without its maximum height, the header leaves with the rows.
for (const [size, viewport] of Object.entries({
  'a wide screen': { width: 1440, height: 900 },
  'a screen too narrow for the columns': { width: 800, height: 900 },
})) {
  test(`on ${size} the header of a table stays in sight below the top bar while its rows scroll`, async () => {
    const page = await visitor({ viewport });
    await enter(page, 'ep.admin', '/patients');
    await settled(page);
    const header = page.locator('thead tr');
    const region = page.getByRole('region', { name: 'Patients' });
    await region.hover();
    await page.mouse.wheel(0, 1200);
    const topBar = (await page.locator('header').boundingBox())!;
    // Scrolling has ended when two frames show the same position.
    await page.waitForFunction(async () => {
      const place = () => document.querySelector('tbody tr')!.getBoundingClientRect().top;
      const before = place();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return before < -500 && before === place();
    });
    const box = (await header.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(topBar.y + topBar.height);
    expect(box.y + box.height).toBeLessThan(300);
    // The topmost element at that position is the header, not a row that shows through or covers it.
    expect(
      await header.evaluate((row) => {
        const { left, top, height } = row.getBoundingClientRect();
        return row.contains(document.elementFromPoint(left + 20, top + height / 2));
      }),
    ).toBe(true);
    expect(await violations(page)).toEqual([]);
    // Every column can be reached.
    await region.evaluate((box) => box.scrollTo({ left: 10_000 }));
    const last = (await page.getByRole('columnheader').last().boundingBox())!;
    expect(last.x + last.width).toBeLessThanOrEqual(viewport.width);
  }, 120_000);
}
