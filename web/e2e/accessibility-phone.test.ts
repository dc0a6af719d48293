import { expect, test } from '@jest/globals';
import { violations } from './axe.ts';
import { isPaper, screens, walk, WALK_MS } from './screens.ts';
import { enter, useStage, visitor } from './stage.ts';

useStage();

test(
  'axe finds nothing on a phone, where nothing is wider than the screen',
  async () => {
    const page = await visitor({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    expect(
      await walk(
        page,
        screens.filter((screen) => !isPaper(screen)),
        async ({ name }) => ({
          [name]: await violations(page),
          // Tables scroll in their own region.
          [`${name}, sideways`]: await page.evaluate(() =>
            document.documentElement.scrollWidth > window.innerWidth
              ? [`${document.documentElement.scrollWidth} px`]
              : [],
          ),
        }),
      ),
    ).toEqual([]);
  },
  WALK_MS,
);

test('a card of a list on a phone shows its identity, three fields and its actions', async () => {
  const page = await visitor({ viewport: { width: 390, height: 844 }, isMobile: true });
  await enter(page, 'ep.admin', '/patients');
  const shown = page.locator('tbody tr').first().locator('td:visible');
  // Before the rows there is one that says that they are loading.
  await page.locator('tbody td[data-identity]').first().waitFor();
  expect(await shown.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-label')).sort())).toEqual([
    'Actions',
    'Birth date',
    'Compliance',
    'Name',
    'Settings',
  ]);
});

test('the page of a machine fits 320 pixels', async () => {
  const page = await visitor({ viewport: { width: 320, height: 700 }, isMobile: true });
  await enter(page, 'ep.admin', '/machines/1');
  await page.getByRole('heading', { name: 'Assignments' }).waitFor();
  await page.getByRole('button', { name: 'Connection History of the Machine' }).waitFor();
  const outside = await page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('button')]
        .filter((button) => button.getBoundingClientRect().right > main.getBoundingClientRect().right - 16)
        .map((button) => button.textContent),
    );
  expect(outside).toEqual([]);
});

test('the values of a card of the home page stay inside it on 320 pixels', async () => {
  const page = await visitor({ viewport: { width: 320, height: 700 }, isMobile: true });
  await enter(page, 'ep.admin', '/');
  const cards = page.getByRole('list', { name: 'Needs attention today' }).locator('tbody tr');
  await cards.first().waitFor();
  const outside = await cards.evaluateAll((rows) =>
    rows.flatMap((row) =>
      [...row.querySelectorAll('td')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
        .map((cell) => `${cell.dataset.label}: ${cell.textContent}`),
    ),
  );
  expect(outside).toEqual([]);
});

test('a long status of a patient fits its card of 320 pixels', async () => {
  const page = await visitor({ viewport: { width: 320, height: 700 }, locale: 'es-US' });
  await enter(page, 'harbor.admin', '/patients');
  // The language is above the navigation there.
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.locator('[role=dialog] button[lang=es]').click();
  await page.keyboard.press('Escape');
  const status = page.locator('td .chakra-badge', { hasText: 'Anulado/Reemplazado' }).first();
  expect(await status.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test.each([
  ['ep.admin', 'Northside Respiratory'],
  ['support.admin', 'Airlog Support'],
])('on 320 pixels the top bar shows %s the whole name of the organization', async (who, name) => {
  const page = await visitor({ viewport: { width: 320, height: 700 }, isMobile: true });
  await enter(page, who, '/');
  const shown = page.locator('header').getByText(name, { exact: true });
  await shown.waitFor();
  expect(
    await shown.evaluate((text) => [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]),
  ).toEqual([0, 0]);
});

test('a status and a filter with long Spanish texts are whole on 320 pixels', async () => {
  const page = await visitor({ viewport: { width: 320, height: 700 }, isMobile: true });
  await enter(page, 'personal.es', '/patients/8');
  const status = page.getByText('Sin conexión desde hace más de 48 horas');
  await status.waitFor();
  const beyond = await status.evaluate(
    (badge) => badge.getBoundingClientRect().right - badge.closest('section')!.getBoundingClientRect().right,
  );
  expect(beyond).toBeLessThan(0);
  await page.goto('/patients?f[attention]=equal:silent');
  const filter = page.getByText('Atención es Dispositivo sin conexión desde hace 48 horas o más');
  await filter.waitFor();
  expect(await filter.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test('below 640 pixels Tab stops at Sort by and not at the hidden headers, which still name the columns', async () => {
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await enter(page, 'ep.admin', '/patients');
  await page.locator('tbody td[data-identity]').first().waitFor();
  const order = page.getByRole('combobox', { name: 'Sort by' });
  await order.focus();
  const stops: string[] = [];
  while (!stops.includes('TBODY') && stops.length < 20) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => document.activeElement!.closest('thead, tbody, [role=region]')?.tagName ?? 'other'),
    );
  }
  expect(stops.at(-1)).toBe('TBODY');
  expect(stops).not.toContain('THEAD');
  expect(await page.getByRole('columnheader', { name: 'Birth date', exact: true }).count()).toBe(1);
});

test('the star of the primary location is on the line of its name on 390 pixels', async () => {
  const page = await visitor({ viewport: { width: 390, height: 844 }, isMobile: true });
  await enter(page, 'ep.admin', '/users/2');
  const place = page.getByText('Albany, 120 Washington Avenue, Albany, NY 12210');
  const [star, name] = await Promise.all([
    page.getByRole('img', { name: 'Primary location' }).boundingBox(),
    place.boundingBox(),
  ]);
  expect(star!.x + star!.width).toBeLessThanOrEqual(name!.x);
});
