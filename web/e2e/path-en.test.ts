import { expect, test } from '@jest/globals';
import { TOUR } from '../../api/src/demo/tour.ts';
import { printedCodes, swapDigits, wearEveryNight } from './simulated-device.ts';
import { beUnhurried, pageCount, paste, staff, usDate, useStage, visitor } from './stage.ts';

useStage();
const patientPath = `/patients/${TOUR.newPatientId}`;

test('staff find a patient, assign a device, enter its iCodes and print the report', async () => {
  // The browser's time zone does not matter: dates are in the organization's.
  const page = await visitor({ timezoneId: 'Pacific/Auckland' });

  // Sign-in refuses a wrong password without revealing whether the account exists.
  await page.goto('/');
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill('ep.admin@demo.airlog.test');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('These credentials do not match our records.').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('Airlog-demo-2026');
  await page.getByRole('button', { name: 'Sign in' }).click();

  // The home page begins with the patients to call today; the number of a reason opens exactly these follow-ups.
  await page.getByRole('heading', { name: 'Follow-ups' }).waitFor();
  await page.getByRole('heading', { name: 'Needs attention today' }).waitFor();
  const reason = page.getByRole('link', { name: /^Silent device \d+$/ });
  const [, silent] = /(\d+)$/.exec((await reason.textContent())!)!;
  await reason.click();
  await page.getByText(`${silent} of ${silent}`, { exact: true }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Patients' }).click();

  // The search in the list finds the patient.
  await page.getByRole('heading', { name: 'Patients' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('lindqvist');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await page.getByText(/^Showing 1 to \d+ of \d+ entries \(filtered from \d+ total\)$/).waitFor();
  await page.getByRole('link', { name: 'Lindqvist, Walter' }).click();
  await page.waitForURL(`**${patientPath}`);
  await page.getByText('No devices found for this patient.').waitFor();

  // Another user has the same patient open in another browser.
  const colleague = await staff('ep.staff', patientPath);
  await colleague.getByText('No devices found for this patient.').waitFor();
  let reloads = 0;
  colleague.on('load', () => (reloads += 1));

  // The device: its serial in any case, a wrong PIN refused at its field, a date long ago confirmed.
  await page.getByRole('button', { name: 'Add Device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add equipment' });
  await dialog.getByLabel('Start date').fill(usDate(-40));
  await dialog.getByLabel('Serial number').pressSequentially(TOUR.freeSerial.toLowerCase());
  expect(await dialog.getByLabel('Serial number').inputValue()).toBe(TOUR.freeSerial);
  await dialog.getByLabel('PIN').fill('0000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This PIN does not belong to the device. Check the PIN and the serial number.').waitFor();
  await dialog.getByLabel('PIN').fill(TOUR.freePin);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure ?' });
  await question.getByText('40').waitFor();
  await question.getByRole('button', { name: 'Continue' }).click();

  await page.getByText(`Device ${TOUR.freeSerial} was added.`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Luna', checked: true }).waitFor({ state: 'attached' });
  await page.getByText(`${usDate(-40)} to present`).waitFor();

  // The other user sees it without any action.
  await colleague.getByText(`${usDate(-40)} to present`).waitFor();
  expect(reloads).toBe(0);

  // The codes that the device shows after 40 nights, pasted at once; one with two digits swapped is refused at its row.
  await wearEveryNight(TOUR.freeSerial);
  const [, week, month, twoMonths] = await printedCodes(TOUR.freeSerial);
  const wrong = swapDigits(month!);
  await page.getByRole('button', { name: 'Add iCode Report' }).click();
  const form = page.getByRole('dialog', { name: 'Add iCode Report' });
  await paste(form.getByLabel('iCode', { exact: true }), [week!, wrong, twoMonths!].join('\n'));
  await form.getByRole('group', { name: 'iCode 3' }).waitFor();
  expect(await form.getByRole('group', { name: /^iCode \d$/ }).count()).toBe(3);
  const sure = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await beUnhurried(page);
  await form.getByRole('button', { name: 'Submit' }).click();
  await sure.getByRole('button', { name: 'Submit' }).click();
  const second = form.getByRole('group', { name: 'iCode 2' });
  await second.getByText('This iCode does not match the serial number.').waitFor();
  expect(await form.getByText('This iCode does not match the serial number.').count()).toBe(1);
  await second.getByLabel('iCode', { exact: true }).fill('');
  await paste(second.getByLabel('iCode', { exact: true }), month!);
  await form.getByRole('button', { name: 'Submit' }).click();
  await sure.getByText(`iCodes to submit for device ${TOUR.freeSerial}: 3`).waitFor();
  await sure.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('iCode reports added: 3').waitFor();
  await form.waitFor({ state: 'detached' });

  // New reports are selected, and the report contains the selection.
  await page
    .getByRole('checkbox', { name: `Select the report collected ${usDate(0)}, 60 days` })
    .setChecked(false, { force: true });
  await page.getByText('Show equipment provider').click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Generate Report (2)' }).click();
  const report = await opened;
  await report.getByRole('heading', { name: 'iCode report' }).waitFor();
  const { pathname, searchParams } = new URL(report.url());
  expect(pathname).toBe('/reports/icode');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    patient_id: `${TOUR.newPatientId}`,
    serial: TOUR.freeSerial,
    show_ep: '1',
  });
  expect(searchParams.getAll('reports_ids[]')).toHaveLength(2);
  const table = report.getByRole('region', { name: 'iCode report' });
  await table.getByText('7 of 7').waitFor();
  expect(await table.getByRole('row').count()).toBe(3);
  // 30 nights of 400 minutes; the device computed the figures.
  expect(await table.getByRole('row').filter({ hasText: '30 of 30' }).getByRole('cell').allInnerTexts()).toEqual([
    usDate(0),
    `${usDate(-30)} to ${usDate(-1)}`,
    '30 of 30',
    '30',
    '100.00',
    '100.00',
    '6:40',
    '9.5',
    '11.0',
    '3.2',
    '0.0',
    '0',
  ]);
  await report.getByText('Lindqvist, Walter').waitFor();
  await report.getByText('Northside Respiratory', { exact: true }).waitFor();

  // It fits on one sheet of Letter and of A4.
  for (const format of ['Letter', 'A4'])
    expect(pageCount(await report.pdf({ format, preferCSSPageSize: true }))).toBe(1);
});
