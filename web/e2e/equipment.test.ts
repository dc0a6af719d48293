import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TOUR } from '../../api/src/demo/tour.ts';
import { violations } from './axe.ts';
import { arrange } from './simulated-device.ts';
import { staff, useStage, usDate } from './stage.ts';

useStage();
const patientPath = `/patients/${TOUR.newPatientId}`;

// A therapy that began three weeks ago: every date of the test is within the compliance period and not far from today.
beforeAll(() =>
  arrange("update patients set therapy_start = (now() at time zone 'America/New_York')::date - 21 where id = $1", [
    TOUR.newPatientId,
  ]),
);

const menuOf = (page: Page) => page.getByRole('button', { name: `Menu of device ${TOUR.freeSerial}` });

async function choose(page: Page, item: string): Promise<void> {
  await menuOf(page).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const answer = (page: Page, title: string, button: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: button }).click();

test('staff change the dates of a device, add its PIN, cannot add a second device, and delete it', async () => {
  const page = await staff('ep.admin', patientPath);
  await page.getByRole('button', { name: 'Add Device' }).click();
  const add = page.getByRole('dialog', { name: 'Add equipment' });
  await add.getByLabel('Start date').fill(usDate(-9));
  await add.getByLabel('Serial number').fill(TOUR.freeSerial);
  await add.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${usDate(-9)} to present`).waitFor();

  // The start moves within the compliance period: asked, refused, form unchanged; asked again, saved, recalculated.
  await choose(page, 'Edit/End');
  const update = page.getByRole('dialog', { name: 'Update equipment' });
  await update.getByLabel('Start date').fill(usDate(-8));
  expect(await update.getByLabel('Serial number').getAttribute('readonly')).not.toBeNull();
  expect(await violations(page)).toEqual([]);
  await update.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alertdialog').getByText('compliance period').waitFor();
  expect(await violations(page)).toEqual([]);
  await answer(page, 'Are you sure ?', 'Cancel');
  expect(await update.getByLabel('Start date').inputValue()).toBe(usDate(-8));
  const calculated = page.waitForResponse(
    (response) => response.request().postData()?.includes('mutation RecalculateCompliance') ?? false,
  );
  await update.getByRole('button', { name: 'Save' }).click();
  await answer(page, 'Are you sure ?', 'Continue');
  await page.getByText(`${usDate(-8)} to present`).waitFor();
  await update.waitFor({ state: 'detached' });
  await page.locator(':focus').and(menuOf(page)).waitFor();
  expect(await (await calculated).json()).toMatchObject({ data: { recalculateCompliance: { userErrors: [] } } });

  // Another tab ends the device while the form is open: shown at once, refused on save, and no input is lost.
  await choose(page, 'Edit/End');
  await update.getByLabel('Start date').fill(usDate(-7));
  const tab = await page.context().newPage();
  await tab.goto(patientPath);
  await choose(tab, 'Edit/End');
  const there = tab.getByRole('dialog', { name: 'Update equipment' });
  await there.getByLabel('End date').fill(usDate(-1));
  await there.getByRole('button', { name: 'Save' }).click();
  await tab.getByText(`Device ${TOUR.freeSerial} was updated.`).waitFor();
  await update.getByText(`It is now assigned ${usDate(-8)} to ${usDate(-1)}.`).waitFor();
  await update.getByRole('button', { name: 'Save' }).click();
  await answer(page, 'Device Changed', 'OK');
  expect(await update.getByLabel('Start date').inputValue()).toBe(usDate(-7));
  // Saved again it is as before: the form still says so.
  await update.getByRole('button', { name: 'Save' }).click();
  await answer(page, 'Are you sure ?', 'Continue');
  await page.getByText(`${usDate(-7)} to present`).waitFor();
  await tab.getByText(`${usDate(-7)} to present`).waitFor();
  await tab.close();

  // The missing PIN.
  await choose(page, 'Add Pin Number');
  const pin = page.getByRole('dialog', { name: 'Add Pin' });
  expect(await pin.getByLabel('Start date').getAttribute('readonly')).not.toBeNull();
  await pin.getByLabel('PIN').fill('0000');
  await pin.getByRole('button', { name: 'Save' }).click();
  await pin.getByText('This PIN does not belong to the device. Check the PIN and the serial number.').waitFor();
  await pin.getByLabel('PIN').fill(TOUR.freePin);
  await pin.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`The PIN of device ${TOUR.freeSerial} was added.`).waitFor();
  await menuOf(page).click();
  await page.getByRole('menuitem', { name: 'Edit/End' }).waitFor();
  // The list is read again after the message.
  await page.getByRole('menuitem', { name: 'Add Pin Number' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    'Edit/End',
    'iCode Reports',
    'Delete',
    'Void assignment',
  ]);
  await page.keyboard.press('Escape');

  // One active device at a time.
  await page.getByRole('button', { name: 'Add Device' }).click();
  await page
    .getByRole('alertdialog', { name: 'Add Device' })
    .getByText('This patient already has an active device.')
    .waitFor();
  await answer(page, 'Add Device', 'OK');
  expect(await page.getByRole('dialog').count()).toBe(0);

  // The same card on the machine page, at the device's own address.
  await page.getByRole('link', { name: TOUR.freeSerial }).click();
  await page.waitForURL(`**/org-device/${TOUR.freeSerial}/*`);
  await page.getByRole('radio', { name: 'Lindqvist, Walter', checked: true }).waitFor({ state: 'attached' });
  await page.goto(page.url().replace(TOUR.freeSerial, 'A3900010001'));
  await page.getByText('This was not found. Go back, or search for it.').waitFor();

  // Gone after two confirmations.
  await page.goto(patientPath);
  await choose(page, 'Delete');
  await answer(page, 'Delete Device ?', 'Continue');
  await answer(page, 'Are you sure ?', 'Delete');
  await page.getByText('No devices found for this patient.').waitFor();
});

test('nights that a device recorded before it was assigned are shown before they become those of the patient', async () => {
  await arrange(
    `insert into usage_nights (machine_org_id, machine_id, night, source, minutes)
     select org_id, id, (now() at time zone 'America/New_York')::date - days, 'wireless', 300 from machines, generate_series(4, 6) days where serial = $1`,
    [TOUR.freeSerial],
  );
  const page = await staff('ep.admin', patientPath);
  await page.getByRole('button', { name: 'Add Device' }).click();
  const add = page.getByRole('dialog', { name: 'Add equipment' });
  await add.getByLabel('Start date').fill(usDate(-5));
  await add.getByLabel('Serial number').fill(TOUR.freeSerial);
  await add.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Nights That Move' });
  await question.getByText(`2 nights, ${usDate(-5)} to ${usDate(-4)}: from no patient to Lindqvist, Walter`).waitFor();
  await question.getByRole('row', { name: /^Lindqvist, Walter 2 / }).waitFor();
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await add.getByLabel('Start date').inputValue()).toBe(usDate(-5));

  // One night less: the answer is about what the form has now.
  await add.getByLabel('Start date').fill(usDate(-4));
  await add.getByRole('button', { name: 'Save' }).click();
  await question.getByText(`1 night, ${usDate(-4)}: from no patient to Lindqvist, Walter`).waitFor();
  await question.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(`${usDate(-4)} to present`).waitFor();
});
