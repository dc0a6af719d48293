import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { EXAMPLE_SERIAL, TOUR } from '../../api/src/db/demo/tour.ts';
import { violations } from './axe.ts';
import { connectDevice } from './simulated-device.ts';
import { staff, useStage } from './stage.ts';

useStage();
const patientPath = `/patients/${TOUR.patientId}`;

async function openSettings(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Edit Settings' }).click();
  const tab = await opened;
  await tab.getByLabel('Max APAP', { exact: true }).waitFor();
  return tab;
}

const pendingOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Therapy Settings' })
    .getByRole('row')
    .filter({ hasText: 'Max APAP' })
    .getByRole('cell')
    .last();

test('a change is typed, reviewed, submitted once, shown to others without a reload, and delivered when the device applied it', async () => {
  const page = await staff('ep.admin', patientPath);
  const colleague = await staff('ep.staff', patientPath);
  await colleague.getByText('Changes submitted by Whitfield, Dana').waitFor();
  let reloads = 0;
  for (const each of [page, colleague]) each.on('load', () => (reloads += 1));

  // Both open the settings page. One value is off the steps: refused at the field, corrected with the arrow keys.
  const [tab, theirs] = [await openSettings(page), await openSettings(colleague)];
  await theirs.getByLabel('Min APAP', { exact: true }).fill('5.5');
  await tab.getByText('A change submitted by Whitfield, Dana').waitFor();
  await tab.getByLabel('Max APAP', { exact: true }).fill('17,3');
  await tab.getByRole('button', { name: 'Review changes' }).click();
  await tab.getByText('Enter a value in steps of 0.5, starting at 4.').waitFor();
  await tab.getByText('Settings to correct: 1').waitFor();
  await tab
    .locator(':focus')
    .and(tab.getByLabel('Max APAP', { exact: true }))
    .waitFor();
  expect(await violations(tab)).toEqual([]);
  await tab.keyboard.press('ArrowUp');
  expect(await tab.getByLabel('Max APAP', { exact: true }).inputValue()).toBe('17.5');

  // The review lists what changes and what is replaced.
  await tab.getByRole('button', { name: 'Review changes' }).click();
  const changes = tab.getByRole('region', { name: 'Changes' });
  await changes.getByRole('row').filter({ hasText: 'Max APAP' }).getByText('17.5 cmH₂O').waitFor();
  await tab.getByText('This replaces the change submitted by Whitfield, Dana').waitFor();
  expect(await violations(tab)).toEqual([]);
  await tab.getByRole('button', { name: 'Submit changes' }).dblclick();
  await tab.getByRole('heading', { name: 'Settings submitted' }).waitFor();
  expect(await violations(tab)).toEqual([]);

  // The page in the other tab and the colleague see it at once; the colleague's own form says so and keeps the input.
  for (const each of [page, colleague]) {
    await each.getByText('Changes submitted by Ellery, Morgan').waitFor();
    expect(await pendingOf(each).innerText()).toContain('17.5');
  }
  await theirs.getByText('The settings of this device changed while you were editing').waitFor();
  expect(await theirs.getByLabel('Min APAP', { exact: true }).inputValue()).toBe('5.5');
  await theirs.getByRole('button', { name: 'Continue with my changes' }).click();
  await theirs.getByRole('button', { name: 'Review changes' }).click();
  await theirs.getByText('This replaces the change submitted by Ellery, Morgan').waitFor();

  // Nothing counts as delivered before the device confirms it.
  await colleague.getByText('Sent to device').waitFor();
  await connectDevice(new URL(page.url()).origin, EXAMPLE_SERIAL);
  for (const each of [page, colleague])
    await each.getByText('Changes submitted by Ellery, Morgan').waitFor({ state: 'detached' });
  await colleague.getByText('Collected via Wireless').waitFor();
  // The rest of the page follows too: the device connected just now.
  for (const each of [page, colleague]) await each.getByText('a few seconds ago').waitFor();
  expect(await pendingOf(colleague).innerText()).toContain('17.5');
  await tab.getByRole('listitem').filter({ hasText: 'Collected' }).locator('time').waitFor();
  expect(reloads).toBe(0);

  // The history shows all of it, also on a phone, and its address opens it again.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Settings History' }).click();
  const history = page.getByRole('dialog', { name: `Settings History - ${EXAMPLE_SERIAL}` });
  await history.waitFor();
  await page.reload();
  await history.getByRole('row').filter({ hasText: 'Whitfield, Dana (Replaced)' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const region = history.getByRole('region');
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => (document.querySelector('[role=dialog] [role=region]')?.scrollLeft ?? 0) > 0);
  expect((await region.getByRole('rowheader').first().boundingBox())?.x).toBeLessThan(60);
});
