import { expect, test } from '@jest/globals';
import { enter, useStage, visitor } from './stage.ts';

useStage();

const HEADER = 'First Name;Last Name;Email;User Type;Role';
const LINE = 'Ana;Muñoz;ana.munoz@demo.airlog.test;Organization;org.ep.staff';
const csv = (...lines: string[]) => ({
  name: 'users.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines].join('\r\n'), 'latin1'),
});

test('an administrator imports users: a wrong row stops all of them, the corrected file creates and invites them', async () => {
  const page = await visitor();
  await enter(page, 'ep.admin', '/users');
  await page.getByRole('button', { name: 'Import users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import users' });
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles(csv(LINE, '=1+1;Reyes;eve@demo.airlog.test;Organization;org.ep.staff'));
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await dialog.getByText('Row 3, first_name: The cell is or begins like a formula. Enter its value as text.').waitFor();
  await dialog.getByText(/^No user is created: 1 of 2 rows have errors/).waitFor();

  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await file.setInputFiles(csv(LINE));
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await dialog.getByText('Every row is valid. Users to create and invite: 1.').waitFor();
  await dialog.getByRole('button', { name: 'Import users: 1' }).click();
  await dialog.getByText('Every user was created and invited: 1.').waitFor();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download result' }).click();
  expect((await download).suggestedFilename()).toMatch(/^user_import_\d+\.csv$/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('searchbox').first().fill('ana.munoz');
  await page.getByText('Muñoz').first().waitFor();
}, 120_000);
