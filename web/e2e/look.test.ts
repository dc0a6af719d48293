import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { staff, useStage } from './stage.ts';

useStage();

/** The motions that end and last longer than `most` milliseconds, and the elements that have them. */
const motionsOver = (page: Page, most: number) =>
  page.evaluate((limit) => {
    const longest = (durations: string) =>
      Math.max(...durations.split(',').map((one) => Number.parseFloat(one) * (one.includes('ms') ? 1 : 1000)));
    return [...document.querySelectorAll('*')].flatMap((element) => {
      const style = getComputedStyle(element);
      const isEndless = style.animationName === 'none' || style.animationIterationCount === 'infinite';
      const took = Math.max(longest(style.transitionDuration), isEndless ? 0 : longest(style.animationDuration));
      return took > limit ? [`${element.tagName}.${element.className}: ${took} ms`] : [];
    });
  }, most);

/** A list with its popover, then its dialog, and the menu of the user. */
const places: [name: string, open: (page: Page) => Promise<void>][] = [
  ['a list', (page) => page.getByRole('button', { name: 'Add Patient' }).waitFor()],
  [
    'a popover',
    async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByText('Compact rows').waitFor();
    },
  ],
  [
    'a dialog',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add Patient' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    },
  ],
];

async function motions(page: Page, most: number): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, open] of places) {
    await open(page);
    found[name] = await motionsOver(page, most);
  }
  return found;
}

const NONE = { 'a list': [], 'a popover': [], 'a dialog': [] };

test('a motion lasts 150 ms at most', async () => {
  const page = await staff('ep.admin', '/patients', { reducedMotion: 'no-preference' });
  expect(await motions(page, 150)).toEqual(NONE);
});

test('nothing moves for users who want no motion', async () => {
  const page = await staff('ep.admin', '/patients', { reducedMotion: 'reduce' });
  // A hundredth of a millisecond: what waits for the end of an animation goes on.
  expect(await motions(page, 0.01)).toEqual(NONE);
});

test('forced colors show which button is pressed', async () => {
  const page = await staff('ep.admin', '/follow-ups', { forcedColors: 'active' });
  const ground = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  await page.getByRole('button', { name: 'Open', exact: true }).first().waitFor();
  expect(await ground('Open')).not.toBe(await ground('Snoozed'));
});

test('forced colors show the open tab, what is switched on, the chosen device, and the edge of what lies above the page', async () => {
  const page = await staff('ep.admin', '/patients/1', { forcedColors: 'active' });
  const style = (control: Locator, name: 'backgroundColor' | 'outlineStyle' | 'borderTopWidth') =>
    control.first().evaluate((element, property) => getComputedStyle(element)[property], name);
  const tab = (selected: boolean) => style(page.getByRole('tab', { selected }), 'backgroundColor');
  await page.getByRole('tab').first().waitFor();
  expect(await tab(true)).not.toBe(await tab(false));
  const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).locator('[aria-current=page]');
  expect(await style(crumb, 'backgroundColor')).not.toBe(await tab(true));
  expect(await style(page.locator('[data-assigned]:has(input:checked)'), 'outlineStyle')).toBe('solid');
  expect(await style(page.locator('[data-assigned]:has(input:not(:checked))'), 'outlineStyle')).toBe('none');

  const control = page.locator('.chakra-switch__control').first();
  const knob = page.locator('.chakra-switch__thumb').first();
  await control.waitFor();
  const off = await style(control, 'backgroundColor');
  expect(await style(knob, 'backgroundColor')).not.toBe(off);
  await control.click();
  await page.locator('.chakra-switch__control[data-state=checked]').first().waitFor();
  expect(await style(control, 'backgroundColor')).not.toBe(off);
  expect(await style(knob, 'backgroundColor')).not.toBe(await style(control, 'backgroundColor'));

  await page
    .getByRole('button', { name: /^Menu of device/ })
    .first()
    .press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  expect(await style(page.locator('[data-scope=menu][data-part=content]'), 'borderTopWidth')).toBe('1px');
  const item = page.getByRole('menuitem').and(page.locator('[data-highlighted]'));
  const other = page.getByRole('menuitem').and(page.locator(':not([data-highlighted])'));
  expect(await style(item, 'backgroundColor')).not.toBe(await style(other, 'backgroundColor'));
});

test('paper has no buttons, no switches and no boxes to check, and the names of columns', async () => {
  const page = await staff('ep.admin', '/patients/1');
  await page.getByRole('heading', { name: 'Therapy Settings' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('main :is(button, a.chakra-button, [type=checkbox] + *, select):visible').count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/machines');
  await page.getByRole('table').getByRole('link').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('columnheader', { name: 'Serial' }).getByRole('button').isVisible()).toBe(true);
});

test('the toolbar of the patients is one line in Spanish on a laptop', async () => {
  const page = await staff('personal.es', '/patients');
  const tops = async () => {
    const search = page.getByRole('searchbox', { name: 'Buscar' });
    await search.waitFor();
    const columns = page.getByRole('button', { name: 'Columnas' });
    return [(await search.boundingBox())!, (await columns.boundingBox())!].map(({ y }) => Math.round(y));
  };
  const [one, other] = await tops();
  expect(other).toBe(one);
});
