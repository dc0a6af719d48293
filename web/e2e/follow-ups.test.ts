import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violations, violationsInDark } from './axe.ts';
import { staff, useStage, visitor, enter } from './stage.ts';

useStage();

const rows = (page: Page) => page.getByRole('list', { name: 'Follow-ups' }).getByRole('listitem');
/** What the row of a follow-up is named by: the patient and the reason. */
const nameOf = async (page: Page, index: number) => (await rows(page).nth(index).getAttribute('aria-label'))!;
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const reasonOf = (name: string) => name.slice(name.lastIndexOf(': ') + 2);
const patientOf = (name: string) => name.slice(0, name.lastIndexOf(': '));
const button = (page: Page, act: string, name: string) =>
  page.getByRole('button', { name: `${act}: ${patientOf(name)}, ${reasonOf(name)}`, exact: true });

test('staff snoozes and completes follow-ups with the keyboard; each leaves the list, and the same button of the next one has the focus', async () => {
  const page = await staff('ep.admin', '/follow-ups');
  await rows(page).nth(3).waitFor();
  const [first, second, third] = [await nameOf(page, 0), await nameOf(page, 1), await nameOf(page, 2)];
  expect(
    await row(page, first)
      .getByRole('link', { name: /^Call / })
      .first()
      .getAttribute('href'),
  ).toMatch(/^tel:\+1\d{10}$/);

  await button(page, 'Snooze', first).press('Enter');
  await page.getByRole('menu').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page
    .getByRole('menuitem', { name: /^Tomorrow/ })
    .and(page.locator('[data-highlighted]'))
    .waitFor();
  await page.keyboard.press('Enter');
  await row(page, first).waitFor({ state: 'detached' });
  await button(page, 'Snooze', second).and(page.locator(':focus')).waitFor();

  await button(page, 'Done', second).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Follow-up of ${patientOf(second)}: done` });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('This field is required.').waitFor();
  await dialog.getByText('Left a message').click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Call again after 5 pm.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row(page, second).waitFor({ state: 'detached' });
  await button(page, 'Done', third).and(page.locator(':focus')).waitFor();

  // Both are where they were put, also after a reload; Back leads to the list before.
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await row(page, second).getByText('Left a message.').waitFor();
  await row(page, second).getByText('Call again after 5 pm.').waitFor();
  await page.getByRole('button', { name: 'Snoozed', exact: true }).click();
  await page.reload();
  await row(page, first).getByText('Snoozed until').waitFor();
  await button(page, 'Reopen', first).click();
  await page.getByText(`${patientOf(first)}: open again`).waitFor();
  await row(page, first).waitFor({ state: 'detached' });
  await page.goto('/follow-ups');
  await row(page, first).waitFor();
  expect(await row(page, second).count()).toBe(0);
});

test('of two who take one follow-up at once, the second one sees who has it', async () => {
  const [page, colleague] = [await staff('ep.admin', '/follow-ups'), await staff('ep.staff', '/follow-ups')];
  await rows(page).first().waitFor();
  await rows(colleague).first().waitFor();
  const name = await nameOf(page, 0);
  await button(page, 'Assign to me', name).click();
  await row(page, name).getByText('Assigned to').waitFor();
  await button(colleague, 'Assign to me', name).click();
  await colleague.getByText(/decided in between .*: Assigned to /).waitFor();
  await row(colleague, name).getByText('Assigned to').waitFor();
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.getByText('1 of 1', { exact: true }).waitFor();
});

test('the home page begins with the follow-ups, and the list is saved as it is shown', async () => {
  const page = await staff('ep.admin', '/');
  const first = page.getByRole('list', { name: 'The first follow-ups' }).getByRole('listitem');
  await first.first().waitFor();
  expect(await first.count()).toBeLessThanOrEqual(10);
  await page.getByRole('link', { name: 'All follow-ups' }).click();
  await page
    .getByRole('list', { name: 'Reason' })
    .getByRole('button', { name: /^Silent device/ })
    .click();
  await page.waitForURL('**/follow-ups?reasons=silent');
  await rows(page).first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('the follow-ups are accessible and fit on a phone, light and dark, and in Spanish', async () => {
  const page = await visitor({ viewport: { width: 320, height: 700 }, isMobile: true });
  await enter(page, 'ep.admin', '/follow-ups');
  await rows(page).first().waitFor();
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await violations(page)).toEqual([]);
  expect(await beyond()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.locator('[role=dialog] button[lang=es]').click();
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Seguimientos' }).getByRole('listitem').first().waitFor();
  expect(await beyond()).toBeLessThanOrEqual(0);
  expect(await violationsInDark(page)).toEqual([]);
});
