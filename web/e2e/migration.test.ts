import { expect, test } from '@jest/globals';
import { staff, useStage } from './stage.ts';

useStage();

test('support staff migrates a location with its patients, reads what became of each, and undoes it', async () => {
  const page = await staff('support.admin', '/orgs');
  await page.getByRole('button', { name: 'Add organization' }).click();
  const form = page.getByRole('dialog', { name: 'Create Organization' });
  await form.getByLabel('Organization type').selectOption({ label: 'Equipment Provider' });
  await form.getByRole('button', { name: 'Migrate Organization' }).click();

  const search = page.getByRole('dialog', { name: 'Migrate Organization' });
  await search.getByRole('searchbox').fill('DME-1001');
  await page.keyboard.press('Enter');
  await search.getByRole('button', { name: 'Select as Primary' }).click();
  const name = await form.getByLabel('Organization name').inputValue();
  expect(name).toMatch(/ 1$/);
  await form.getByRole('button', { name: 'Create organization' }).click();

  const patients = page.getByRole('dialog', { name: 'Patients that will be migrated' });
  await patients.getByRole('button', { name: 'Active patients: 57' }).click();
  await patients.getByRole('button', { name: 'Next' }).click();
  await patients.getByText('Page: 2 / 6').waitFor();
  await patients.getByRole('button', { name: 'Inactive patients: 18' }).waitFor();
  await patients.getByText('75 patients will be migrated.').waitFor();
  await patients.getByRole('button', { name: 'Migrate', exact: true }).click();
  await page.getByText('Location migration completed successfully!').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  // The banner leads to the migration, and the list follows it without a reload.
  await page.getByRole('link', { name: 'Migration of DME-1001' }).waitFor();
  await page.getByRole('cell', { name: '72', exact: true }).waitFor();

  await page.getByRole('searchbox').first().fill(name);
  await page.getByRole('table').getByRole('link', { name }).click();
  // The last of the panels, each of which is loaded when it is near the window.
  await page.getByRole('heading', { name: 'Groups' }).waitFor();
  await page.keyboard.press('End');
  const panel = page.locator('#migrations');
  await panel.getByText('Refused: 3').waitFor();
  await panel.getByText('Migrated: 72').waitFor();
  await panel.getByRole('link', { name: /^DME-1001/ }).click();
  await page.getByRole('heading', { name: 'Migration of DME-1001' }).waitFor();
  await page.goto(`${page.url()}?f[result]=equal:refused`);
  const results = page.getByRole('table');
  await results.getByText('Refused').nth(2).waitFor();
  expect(await results.getByRole('row').count()).toBe(4);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Removed by the undo: 72').waitFor();
  await page.getByText('Undone', { exact: true }).waitFor();
}, 120_000);
