import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enter, useStage, visitor } from './stage.ts';

useStage();

const LOCKED = 'locked.staff@demo.airlog.test';
const chip = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Users by status' }).getByRole('button', { name });

test('an administrator unlocks a user, deactivates several at once, and finds the filters again on the next visit', async () => {
  const page = await visitor();
  await enter(page, 'ep.admin', '/users');
  await chip(page, /^Locked 1$/).click();
  await page.getByText('Status is Locked').waitFor();
  await page.getByRole('button', { name: `Actions for ${LOCKED}` }).click();
  await page.getByRole('menuitem', { name: 'Unlock' }).click();
  const question = page.getByRole('alertdialog', { name: 'Warning!' });
  await question.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText(`User ${LOCKED} successfully updated`).waitFor();
  await chip(page, /^Locked 0$/).waitFor();

  // The address without filters begins with those that were applied last.
  await page.goto('/users');
  await page.getByText('Status is Locked').waitFor();
  await page.getByRole('button', { name: /^Remove .*Locked/ }).click();

  for (const name of ['ep.admin', 'ep.staff', 'locked.staff'])
    await page.getByRole('checkbox', { name: `Select ${name}@demo.airlog.test` }).check();
  await page.getByText('3 users selected').waitFor();
  await page.getByRole('group', { name: 'Selected users' }).getByRole('button', { name: 'Deactivate' }).click();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  const outcome = page.getByRole('dialog', { name: 'Result for each user' });
  await outcome.getByText('Done for 2 of 3 users.').waitFor();
  // Oneself is refused, and comes first.
  expect(await outcome.getByRole('listitem').first().innerText()).toMatch(/^ep\.admin@demo\.airlog\.test/);
  await outcome.getByRole('button', { name: 'Close' }).last().click();
  await chip(page, /^Inactive 3$/).waitFor();
}, 120_000);

test('an administrator finds the users who were invited in the filter panel, invites them again, and saves them as a file', async () => {
  const page = await visitor();
  await enter(page, 'ep.admin', '/users');
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByLabel('Status').selectOption('Invited');
  const other = panel.getByRole('group', { name: 'Another condition' });
  await other.getByLabel('Value').fill('invited.staff');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Email contains invited.staff').waitFor();
  await page.getByRole('checkbox', { name: 'Select invited.staff@demo.airlog.test' }).check();
  const bar = page.getByRole('group', { name: 'Selected users' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Export selected' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^exported_table_.*\.csv$/);
  await bar.getByRole('button', { name: 'Resend invitation' }).click();
  const question = page.getByRole('alertdialog', { name: 'Warning!' });
  await question.getByRole('button', { name: 'Resend invitation' }).click();
  const outcome = page.getByRole('dialog', { name: 'Result for each user' });
  await outcome.getByText('Done for 1 of 1 users.').waitFor();
}, 120_000);

test('a double click on a word of a row edits the user and selects nothing; a click opens the page of the user', async () => {
  const page = await visitor();
  await enter(page, 'ep.admin', '/users');
  const word = page.getByRole('row', { name: /ep\.staff@/ }).getByText('Equipment provider staff');
  await word.dblclick();
  const dialog = page.getByRole('dialog', { name: 'Edit user' });
  await dialog.waitFor();
  // Of the page: the dialog selects the text of its first field, which `toString` has too.
  expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/users');
  await word.click();
  await page.waitForURL(/\/users\/\d+$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
}, 120_000);
