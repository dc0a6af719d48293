import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { staff, useStage } from './stage.ts';

useStage();

/** The status of a call to the API by another program: without the cookies of the page. */
const statusOf = async (page: Page, path: string, init: RequestInit) =>
  (await fetch(new URL(path, page.url()), { ...init, signal: AbortSignal.timeout(15_000) })).status;
const byBearer = (page: Page, secret: string) =>
  statusOf(page, '/api/patients/datatable?limit=5', { headers: { authorization: `Bearer ${secret}` } });
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Warning!' });

test('a user creates a token, another program reads with it, and it is refused once it is deleted', async () => {
  const page = await staff('ep.admin', '/users/1');
  await page.getByText('This user has not created any personal access tokens.').waitFor();
  await page.getByRole('button', { name: 'Create Token' }).click();
  const form = page.getByRole('dialog', { name: 'Create Token' });
  await form.getByRole('textbox', { name: 'Name' }).fill('ab');
  await form.getByText('The name field must be at least 3 characters.').waitFor();
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await form.getByRole('checkbox', { name: /^Read patients/ }).check({ force: true });
  await form.getByRole('button', { name: 'Create' }).click();

  const shown = page.getByRole('dialog', { name: 'Token Nightly report was created' });
  const secret = await shown.locator('code').innerText();
  expect(secret).toMatch(/^rtp_pat_[0-9A-Za-z]{36}$/);
  await form.waitFor({ state: 'detached' });
  expect(await byBearer(page, secret)).toBe(200);
  await shown.getByRole('button', { name: 'Done' }).click();

  await page
    .getByRole('listitem')
    .filter({ hasText: `••••${secret.slice(-4)}` })
    .waitFor();
  await page.getByRole('button', { name: 'Delete token Nightly report' }).click();
  await warning(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This user has not created any personal access tokens.').waitFor();
  expect(await byBearer(page, secret)).toBe(401);

  await page.goto('/dev/outbox');
  await page.getByRole('heading', { name: /personal access token .* was made/ }).waitFor();
  await page.getByRole('heading', { name: /personal access token .* was deleted/ }).waitFor();
  expect(await page.content()).not.toContain(secret.slice(8));
});

test('an administrator generates the API key of a user from the row menu and revokes it; the list follows', async () => {
  const page = await staff('ep.admin', '/users');
  const email = 'ep.staff@demo.airlog.test';
  const row = page.getByRole('row').filter({ hasText: email });
  const open = async () => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Manage API keys' }).click();
  };
  const dialog = page.getByRole('dialog', { name: `API key of ${email}` });
  await open();
  await dialog.getByRole('checkbox', { name: /^Read patients/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await warning(page).getByRole('button', { name: 'Generate' }).click();
  const secret = await dialog.locator('code').innerText();
  expect(secret).toMatch(/^rtp_sk_[0-9A-Za-z]{36}$/);
  const id = await dialog.getByText(/^[0-9a-f-]{36}$/).innerText();
  const exchange = () =>
    statusOf(page, '/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
    });
  expect(await exchange()).toBe(200);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await row.getByText('API key', { exact: true }).waitFor();

  await open();
  await dialog.getByText(`••••${secret.slice(-4)}`).waitFor();
  expect(await dialog.getByText(secret).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await warning(page).getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('This user has no API key.').waitFor();
  expect(await exchange()).toBe(401);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await row.getByText('API key', { exact: true }).waitFor({ state: 'detached' });
});

test('on the page of a user each step of the API key leaves the focus in the card of the key', async () => {
  const page = await staff('ep.admin', '/users/2');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'API key', exact: true }) });
  const step = async (name: string) => {
    await card.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await warning(page).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const focused = card.locator(':focus');
  await card.getByRole('checkbox', { name: /^Read patients/ }).check({ force: true });
  await step('Generate');
  await card.locator('code').waitFor();
  await focused.waitFor();
  await step('Revoke');
  await card.getByText('This user has no API key.').waitFor();
  await focused.waitFor();
});
