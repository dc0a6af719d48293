import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violations, violationsInDark } from './axe.ts';
import { oddLooks } from './look.ts';
import { isPaper, screens, walk, WALK_MS } from './screens.ts';
import { staff, useStage, visitor } from './stage.ts';

useStage();

/** Rows in the color of the page, which is another one than that of the card or dialog behind them. */
const rowsOfOtherColor = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return [...document.querySelectorAll('tr')]
      .filter((row) => getComputedStyle(row).backgroundColor === backgroundColor)
      .map((row) => row.textContent.slice(0, 40));
  });

test(
  'axe finds nothing on any screen, in light and in dark; text has one of five sizes, and a screen one main button',
  async () => {
    const page = await visitor({ colorScheme: 'light' });
    expect(
      await walk(page, screens, async (screen) => ({
        [screen.name]: await violations(page),
        [`${screen.name}, look`]: await oddLooks(page),
        [`${screen.name}, rows`]: isPaper(screen) ? [] : await rowsOfOtherColor(page),
        // Paper is white.
        [`${screen.name}, in dark`]: isPaper(screen) ? [] : await violationsInDark(page),
      })),
    ).toEqual([]);
  },
  WALK_MS,
);

test('the default columns of the patients are visible in a window of 1280 px, next to the open navigation', async () => {
  const page = await staff('ep.admin');
  const table = page.getByRole('region', { name: 'Patients' });
  await table.getByRole('link').first().waitFor();
  const { columns, hidden } = await table.evaluate((region) => ({
    columns: region.querySelectorAll('th').length,
    hidden: region.scrollWidth - region.clientWidth,
  }));
  expect({ columns, hidden }).toEqual({ columns: 7, hidden: 0 });
});

test('the columns of the connection history fit their dialog in a window of 1280 px, in Spanish too', async () => {
  const page = await staff('personal.es', '/patients/1');
  await page.getByRole('button', { name: 'Historial de conexiones' }).click();
  const table = page.getByRole('dialog').getByRole('region', { name: 'Historial de conexiones' });
  await table.getByRole('cell').first().waitFor();
  expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
});
