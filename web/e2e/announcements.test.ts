import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { arrange } from './simulated-device.ts';
import { enter, staff, useStage, visitor } from './stage.ts';

useStage();

/** Waits until the page listens for changes of the inbox. */
const listens = (page: Page) =>
  page
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/graphql'))
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('inboxChanged')));
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('an announcement reaches the open pages of its audience, waits for a form, and is read once in all tabs', async () => {
  // The demo data has one for physicians.
  const page = await visitor();
  await enter(page, 'physician');
  await dialog(page, 'Compliance reports for physicians').getByRole('button', { name: 'Got it' }).press('Enter');
  await dialog(page, 'Compliance reports for physicians').waitFor({ state: 'detached' });

  const tab = await page.context().newPage();
  const [first, second] = [listens(page), listens(tab)];
  await page.goto('/account/security');
  await tab.goto('/patients');
  await Promise.all([first, second]);
  expect(await page.getByRole('dialog').count()).toBe(0);

  // Unsaved input in one of the tabs.
  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await page.getByLabel(/^Current password/).fill('unsaved');

  const support = await staff('support.admin', '/announcements');
  await support.getByText('Compliance reports for physicians').waitFor();
  await support.getByRole('button', { name: 'Add announcement' }).click();
  await support.getByRole('combobox', { name: 'Organization' }).fill('lakeview');
  await support.getByRole('option', { name: 'Lakeview Sleep Clinic' }).click();
  await support.getByRole('combobox', { name: 'Roles' }).fill('physician');
  await support.getByRole('option', { name: /org\.physician/ }).click();
  await support.getByRole('textbox', { name: 'Title', exact: true }).fill('Holiday');
  const html = 'Closed on <b>Monday</b>.<img src="https://evil.test/x.png"><script>document.title="pwned"</script>';
  await support.getByRole('textbox', { name: 'Text', exact: true }).fill(html);
  await support.getByRole('button', { name: 'Save' }).click();
  await support.getByText('Holiday was saved').waitFor();

  await dialog(tab, 'Holiday').getByText('Closed on Monday.').waitFor();
  expect(await dialog(tab, 'Holiday').locator('img, script').count()).toBe(0);
  expect(await dialog(page, 'Holiday').count()).toBe(0);
  await page.getByLabel(/^Current password/).fill('');
  await page.keyboard.press('Escape');
  await dialog(page, 'Holiday').waitFor();

  await dialog(tab, 'Holiday').getByRole('button', { name: 'Got it' }).press('Enter');
  await dialog(tab, 'Holiday').waitFor({ state: 'detached' });
  await dialog(page, 'Holiday').waitFor({ state: 'detached' });
  await tab.reload();
  await tab.getByRole('table').waitFor();
  expect(await tab.getByRole('dialog').count()).toBe(0);
  const { rows } = await arrange(
    "select count(*)::int as read from announcement_receipts r join users u on u.id = r.user_id where u.email like 'physician@%'",
  );
  expect(rows).toEqual([{ read: 2 }]);

  await support.getByRole('button', { name: 'Withdraw Holiday' }).click();
  await support.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await support.getByText('Holiday was withdrawn').waitFor();
});

test('an administrator disables the account of a patient in the mobile app, and enables it again', async () => {
  const page = await staff('ep.admin', '/mobile-users');
  // A patient of the user's own organization; those of other ones have no button.
  const label = await page
    .getByRole('button', { name: /^Disable / })
    .first()
    .getAttribute('aria-label');
  const email = label!.replace('Disable ', '');
  for (const [act, done] of [
    ['Disable', 'disabled'],
    ['Enable', 'enabled'],
  ] as const) {
    await page.getByRole('button', { name: `${act} ${email}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: act }).click();
    await page.getByText(`${email} was ${done}`).waitFor();
  }
});
