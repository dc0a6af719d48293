import { describe, expect, test } from '@jest/globals';
import { TOUR } from '../../api/src/demo/tour.ts';
import { DEMO_PASSWORD } from '../../api/src/demo/logins.ts';
import { arrange } from './simulated-device.ts';
import { failJob } from './screens.ts';
import { signIn, staff, useStage, visitor } from './stage.ts';

useStage();

/** Gives a demo user one role with exactly these permissions. */
async function only(name: string, permissions: string[]): Promise<void> {
  const role = `browser.${name}`;
  await arrange(
    `insert into roles (id, name, label, host, user_type) select max(id) + 1, $1, $1, 'org', 'Organization' from roles`,
    [role],
  );
  await arrange(
    'insert into role_permissions (role_id, permission) select id, unnest($2::text[]) from roles where name = $1',
    [role, permissions],
  );
  await arrange(
    'update user_roles set role_id = (select id from roles where name = $1) where user_id = (select id from users where email = $2)',
    [role, `${name}@demo.airlog.test`],
  );
}

describe('permissions', () => {
  test('a support administrator lets a failed job run again on the page of the installation, which no one else has', async () => {
    await failJob();
    const page = await staff('support.admin', '/');
    await page.getByRole('link', { name: 'Installation' }).click();
    const failed = page.getByRole('table', { name: 'Failed jobs' });
    await failed.getByText('DriverException 57014').waitFor();
    await page.getByRole('table', { name: 'Nodes' }).getByText('Answered this page').waitFor();
    await page.getByRole('button', { name: 'Run again: recompute-compliance' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Run again' }).click();
    await page.getByText('1 job runs again').waitFor();
    await page.getByText('No job has failed').waitFor();
    const other = await staff('ep.admin', '/installation');
    await other.getByText('You do not have permission').waitFor();
    expect(await other.getByRole('link', { name: 'Installation' }).count()).toBe(0);
  });

  test('a patient of another organization is not found, like one that does not exist', async () => {
    const page = await staff('harbor.admin', '/patients/1');
    await page.getByText('This was not found. Go back, or search for it.').waitFor();
    expect(await page.getByText('Ramírez').count()).toBe(0);
    await page.getByRole('link', { name: 'Go to patients' }).click();
    await page.getByRole('heading', { name: 'Patients' }).waitFor();
  });

  test('what the permissions do not include is not offered', async () => {
    await only('clinical.nurse', ['view.patient']);
    const page = await staff('clinical.nurse', `/patients/${TOUR.patientId}`);
    await page.getByRole('heading', { name: 'Ramírez-Nguyen, Sofía' }).waitFor();
    await page.getByRole('button', { name: /Generate Report/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Add Device' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add iCode Report' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'GraphiQL' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'A3900010001' }).count()).toBe(0);
  });

  test('a page without the permission says so and who can change it', async () => {
    await only('clinical.group', ['org.user.device']);
    const page = await staff('clinical.group');
    await page
      .getByText('You do not have permission to see this. An administrator of your organization can grant it.')
      .waitFor();
    await page.goto('/patients/1');
    await page.getByText('You do not have permission to see this.').waitFor();
  });
});

test('signing out in one tab leads the next action of the other tab to the sign-in page, after one reload', async () => {
  const here = await staff('ep.staff');
  const there = await here.context().newPage();
  // Without its socket and without the channel between tabs, the tab learns of it by its next action.
  await there.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  await there.routeWebSocket(/graphql/, () => undefined);
  await there.goto('/patients');
  const link = there.getByRole('link', { name: 'Ramírez-Nguyen, Sofía' });
  await link.waitFor();
  let loads = 0;
  there.on('load', () => (loads += 1));

  await here.getByRole('button', { name: 'User menu of Dana Whitfield' }).click();
  const signedOut = here.waitForResponse((response) => !!response.request().postData()?.includes('SignOut'));
  await here.getByRole('menuitem', { name: 'Sign out' }).click();
  await signedOut;
  // Without the pointer on the link, at which the page would read ahead and learn it on the list.
  await link.evaluate((element: HTMLElement) => element.click());
  await here.waitForURL('**/login');
  await there.waitForURL('**/login?return=%2Fpatients%2F1');
  await there.getByRole('heading', { name: 'Sign in to Airlog' }).waitFor();
  expect(loads).toBe(2); // the reload, and the sign-in page

  // Back on the requested page.
  await signIn(there, 'ep.staff', '/patients/1');
  await there.getByRole('heading', { name: 'Ramírez-Nguyen, Sofía' }).waitFor();
});

test('signing out in one tab leads the other tab to the sign-in page at once, which returns to its address', async () => {
  const here = await staff('ep.staff');
  const there = await here.context().newPage();
  await there.goto('/patients');
  await there.getByRole('link', { name: 'Ramírez-Nguyen, Sofía' }).waitFor();
  await here.getByRole('button', { name: 'User menu of Dana Whitfield' }).click();
  await here.getByRole('menuitem', { name: 'Sign out' }).click();
  await there.waitForURL('**/login?return=%2Fpatients');
});

test.each(['%2F%2Fevil.example', '%2F%09%2Fevil.example', '%2F%0A%5Cevil.example', '%2F.%2F%2Fevil.example'])(
  'a link to the sign-in leads to no other site: return=%s',
  async (address) => {
    const page = await visitor();
    const elsewhere: string[] = [];
    await page.context().route(
      ({ hostname }) => hostname === 'evil.example',
      (route) => {
        elsewhere.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: 'Elsewhere' });
      },
    );
    // Without a session the second step leads on at once.
    await page.goto(`/verify-login?return=${address}`);
    await page.waitForURL(({ pathname, hostname }) => pathname === '/login' || hostname === 'evil.example');
    await page.goto(`/login?return=${address}`);
    await page.locator('input[type=email]').fill('ep.staff@demo.airlog.test');
    await page.locator('input[type=password]').fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect([elsewhere, new URL(page.url()).hostname === 'evil.example']).toEqual([[], false]);
  },
);

test('the keyboard alone signs in, opens the dialog and returns to the same element', async () => {
  const page = await visitor();
  await page.goto('/patients/2');
  await page.waitForURL('**/login?return=%2Fpatients%2F2');
  await page.locator('input[type=email]:focus').waitFor();
  await page.keyboard.type('ep.admin@demo.airlog.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Airlog-demo-2026');
  await page.keyboard.press('Enter');

  const add = page.getByRole('button', { name: 'Add Device' });
  await add.waitFor();
  const focused = (label: string) => page.locator(':focus').and(page.getByRole('button', { name: label }));
  for (let steps = 0; (await focused('Add Device').count()) === 0; steps += 1) {
    expect(steps).toBeLessThan(30);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add equipment' });
  await dialog.locator(':focus').waitFor();
  // The focus stays in the dialog.
  for (let steps = 0; steps < 10; steps += 1) await page.keyboard.press('Tab');
  expect(await dialog.locator(':focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused('Add Device').waitFor();
});

test.each([
  ['light', 'rgb(23, 99, 111)'],
  ['dark', 'rgb(79, 179, 194)'],
] as const)(
  'the sign-in page has the colors of the theme in %s, and loads nothing of the client',
  async (mode, teal) => {
    const page = await visitor({ colorScheme: mode });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Sign in' });
    await button.waitFor();
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(teal);
    expect(loaded).toContain('/login');
    expect(loaded.filter((path) => /\/(runtime|frame|signed-in|graphql)-[^/]*\.js$/.test(path))).toEqual([]);
    expect(loaded.length).toBeLessThanOrEqual(13);
  },
);
