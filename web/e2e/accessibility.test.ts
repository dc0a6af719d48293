import { expect, test } from '@jest/globals';
import { violations, violationsInDark } from './axe.ts';
import { isPaper, screens, walk } from './screens.ts';
import { staff, useStage, visitor } from './stage.ts';

useStage();

test('axe finds nothing on any screen, in light and in dark', async () => {
  const page = await visitor({ colorScheme: 'light' });
  expect(
    await walk(page, screens, async (screen) => ({
      [screen.name]: await violations(page),
      // Paper is white.
      [`${screen.name}, in dark`]: isPaper(screen) ? [] : await violationsInDark(page),
    })),
  ).toEqual([]);
});

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
