import { expect, test } from '@jest/globals';
import { TOUR } from '../../api/src/demo/tour.ts';
import { DEMO_PASSWORD } from '../../api/src/demo/logins.ts';
import { staff, useStage, usDate } from './stage.ts';

useStage();
const patientPath = `/patients/${TOUR.newPatientId}`;

test('Back closes a dialog and not the page, asks before unsaved input is lost, and closed dialogs leave no entry', async () => {
  const page = await staff('ep.admin');
  await page.goto(patientPath);
  const dialog = page.getByRole('dialog', { name: 'Add equipment' });
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  const open = async () => {
    await page.getByRole('button', { name: 'Add Device' }).click();
    await dialog.waitFor();
    await page.waitForFunction(() => window.history.state?.usr?.dialogs?.length === 1);
  };
  const closed = async () => {
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => !window.history.state?.usr?.dialogs?.length);
    expect(new URL(page.url()).pathname).toBe(patientPath);
  };

  await open();
  await page.evaluate(() => window.history.back());
  await closed();
  for (let round = 0; round < 3; round += 1) {
    await open();
    await page.keyboard.press('Escape');
    await closed();
  }

  await open();
  await dialog.getByLabel('Serial number').fill('A1');
  await page.evaluate(() => window.history.back());
  await question.waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForFunction(() => window.history.state?.usr?.dialogs?.length === 1);
  expect(await dialog.getByLabel('Serial number').inputValue()).toBe('A1');
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Discard' }).click();
  await closed();

  // A reload with an open dialog shows the page without it, and one Back leaves the page.
  await open();
  await page.reload();
  await page.getByRole('button', { name: 'Add Device' }).waitFor();
  await closed();
  await page.evaluate(() => window.history.back());
  await page.waitForURL('**/patients');
});

test('without a network a banner says so, a submit says so, and the input stays', async () => {
  const page = await staff('ep.admin', patientPath);
  await page.getByRole('button', { name: 'Add Device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add equipment' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Start date').and(page.locator(':focus')).waitFor();
  await dialog.getByLabel('Start date').fill(usDate(-9));
  await page.context().setOffline(true);
  await dialog.getByText('You are offline.').waitFor();
  await dialog.getByLabel('Serial number').fill(TOUR.freeSerial);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The server cannot be reached.').waitFor();
  expect(await dialog.getByLabel('Serial number').inputValue()).toBe(TOUR.freeSerial);
  await page.context().setOffline(false);
  await dialog.getByText('You are offline.').waitFor({ state: 'detached' });
});

test('Back pressed twice or three times with unsaved input asks once and leaves the address at the page', async () => {
  const page = await staff('support.admin', '/patients');
  for (const [link, path] of Object.entries({ Machines: '/machines', Home: '/', Messages: '/org-messages' })) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.waitForURL((url) => url.pathname === path);
  }
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Typed');
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  for (const times of [2, 3, 2]) {
    await page.evaluate((count) => {
      for (let time = 0; time < count; time += 1) window.history.back();
    }, times);
    await question.waitFor();
    await page.waitForFunction(() => window.location.pathname === '/org-messages');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await message.inputValue()).toBe('Typed');
  }
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await message.waitFor({ state: 'detached' });
});

test('a session that ends while input is unsaved is renewed in place, with its live updates', async () => {
  const page = await staff('ep.admin', patientPath);
  await page.getByRole('button', { name: 'Add Device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add equipment' });
  await dialog.getByLabel('Serial number').fill('A1');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/patients');
  await elsewhere.getByRole('button', { name: /^User menu/ }).click();
  await elsewhere.getByRole('menuitem', { name: 'Sign out' }).click();
  await elsewhere.waitForURL('**/login');
  // The server ends the socket of a session that has ended.
  const again = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await again.waitFor();
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('DeviceHistoryChanged')),
    );
  expect(await again.getByLabel('Email').inputValue()).toBe('ep.admin@demo.airlog.test');
  await again.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.waitFor({ state: 'detached' });
  await subscribed;
  expect(await dialog.getByLabel('Serial number').inputValue()).toBe('A1');
});

test('a save that closes its dialog and selects the new row leaves one entry: Back leads to the page before', async () => {
  const page = await staff('ep.admin');
  await page.goto(patientPath);
  await page.getByRole('button', { name: 'Add Device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add equipment' });
  await dialog.getByLabel('Start date').fill(usDate(-9));
  await dialog.getByLabel('Serial number').fill(TOUR.freeSerial);
  // A slow browser: the page selects the new row before the browser has gone back from the dialog's entry.
  await page.evaluate(() => {
    const go = window.history.go.bind(window.history);
    window.history.go = (entries) => void setTimeout(() => go(entries), 2000);
    window.addEventListener('popstate', () => (document.body.dataset.wentBack = 'true'), { once: true });
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('body[data-went-back]').waitFor({ state: 'attached' });
  await page.waitForURL((url) => url.pathname === patientPath && url.searchParams.has('device'));
  await page.evaluate(() => window.history.back());
  await page.waitForURL('**/patients');
  expect(await dialog.count()).toBe(0);
});
