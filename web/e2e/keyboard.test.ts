import { expect, test } from '@jest/globals';
import { DEMO_PASSWORD } from '../../api/src/demo/logins.ts';
import { EXAMPLE_SERIAL } from '../../api/src/demo/tour.ts';
import { violations } from './axe.ts';
import { button, hasFocus, opensAndReturns, tabTo } from './keyboard.ts';
import { staff, useStage, visitor } from './stage.ts';

useStage();

test('a user signs in by keyboard alone, and opens and leaves the menus and the form of the list of users', async () => {
  const page = await visitor();
  await page.goto('/users');
  await tabTo(page, page.locator('input[type=email]'));
  await page.keyboard.type('ep.admin@demo.airlog.test');
  await tabTo(page, page.locator('input[type=password]'));
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await button(page, 'Add user').waitFor();
  await opensAndReturns(page, page.getByRole('button', { name: /^User menu of/ }));
  await opensAndReturns(page, button(page, 'Add user'));
  await opensAndReturns(page, page.getByRole('button', { name: /^Actions for/ }).first());
});

test('no dialog and no menu of the patients is a dead end for the keyboard', async () => {
  const page = await staff('ep.admin', '/patients');
  for (const [path, ...names] of [
    ['/patients', 'Add Patient', 'Columns', /^Edit /],
    ['/patients/1', `Menu of device ${EXAMPLE_SERIAL}`, 'Add iCode Report'],
  ] as [string, ...(string | RegExp)[]][]) {
    if (!page.url().endsWith(path)) await page.goto(path);
    for (const name of names) await opensAndReturns(page, button(page, name).first());
  }
});

test('the tabs of a form are moved by the arrow keys, Home and End, and the dialog keeps its height', async () => {
  const page = await staff('ep.admin', '/patients');
  await tabTo(page, button(page, 'Add Patient'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Patient' });
  await dialog.getByRole('tab').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
  await tabTo(page, dialog.getByRole('tab', { selected: true }), 'Shift+Tab');
  const tabs = await dialog.getByRole('tab').count();
  const { height } = (await dialog.boundingBox())!;
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['End', tabs - 1],
    ['ArrowRight', 0],
    ['ArrowLeft', tabs - 1],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    const tab = dialog.getByRole('tab', { selected: true }).and(dialog.getByRole('tab').nth(at));
    await hasFocus(page, tab);
    expect(await tab.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
    expect((await dialog.boundingBox())!.height).toBe(height);
  }
});

test('after a trusted domain is removed the next one has the focus, then the one before, then the list', async () => {
  const page = await staff('ep.admin', '/trusted-domains');
  const names = ['a.example.com', 'b.example.com', 'c.example.com'];
  for (const name of names) {
    await tabTo(page, button(page, 'Add trusted domain'));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] input'));
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await button(page, `Remove ${name}`).waitFor();
    await hasFocus(page, button(page, 'Add trusted domain'));
  }
  await tabTo(page, button(page, `Remove ${names[1]}`));
  for (const [removed, next] of [
    [names[1]!, button(page, `Remove ${names[2]}`)],
    [names[2]!, button(page, `Remove ${names[0]}`)],
  ] as const) {
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }));
    await page.keyboard.press('Enter');
    await button(page, `Remove ${removed}`).waitFor({ state: 'detached' });
    await hasFocus(page, next);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(page, button(page, `Remove ${names[0]}`));
});

test('after an announcement is withdrawn its row has the focus', async () => {
  const page = await staff('support.admin', '/announcements');
  const withdraw = page.getByRole('button', { name: /^Withdraw / }).first();
  await opensAndReturns(page, button(page, 'Add announcement'));
  await tabTo(page, withdraw);
  const row = await withdraw.evaluate((element) => element.closest('tr')!.textContent);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }));
  await page.keyboard.press('Enter');
  await page.getByText(/ was withdrawn$/).waitFor();
  await page.waitForFunction(
    (title) => document.activeElement?.closest('tr')?.textContent.slice(0, 10) === title.slice(0, 10),
    row,
  );
});

test('the pages of support staff have no dead end for the keyboard', async () => {
  const page = await staff('support.admin', '/orgs');
  for (const [path, ...names] of [
    ['/orgs', 'Add organization', 'Columns'],
    ['/users', 'Add user', 'Columns'],
    ['/account/security', 'Add passkey'],
  ] as [string, ...string[]][]) {
    if (!page.url().endsWith(path)) await page.goto(path);
    for (const name of names) await opensAndReturns(page, button(page, name).first());
  }
});

test('the width of a column is changed by the arrow keys, kept for the user, and reset', async () => {
  const page = await staff('ep.staff', '/machines');
  const handle = page.getByRole('separator', { name: 'Width of Serial' });
  const header = page.getByRole('columnheader', { name: 'Serial' });
  await page.getByRole('table').getByRole('link').first().waitFor();
  const automatic = (await header.boundingBox())!.width;
  await tabTo(page, button(page, 'Columns'));
  await tabTo(page, handle);
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('"width":400') ?? false);
  await page.keyboard.press('End');
  for (let n = 0; n < 15; n += 1) await page.keyboard.press('ArrowLeft');
  await saved;
  expect(await handle.getAttribute('aria-valuenow')).toBe('400');
  expect(Math.round((await header.boundingBox())!.width)).toBe(400);
  await hasFocus(page, handle);
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await page.getByRole('table').getByRole('link').first().waitFor();
  expect(Math.round((await header.boundingBox())!.width)).toBe(400);
  await tabTo(page, button(page, 'Columns'));
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Reset widths'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await hasFocus(page, button(page, 'Columns'));
  // Rows below the window, which are painted later, have a part in it.
  expect(Math.abs((await header.boundingBox())!.width - automatic)).toBeLessThan(8);
});
