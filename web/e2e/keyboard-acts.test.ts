import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { TOUR } from '../../api/src/demo/tour.ts';
import { button, dialogHasFocus, hasFocus, opensAndReturns, pressAt, tabTo, typeInto } from './keyboard.ts';
import { arrange } from './simulated-device.ts';
import { staff, useStage, usDate } from './stage.ts';

useStage();

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const gone = (shown: Locator) => shown.waitFor({ state: 'detached' });

/** Waits until the focus is on the page itself, and not at its beginning, where the next Tab would start again. */
const focusStays = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.closest('main, header, [role=dialog]') != null);

/** Chooses files in the browser's own dialog, which the control at the focus has opened. */
async function chooseFiles(page: Page, control: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent('filechooser');
  await pressAt(page, control);
  await (await chooser).setFiles(files);
}

test('home: a card leads to its list, and the panels are arranged', async () => {
  const page = await staff('ep.admin', '/');
  const card = page.getByRole('list', { name: 'Needs attention today' }).getByRole('link').first();
  await pressAt(page, card);
  await page.waitForURL((url) => url.pathname !== '/');
  await page.getByRole('table').first().waitFor();
  await page.keyboard.press('Alt+ArrowLeft');
  await opensAndReturns(page, page.getByRole('button', { name: /^User menu of/ }));
});

test('an organization is created from a location of the earlier system, and its patients are migrated', async () => {
  const page = await staff('support.admin', '/orgs');
  await pressAt(page, button(page, 'Add organization'));
  const form = dialog(page, 'Create Organization');
  await dialogHasFocus(page);
  await typeInto(page, form.getByLabel('Organization type'), 'Equipment');
  await pressAt(page, form.getByRole('button', { name: 'Migrate Organization' }));
  const search = dialog(page, 'Migrate Organization');
  await typeInto(page, search.getByRole('searchbox'), 'DME-1001');
  await page.keyboard.press('Enter');
  await pressAt(page, search.getByRole('button', { name: 'Select as Primary' }));
  await gone(search);
  await dialogHasFocus(page);
  await pressAt(page, form.getByRole('button', { name: 'Create organization' }));

  const patients = dialog(page, 'Patients that will be migrated');
  await patients.waitFor();
  await pressAt(page, patients.getByRole('button', { name: 'Active patients: 57' }));
  await pressAt(page, patients.getByRole('button', { name: 'Next' }));
  await patients.getByText('Page: 2 / 6').waitFor();
  await pressAt(page, patients.getByRole('button', { name: 'Migrate', exact: true }));
  await page.getByText('Location migration completed successfully!').waitFor();
  await gone(patients);
  await focusStays(page);
  await pressAt(page, page.getByRole('link', { name: 'Migration of DME-1001' }));
  await page.getByRole('heading', { name: 'Migration of DME-1001' }).waitFor();
}, 240_000);

test('users are imported from a file', async () => {
  const page = await staff('ep.admin', '/users');
  const open = button(page, 'Import users');
  await opensAndReturns(page, open);
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Import users');
  const lines = [
    'First Name;Last Name;Email;User Type;Role',
    'Ana;Muñoz;ana.m@demo.airlog.test;Organization;org.ep.staff',
  ];
  const buffer = Buffer.from(lines.join('\r\n'), 'latin1');
  await chooseFiles(page, form.getByRole('button', { name: /^Drop/ }), [
    { name: 'users.csv', mimeType: 'text/csv', buffer },
  ]);
  await form.getByText('users.csv').waitFor();
  await pressAt(page, form.getByRole('button', { name: 'Check file' }));
  await form.getByText('Every row is valid. Users to create and invite: 1.').waitFor();
  await dialogHasFocus(page);
  await pressAt(page, form.getByRole('button', { name: 'Import users: 1' }));
  await form.getByText('Every user was created and invited: 1.').waitFor();
  await dialogHasFocus(page);
  await pressAt(page, form.getByRole('button', { name: 'Close' }).last());
  await gone(form);
  await hasFocus(page, open);
}, 180_000);

test('a device is added to a patient, and its settings are changed', async () => {
  const page = await staff('ep.admin', `/patients/${TOUR.newPatientId}`);
  const add = button(page, 'Add Device');
  await opensAndReturns(page, add);
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Add equipment');
  await typeInto(page, form.getByLabel('Start date'), usDate(-2));
  await typeInto(page, form.getByLabel('Serial number'), TOUR.freeSerial);
  await page.keyboard.press('Enter');
  await page.getByText(`${usDate(-2)} to present`).waitFor();
  await gone(form);
  await focusStays(page);
}, 180_000);

test('the settings of a device are changed, reviewed and submitted', async () => {
  const page = await staff('ep.admin', `/patients/${TOUR.patientId}`);
  const opened = page.context().waitForEvent('page');
  await pressAt(page, page.getByRole('link', { name: 'Edit Settings' }));
  const tab = await opened;
  const most = tab.getByLabel('Max APAP', { exact: true });
  await tabTo(tab, most);
  await tab.keyboard.press('ArrowUp');
  await pressAt(tab, button(tab, 'Review changes'));
  await tab.getByRole('region', { name: 'Changes' }).getByRole('row').filter({ hasText: 'Max APAP' }).waitFor();
  await focusStays(tab);
  await pressAt(tab, button(tab, 'Submit changes'));
  await tab.getByRole('heading', { name: 'Settings submitted' }).waitFor();
  await focusStays(tab);
}, 180_000);

test('dates of nights are changed in the Date Change Utility', async () => {
  const { rows } = await arrange(
    `select n.machine_id as id, max(n.usage_date)::text as last from usage_nights n join machines m on m.id = n.machine_id
      where m.org_id = 1 and n.source = 'wireless' group by 1 order by 1 limit 1`,
  );
  const [machine] = rows;
  const page = await staff('ep.admin', `/machines/${machine.id}`);
  await page.getByRole('heading', { name: 'Machine usage' }).scrollIntoViewIfNeeded();
  const open = button(page, 'Date Change Utility');
  await opensAndReturns(page, open);
  await page.keyboard.press('Enter');
  const utility = dialog(page, /^Date Change Utility of/);
  await dialogHasFocus(page);
  await typeInto(page, utility.getByRole('combobox', { name: /^Source/ }), 'Wireless');
  await page.keyboard.press('Enter');
  await pressAt(page, utility.getByRole('button', { name: 'Search' }));
  const row = utility.getByRole('region', { name: 'Rows to change' }).locator('tbody tr').first();
  await row.waitFor();
  const edit = row.getByRole('button', { name: /^Edit/ });
  await pressAt(page, edit);
  await hasFocus(page, row.getByRole('textbox'));
  await page.keyboard.press('Escape');
  await hasFocus(page, edit);
  await page.keyboard.press('Enter');
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  await hasFocus(page, edit);
  await pressAt(page, utility.getByRole('button', { name: 'Reset', exact: true }));
  await hasFocus(page, utility.getByRole('button', { name: 'Reset', exact: true }));
  await page.keyboard.press('Escape');
  await gone(utility);
  await hasFocus(page, open);
}, 180_000);

test('files of a card are chosen, taken away and sent, and the message about SD cards is read', async () => {
  const page = await staff('ep.admin', '/uploads');
  await opensAndReturns(page, button(page, 'SD card'));
  const open = button(page, 'Usage file upload');
  await opensAndReturns(page, open);
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Usage file upload');
  const buffer = Buffer.from('no card');
  await chooseFiles(page, form.getByRole('button', { name: /^Drop/ }), [
    { name: 'A1.usr', mimeType: 'application/octet-stream', buffer },
    { name: 'A1.idx', mimeType: 'application/octet-stream', buffer },
  ]);
  await pressAt(page, form.getByRole('button', { name: 'Remove A1.idx' }));
  await gone(form.getByText('A1.idx'));
  await dialogHasFocus(page);
  await pressAt(page, form.getByRole('button', { name: 'Upload', exact: true }));
  await page.getByText('File uploaded successfully!').waitFor();
  await gone(form);
  await focusStays(page);
}, 180_000);

test('a message is sent to a user', async () => {
  const page = await staff('support.staff', '/org-messages');
  await typeInto(page, page.getByRole('combobox', { name: 'Recipient' }), 'ep.staff@demo');
  await page.getByRole('option', { name: /ep\.staff@demo\.airlog\.test/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByRole('textbox', { name: 'Message' }), 'By keyboard');
  await pressAt(page, button(page, 'Send message'));
  await pressAt(page, page.getByRole('alertdialog').getByRole('button', { name: 'Send message' }));
  await gone(page.getByRole('alertdialog'));
  await page.getByRole('cell', { name: 'By keyboard' }).or(page.getByText('By keyboard')).first().waitFor();
  await focusStays(page);
}, 180_000);

test('an announcement is added for one organization and role', async () => {
  const page = await staff('support.admin', '/announcements');
  await pressAt(page, button(page, 'Add announcement'));
  const form = page.getByRole('dialog');
  await dialogHasFocus(page);
  await typeInto(page, form.getByRole('combobox', { name: 'Organization' }), 'lakeview');
  await page.getByRole('option', { name: 'Lakeview Sleep Clinic' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto(page, form.getByRole('combobox', { name: 'Roles' }), 'physician');
  await page.getByRole('option', { name: /org\.physician/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape'); // the list of roles, and not the dialog
  await typeInto(page, form.getByRole('textbox', { name: 'Title', exact: true }), 'Holiday');
  await typeInto(page, form.getByRole('textbox', { name: 'Text', exact: true }), 'Closed on Monday.');
  await pressAt(page, form.getByRole('button', { name: 'Save' }));
  await page.getByText('Holiday was saved').waitFor();
  await gone(form);
  await hasFocus(page, button(page, 'Add announcement'));
}, 180_000);

test('a role is opened by the arrows, compared with another one, and left', async () => {
  const page = await staff('support.admin', '/support/roles');
  await tabTo(page, page.getByRole('region', { name: 'Roles' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/roles\/\d+$/);
  await typeInto(page, page.getByRole('combobox', { name: 'Compare with' }), 'Staff');
  await page.getByRole('region').getByRole('columnheader').first().waitFor();
  await pressAt(page, page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first());
  await page.getByRole('region', { name: 'Roles' }).waitFor();
}, 180_000);

test('the logs of a user are read from the menu of the row, which has the focus again', async () => {
  const page = await staff('ep.admin', '/users');
  const menu = page.getByRole('button', { name: /^Actions for/ }).first();
  for (const log of ['Audit Log', 'Activity Log', 'Login History']) {
    await pressAt(page, menu);
    await page.getByRole('menuitem', { name: log }).waitFor();
    const item = page.getByRole('menuitem', { name: log }).and(page.locator('[data-highlighted]'));
    for (let n = 0; n < 20 && (await item.count()) === 0; n += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog(page, new RegExp(`^${log}`, 'i')).waitFor();
    await dialogHasFocus(page);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await hasFocus(page, menu);
  }
  expect(new URL(page.url()).pathname).toBe('/users');
}, 180_000);
