import { expect, test } from '@jest/globals';
import { violations } from './axe.ts';
import { useStage, visitor } from './stage.ts';

useStage();

const PATHS = ['', '/operations', '/rest', '/requests', '/errors', '/changes'];

test.each([
  ['light', 'en-US', 1280],
  ['dark', 'en-US', 1280],
  ['light', 'es-ES', 390],
  ['dark', 'es-ES', 390],
] as const)(
  'the pages for developers have no fault that axe finds, and nothing that is wider than the window: %s, %s, %i px',
  async (colorScheme, locale, width) => {
    const page = await visitor({ colorScheme, locale, viewport: { width, height: 800 } });
    for (const path of PATHS) {
      await page.goto(`/developers${path}`);
      expect([path, await page.locator('html').getAttribute('lang')]).toEqual([path, locale.slice(0, 2)]);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect([path, scrollWidth]).toEqual([path, clientWidth]);
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  },
);

test('a programmer goes from the first query to an operation, and reads on in the other language', async () => {
  const page = await visitor();
  await page.goto('/developers');
  await page.getByRole('navigation').getByRole('link', { name: 'GraphQL operations' }).click();
  await page.locator('[id="Query.patients"]').getByText('Scope: view.patient or viewAny.patient').waitFor();
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Operaciones de GraphQL' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Errores' }).click();
  await page.getByRole('heading', { level: 1, name: 'Errores' }).waitFor();
});
