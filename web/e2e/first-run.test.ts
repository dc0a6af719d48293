import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { inviteFirstUser } from '../../api/src/account/first-user.command.ts';
import { freePort } from '../../api/src/db/embedded/embedded.ts';
import type { Portal } from '../../api/src/start.ts';
import { testConfig } from '../../api/test/secrets.ts';
import { startWarm } from '../../api/test/start-warm.ts';
import { copyTemplate, type TestDatabase } from '../../api/test/template.ts';
import { launchBrowser } from './browser.ts';

let database: TestDatabase;
let portal: Portal;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  database = await copyTemplate();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  [portal, browser] = await Promise.all([
    startWarm({ ...testConfig(database.ownerUrl), port, publicUrl: origin }),
    launchBrowser(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await database?.drop();
});

test('the sign-in page of an empty database shows how the first user is made, and after that only its form', async () => {
  const page = await browser.newPage({ baseURL: origin, locale: 'en-US', reducedMotion: 'reduce' });
  await page.goto('/');
  await page.waitForURL('**/login*');
  await page.getByText('No user exists yet').waitFor();
  await page.getByText('npm run first-user -- --email you@example.org').waitFor();
  expect(await page.locator('form, input').count()).toBe(0);

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { link } = await inviteFirstUser(client, portal.app.config, { email: 'ada@example.test' });
  await client.end();
  const answer = await page.reload();
  await page.locator('input[type=email]').waitFor();
  expect(await page.getByText('first-user').count()).toBe(0);
  expect(await answer!.text()).toContain('name="first-run" content=""');

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('violet kettle marches seven');
  await page.getByLabel('New password again').fill('violet kettle marches seven');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('input[type=email]').fill('ada@example.test');
  await page.locator('input[type=password]').fill('violet kettle marches seven');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
});
