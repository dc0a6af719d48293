import { expect, test } from '@jest/globals';
import { ORG } from '../../api/src/demo/logins.ts';
import { addMachine, printedCodes, wearEveryNight } from './simulated-device.ts';
import { beUnhurried, paste, signIn, staff, usDate, useStage, visitor } from './stage.ts';

useStage();
const CLINIC_DEVICE = { serial: 'A3900054321', pin: '8765', simulated: true };

test('the whole path is available in Spanish for the staff of a clinic', async () => {
  await addMachine(ORG.lakeview, CLINIC_DEVICE);
  const page = await visitor();
  await page.goto('/login');
  await page.getByRole('button', { name: 'ES', exact: true }).click();
  await page.getByRole('heading', { name: 'Iniciar sesión en Airlog' }).waitFor();
  await page.getByLabel('Correo electrónico').fill('clinical.staff@demo.airlog.test');
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('incorrecta');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByText('Estas credenciales no coinciden con nuestros registros.').waitFor();
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('Airlog-demo-2026');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();

  // The language saved with the user is English; the switch saves the other one.
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('UpdateViewer') ?? false);
  await page.getByRole('button', { name: 'ES', exact: true }).click();
  await page.getByRole('heading', { name: 'Inicio' }).waitFor();
  await saved;
  await page.reload();
  await page.getByRole('heading', { name: 'Requiere atención hoy' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Pacientes' }).click();
  await page.getByRole('heading', { name: 'Pacientes' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('es');

  await page.getByRole('searchbox', { name: 'Buscar' }).fill('lindqvist');
  await page.getByRole('searchbox', { name: 'Buscar' }).press('Enter');
  await page.getByText(/^Mostrando 1 a \d+ de \d+ entradas \(filtrado de \d+ en total\)$/).waitFor();
  await page.getByRole('link', { name: 'Lindqvist, Walter' }).click();
  await page.getByText('No se encontraron dispositivos de este paciente.').waitFor();

  // The week of the calendar starts on Monday. A start two months ago asks for confirmation.
  await page.getByRole('button', { name: 'Agregar dispositivo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar equipo' });
  await dialog.getByRole('button', { name: 'Elegir una fecha' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendario' });
  await calendar.locator('th').first().waitFor();
  const week = await calendar.locator('th').allInnerTexts();
  expect([week.length, week[0], week[6]]).toEqual([7, 'L', 'D']);
  await calendar.getByRole('button', { name: 'Mes anterior' }).click();
  await calendar.getByRole('button', { name: 'Mes anterior' }).click();
  await calendar.getByRole('button', { name: /\b15\b/ }).click();
  await calendar.waitFor({ state: 'detached' });
  const start = await dialog.getByLabel('Fecha de inicio').inputValue();
  expect(start).toMatch(/^\d\d\/15\/\d{4}$/);
  await dialog.getByLabel('Número de serie').fill(CLINIC_DEVICE.serial);
  await dialog.getByLabel('PIN').fill('0000');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.getByText('Este PIN no corresponde al dispositivo. Compruebe el PIN y el número de serie.').waitFor();
  await dialog.getByLabel('PIN').fill(CLINIC_DEVICE.pin);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('alertdialog', { name: '¿Está seguro?' }).getByRole('button', { name: 'Continuar' }).click();
  await page.getByText(`Se agregó el dispositivo ${CLINIC_DEVICE.serial}.`).waitFor();
  await page.getByText(`${start} hasta hoy`).waitFor();
  await page.getByText('Todavía no se han recibido ajustes de este dispositivo.').waitFor();

  await wearEveryNight(CLINIC_DEVICE.serial);
  const [, sevenDays, thirtyDays] = await printedCodes(CLINIC_DEVICE.serial);
  await page.getByRole('button', { name: 'Agregar informe de iCode' }).click();
  const form = page.getByRole('dialog', { name: 'Agregar informe de iCode' });
  await paste(form.getByLabel('iCode', { exact: true }), `${sevenDays}\n${thirtyDays}`);
  await form.getByRole('group', { name: 'iCode 2' }).waitFor();
  await beUnhurried(page);
  await form.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('alertdialog', { name: '¿Está seguro?' }).getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Informes de iCode agregados: 2').waitFor();

  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Generar informe (2)' }).click();
  const report = await opened;
  await report.getByRole('heading', { name: 'Informe de iCode' }).waitFor();
  await report.getByRole('region', { name: 'Informe de iCode' }).getByText('30 de 30').waitFor();
  await report.getByText(usDate(0), { exact: true }).first().waitFor();

  // Another computer gets the language from the user.
  const elsewhere = await visitor();
  await signIn(elsewhere, 'clinical.staff');
  await elsewhere.getByRole('heading', { name: 'Pacientes' }).waitFor();
  // No other user's language changed.
  const other = await staff('clinical.admin');
  await other.getByRole('heading', { name: 'Patients' }).waitFor();
});
