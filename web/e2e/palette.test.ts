import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violations, violationsInDark } from './axe.ts';
import { staff, useStage } from './stage.ts';

useStage();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const options = (page: Page) => page.getByRole('dialog').getByRole('option');

/** Opens the palette with the keyboard and types. */
async function jump(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to…' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
}

test('a patient is found by birth date and a machine by its last digits, with the keyboard alone', async () => {
  const page = await staff('ep.admin', '/');
  await page.getByRole('list', { name: 'Needs attention today' }).waitFor();
  const [patient, machine] = await page.evaluate(async () => {
    const first = async (path: string) => ((await (await fetch(path)).json()) as { data: object[] }).data[0];
    return [
      await first('/api/patients/datatable?filters[id][equal]=1'),
      await first('/api/machines/datatable?limit=5'),
    ];
  });
  const { last_name, first_name, birth_date } = patient as Record<string, string>;
  const { serial, id } = machine as { serial: string; id: number };
  const [year, month, day] = birth_date!.split('-');

  await jump(page, `${month}/${day}/${year}`);
  await options(page)
    .filter({ hasText: `${last_name}, ${first_name}` })
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/patients/*');

  await jump(page, serial.slice(-6));
  // The patient who has the machine comes first.
  const marked = page.getByRole('group', { name: 'Machines' }).getByRole('option', { name: serial, selected: true });
  await page.getByRole('group', { name: 'Machines' }).getByText(serial).waitFor();
  while ((await marked.count()) === 0) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/machines/${id}`);
  await heading(page, serial);

  // Back skips the palette: it is no page.
  await page.goBack();
  await page.waitForURL('**/patients/*');
  await page.goBack();
  await page.getByRole('list', { name: 'Needs attention today' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  // The pages that were opened are offered again, and the focus returns to where it was.
  await page.getByRole('link', { name: 'Patients', exact: true }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: 'Recent' }).getByText(serial).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await violationsInDark(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Patients', exact: true }).and(page.locator(':focus')).waitFor();
});

test('Ctrl and Enter open the marked page in a new tab', async () => {
  const page = await staff('ep.admin', '/patients');
  await jump(page, 'machines');
  await options(page).filter({ hasText: 'Machines' }).first().waitFor();
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await tab.waitForURL('**/machines');
  await heading(tab, 'Machines');
  expect(new URL(page.url()).pathname).toBe('/patients');
});

test('from a filtered list a user steps through its patients, also across pages, and returns to the list as it was', async () => {
  const page = await staff('ep.admin', '/patients?f[is_rules_active]=equal:1&sort=-birth_date&limit=5&page=2');
  const links = page.locator('tbody td[data-identity] a');
  await links.first().waitFor();
  const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(shown).toHaveLength(5);
  const at = (path: string | null) => page.waitForURL((url) => url.pathname === path);
  const step = async (name: string) => {
    await page.getByRole('link', { name, disabled: false }).focus();
    await page.keyboard.press('Enter');
  };

  await links.nth(3).click();
  await at(shown[3]!);
  let requests = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('PatientNeighbors')) requests += 1;
  });
  await step('Previous patient');
  await at(shown[2]!);
  // The address changes before the links of the page.
  await page.getByText(/^Patient 8\b/).waitFor();
  await step('Next patient');
  await at(shown[3]!);
  await page.getByText(/^Patient 9\b/).waitFor();
  expect(requests).toBe(0);
  await step('Next patient');
  await at(shown[4]!);
  await page.getByText(/^Patient 10 of \d+$/).waitFor();
  await step('Next patient');
  await page.getByText(/^Patient 11 of \d+$/).waitFor();
  expect(requests).toBe(1);
  // The step keeps the focus, so that the next one is one key away.
  await page.getByRole('link', { name: 'Next patient' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await violations(page)).toEqual([]);

  const beyond = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Patients (filtered)' }).click();
  await page.waitForURL((url) => url.pathname === '/patients');
  expect(decodeURIComponent(new URL(page.url()).search)).toBe(
    '?f[is_rules_active]=equal:1&sort=-birth_date&limit=5&page=3',
  );
  await page.locator(`tbody a[href="${beyond}"]`).first().waitFor();
});

test('/ searches the table and ? shows the sheet, in which both are turned off', async () => {
  const page = await staff('ep.admin', '/patients');
  await page.locator('tbody a').first().waitFor();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('a/b?');
  expect(await page.getByRole('searchbox').inputValue()).toBe('a/b?');
  // While the table is read again its rows are faint.
  await page.getByText('No Records Found').waitFor();
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  expect(await violations(page)).toEqual([]);
  await sheet.getByText('Shortcuts of a single key').click();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search or jump to…' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
});

test('on a phone a button opens the palette, which fills the screen', async () => {
  const page = await staff('ep.admin', '/patients', {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.getByRole('button', { name: 'Search or jump to…' }).tap();
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('a39');
  await page.getByRole('group', { name: 'Machines' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect((await page.getByRole('dialog').boundingBox())!.width).toBe(390);
  await page.getByRole('group', { name: 'Machines' }).getByRole('option').first().tap();
  await page.waitForURL('**/machines/*');
});
