import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
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
