import { expect, test } from '@jest/globals';
import { arrange } from './simulated-device.ts';
import { staff, useStage, visitor } from './stage.ts';

useStage();

const EMAIL = 'invited.staff@demo.airlog.test';
const PASSWORD = 'violet kettle marches seven';

test('an administrator sends an invitation again, and its user chooses a password and signs in', async () => {
  const admin = await staff('ep.admin', '/users');
  await admin.getByRole('button', { name: `Actions for ${EMAIL}` }).click();
  await admin.getByRole('menuitem', { name: 'Resend invitation' }).click();
  await admin.getByRole('alertdialog', { name: 'Warning!' }).getByRole('button', { name: 'Resend invitation' }).click();
  await admin.getByText(`User ${EMAIL} successfully updated`).waitFor();

  const page = await visitor();
  await page.goto('/dev/outbox');
  await page
    .getByRole('heading', { name: /invites you to Airlog/ })
    .first()
    .waitFor();
  await page
    .getByRole('link', { name: /accept-invitation#/ })
    .first()
    .click();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('Password successfully updated').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('input[type=email]').fill(EMAIL);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('header').waitFor();

  // The link is used up, and is in no address that a server gets.
  await page.goto('/dev/outbox');
  await page
    .getByRole('link', { name: /accept-invitation#/ })
    .first()
    .click();
  await page.getByText('This link is no longer valid.').waitFor();
  const { rows } = await arrange('select email_verified_at is not null as verified from users where email = $1', [
    EMAIL,
  ]);
  expect(rows).toEqual([{ verified: true }]);
});

test('a forgotten password is replaced from the sign-in page', async () => {
  const page = await visitor({ locale: 'es-ES' });
  await page.goto('/login');
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
  await page.getByLabel('Correo electrónico').fill('ep.staff@demo.airlog.test');
  await page.getByRole('button', { name: 'Enviar el enlace' }).click();
  await page.getByText('Si esta dirección pertenece a una cuenta').waitFor();
  await page.goto('/dev/outbox');
  await page
    .getByRole('link', { name: /reset-password#/ })
    .first()
    .click();
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Contraseña nueva, otra vez').fill(PASSWORD);
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click();
  await page.getByText('Contraseña actualizada correctamente').waitFor();
});
