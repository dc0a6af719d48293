import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { staff, useStage } from './stage.ts';

useStage();

const titles = (page: Page) => page.getByRole('tabpanel').locator('section > div h2').allInnerTexts();
/** Resolves when the server has kept what was done on the page. */
const kept = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().postData()?.includes('SaveTablePreferences') === true && response.ok(),
  );

test('by keyboard a user folds a panel and moves another, and finds both so after a reload', async () => {
  const page = await staff('ep.admin', '/patients/1');
  const reports: string[] = [];
  page.on('request', (request) => {
    if (/"operationName":"ICodeReports"/.test(request.postData() ?? '')) reports.push(request.url());
  });
  await page.getByRole('button', { name: 'Fold iCode Reports' }).waitFor();
  expect(await titles(page)).toEqual([
    'Devices',
    'Usage',
    'Compliance',
    'Settings',
    'Communication',
    'iCode calls',
    'iCode Reports - A3900010001',
  ]);

  await page.getByRole('table').last().waitFor();
  const folded = kept(page);
  await page.getByRole('button', { name: 'Fold iCode Reports' }).press('Enter');
  const unfold = page.getByRole('button', { name: 'Unfold iCode Reports', exact: true });
  expect(await unfold.evaluate((button) => button === document.activeElement)).toBe(true);
  await folded;

  await page.getByRole('button', { name: 'Arrange panels' }).press('Enter');
  const up = page.getByRole('button', { name: 'Move Settings up' });
  await up.waitFor();
  for (let n = 0; n < 3; n += 1) {
    const moved = kept(page);
    await up.press('Enter');
    await moved;
  }
  expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  const ORDER = ['Settings', 'Devices', 'Usage', 'Compliance', 'Communication', 'iCode calls', 'iCode Reports'];
  expect(await titles(page)).toEqual(ORDER);

  reports.length = 0;
  await page.reload();
  await unfold.waitFor();
  await page.getByRole('button', { name: 'Fold Communication' }).waitFor();
  expect(await titles(page)).toEqual(ORDER);
  expect(await unfold.getAttribute('aria-expanded')).toBe('false');
  expect(reports).toEqual([]);
  await unfold.press('Enter');
  await page.getByRole('table').last().waitFor();
  expect(reports).not.toEqual([]);
});

test('the summary stays first, and the narrow panels next to the usage fill one column', async () => {
  const page = await staff('ep.admin', '/patients/1');
  await page.getByRole('button', { name: 'Fold Usage' }).click();
  const box = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).locator('xpath=ancestor::section[1]').boundingBox())!;
  const [devices, compliance, usage] = [
    await box('Fold Devices'),
    await box('Fold Compliance'),
    await box('Unfold Usage'),
  ];
  expect(compliance.x).toBe(devices.x);
  expect(compliance.y - (devices.y + devices.height)).toBe(16);
  expect(usage.y).toBe(devices.y);
  const summary = (await page.getByRole('region', { name: 'Summary' }).boundingBox())!;
  expect(summary.y).toBeLessThan(devices.y);
});
