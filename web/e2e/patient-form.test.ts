import { expect, test } from '@jest/globals';
import { staff, useStage } from './stage.ts';

useStage();

test('staff adds a patient, is shown who it may be already, edits the new one, and finds it in the list', async () => {
  const page = await staff('ep.admin', '/patients');
  const edited = page.getByRole('dialog', { name: 'Update Patient' });
  const dialog = page.getByRole('dialog', { name: 'Add Patient' });
  await page.getByRole('button', { name: 'Add Patient' }).click();
  await dialog.getByLabel('First name').fill('Ana');
  await dialog.getByLabel('Last name').fill('Muñoz');
  await dialog.getByLabel('Birth date').fill('05/13/1961');
  await dialog.getByRole('button', { name: 'Save' }).click();
  // City and state are in a tab that was never opened.
  await dialog.getByRole('tab', { name: /^Contact Info 2 invalid fields/, selected: true }).waitFor();
  await dialog.getByLabel('State').selectOption('NY');
  await dialog.getByLabel('City').fill('Troy');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Patient was successfully created!').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Muñoz, Ana' }).waitFor();
  const path = new URL(page.url()).pathname;
  expect(path).toMatch(/^\/patients\/\d+$/);

  await page.getByRole('tab', { name: 'Record' }).click();
  await page.getByRole('heading', { level: 2, name: 'Demographics' }).waitFor();
  await page.getByRole('button', { name: 'Edit Muñoz, Ana' }).click();
  await edited.getByRole('tab', { name: 'Contact Info' }).click();
  await edited.getByLabel('Phone', { exact: true }).fill('5185550199');
  await edited.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Patient was successfully updated!').waitFor();
  await edited.waitFor({ state: 'detached' });
  await page.getByText('(518) 555-0199').waitFor();

  // The same person once more, by the phone number.
  await page.goto('/patients');
  await page.getByRole('button', { name: 'Add Patient' }).click();
  // The buttons stay where they are, whichever tab is open.
  const heights = new Set<number>();
  for (const tab of ['Demographics', 'Notifications/Rules', 'Assign Equipment', 'Contact Info']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await dialog.getByRole('tab', { name: tab, selected: true }).waitFor();
    heights.add(await dialog.evaluate((element: HTMLElement) => element.offsetHeight));
  }
  expect(heights.size).toBe(1);
  await dialog.getByLabel('Phone', { exact: true }).fill('5185550199');
  const link = dialog.getByRole('link', { name: /^Muñoz, Ana/ });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(path);
  expect(await dialog.getByRole('tabpanel').innerText()).toContain('same phone number');
  await page.evaluate(() => window.history.back());
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('searchbox').first().fill('munoz ana');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /Muñoz, Ana/ });
  await row.getByRole('button', { name: 'Edit Muñoz, Ana' }).click();
  await edited.getByLabel('Last name').waitFor();
  expect(await edited.getByLabel('Last name').inputValue()).toBe('Muñoz');
});
