import { expect, test } from '@jest/globals';
import { paste, staff, useStage } from './stage.ts';

useStage();

test('an administrator adds a user of a location: the form clears what another type had, and the list shows the user', async () => {
  const page = await staff('ep.admin', '/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByLabel('First name').fill('Dana');
  await dialog.getByLabel('Last name').fill('Quinn');
  await dialog.getByLabel('Email', { exact: false }).first().fill('dana.quinn@demo.airlog.test');
  // The second address is typed.
  await paste(dialog.getByLabel('Confirm email'), 'dana.quinn@demo.airlog.test');
  expect(await dialog.getByLabel('Confirm email').inputValue()).toBe('');
  await dialog.getByLabel('Confirm email').fill('dana.quinn@demo.airlog.test');
  await dialog.getByLabel('Phone').pressSequentially('5185550100');
  expect(await dialog.getByLabel('Phone').inputValue()).toBe('(518) 555-0100');

  await dialog.getByLabel('User type').selectOption('Organization');
  await dialog.getByLabel('Role').selectOption('org.ep.staff');
  await dialog.getByLabel('User type').selectOption('Location');
  await dialog.getByText(/^Cleared, .*Equipment provider staff/).waitFor();
  await dialog.getByLabel('Role').selectOption('location.ep.staff');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose at least one location.').waitFor();
  await dialog.getByRole('combobox', { name: 'Locations' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('dana.quinn@demo.airlog.test', { exact: true }).waitFor();
});

test('support staff adds a user to the organization that it chooses, with the keyboard', async () => {
  const page = await staff('support.admin', '/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByLabel('First name').fill('Kim');
  await dialog.getByRole('button', { name: 'Change' }).press('Enter');
  await page.keyboard.type('harbor');
  await page.getByRole('option', { name: 'Harbor Home Medical' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Harbor Home Medical', { exact: true }).waitFor();
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Kim');
  await dialog.getByLabel('Last name').fill('Osei');
  await dialog.getByLabel('Email', { exact: false }).first().fill('kim.osei@demo.airlog.test');
  await dialog.getByLabel('Confirm email').fill('kim.osei@demo.airlog.test');
  await dialog.getByLabel('Notification type').selectOption('Text');
  await dialog.getByLabel('User type').selectOption('Organization');
  await dialog.getByLabel('Role').selectOption('org.ep.staff');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /kim\.osei@demo\.airlog\.test/ });
  await row.getByText('Harbor Home Medical').waitFor();
  await row.getByText('Invited').waitFor();
});
