import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_APP_SECRET } from '../../api/src/demo/second-factors.ts';
import { TOUR } from '../../api/src/demo/tour.ts';
import { DEMO_PASSWORD } from '../../api/src/demo/logins.ts';
import { appCode } from '../../api/test/second-factor.ts';
import { arrange } from './simulated-device.ts';
import { staff, useStage, visitor } from './stage.ts';

useStage();

/** Enters the password; the next page is the second step. */
async function givePassword(page: Page, name: string): Promise<void> {
  await page.goto('/login?return=%2Fmachines');
  await page.locator('input[type=email]').fill(`${name}@demo.airlog.test`);
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/verify-login\?return=%2Fmachines$/);
}
const isIn = (page: Page) => page.waitForURL((url) => url.pathname === '/machines');
const now = () => new Date();

/** The code in the latest text message. */
async function lastCode(page: Page): Promise<string> {
  await page.getByText('We sent a code to your phone.').waitFor();
  const sent = await page.request.get('/dev/outbox/sms', { headers: { accept: 'application/json' } });
  const { data } = (await sent.json()) as { data: { body: string }[] };
  return /\d{6}/.exec(data[0]!.body)![0];
}

describe('signing in', () => {
  test('with the code of an app opens the page that was asked for; without it no page opens', async () => {
    const page = await visitor();
    await givePassword(page, 'app.staff');
    await page.goto('/machines');
    await page.waitForURL(/\/login\?return=%2Fmachines$/);
    await givePassword(page, 'app.staff');
    await page.getByLabel('Verification code').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('This code is not right, or it is no longer valid. Enter the newest code.').waitFor();
    await page.getByLabel('Verification code').fill(appCode(DEMO_APP_SECRET, now()));
    await page.keyboard.press('Enter');
    await isIn(page);
    await page.getByRole('heading', { name: 'Machines' }).waitFor();
  });

  test('with a code by text message, which the outbox shows', async () => {
    const page = await visitor();
    await givePassword(page, 'sms.staff');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Verification code').fill(await lastCode(page));
    await page.keyboard.press('Enter');
    await isIn(page);
  });

  test('for the first time sets an app up where the organization requires it, and shows the recovery codes once', async () => {
    await arrange("update organizations set two_factor_enabled = true where name = 'Harbor Home Medical'");
    const page = await visitor();
    await givePassword(page, 'harbor.staff');
    await page.getByRole('button', { name: /^Authenticator app/ }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    await page.getByLabel('First code of the app').fill(appCode(secret, now()));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Download' }).waitFor();
    const codes = await page.getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'Continue' }).click();
    await isIn(page);

    const other = await visitor();
    await givePassword(other, 'harbor.staff');
    await other.getByRole('button', { name: 'Use a recovery code' }).click();
    await other.getByLabel('Recovery code').fill(codes[0]!);
    await other.keyboard.press('Enter');
    await isIn(other);
  });
});

test('a session that ends while input is unsaved is renewed in place with a second factor', async () => {
  const page = await staff('sms.staff', `/patients/${TOUR.newPatientId}`);
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
  await again.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await again.getByRole('button', { name: 'Send code' }).click();
  await again.getByLabel('Verification code').fill(await lastCode(page));
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Serial number').inputValue()).toBe('A1');
});

test('a passkey is added on the page of the second factors, and completes the next sign-in', async () => {
  const page = await staff('clinical.staff', '/account/security');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name').fill('Work laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Work laptop').waitFor();
  await page.context().clearCookies();
  await givePassword(page, 'clinical.staff');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await isIn(page);
});
