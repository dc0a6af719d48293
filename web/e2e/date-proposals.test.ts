import { expect, test } from '@jest/globals';
import { violations } from './axe.ts';
import { arrange } from './simulated-device.ts';
import { staff, useStage } from './stage.ts';

useStage();

test('a proposal leads from the patient to the utility, filled in, and ends when its dates are saved', async () => {
  // The demo data has one device whose clock was ahead.
  const {
    rows: [device],
  } = await arrange(
    'select m.id, m.serial from device_history h join machines m on m.id = h.machine_id where h.patient_id = 4',
  );
  const dates = async () =>
    (
      await arrange(
        `select count(*)::int as moved, array_agg(distinct night - usage_date) as days
           from usage_nights n where machine_id = $1 and usage_date < night`,
        [device.id],
      )
    ).rows[0];
  expect(await dates()).toMatchObject({ moved: 0 });

  const page = await staff('ep.admin', '/patients/4');
  const notice = page.getByRole('note').filter({ hasText: `the clock of device ${device.serial} changed` });
  await page.getByRole('heading', { name: 'Therapy Settings' }).scrollIntoViewIfNeeded(); // the panel after the usage
  await notice.getByText('3 nights, Wireless').waitFor();
  await notice.getByText('Proposed: 3 days earlier.').waitFor();
  await notice.getByRole('link', { name: 'Check the proposed dates' }).click();

  const utility = page.getByRole('dialog', { name: `Date Change Utility of ${device.serial}` });
  await utility.getByText('are filled in as proposed, and nothing is saved').waitFor();
  const body = utility.getByRole('region', { name: 'Rows to change' }).locator('tbody tr');
  await body.nth(2).waitFor();
  expect(await body.count()).toBe(3);
  expect(await dates()).toMatchObject({ moved: 0 });
  expect(await violations(page)).toEqual([]);

  await utility.getByRole('button', { name: 'Save', exact: true }).click();
  await utility.getByText('3 nights move to other dates. Nothing is saved yet.').waitFor();
  await utility.getByRole('button', { name: 'Save these dates' }).click();
  await utility.getByText('No data to show').waitFor();
  expect(await dates()).toEqual({ moved: 3, days: [3] });
  await page.keyboard.press('Escape');
  await utility.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await page.getByText('carry a corrected date').waitFor();
  await notice.waitFor({ state: 'detached' });

  await page.goto('/patients/4');
  await page.getByRole('heading', { name: 'Usage', exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole('slider').waitFor();
  expect(await notice.count()).toBe(0);
});

test('the calls of a patient and the codes that contradict each other are on the page of the patient', async () => {
  const page = await staff('ep.admin', '/patients/8');
  await page.getByRole('heading', { name: 'iCode calls' }).scrollIntoViewIfNeeded();
  await page.getByText('No call is needed: ').waitFor();
  await page.getByText('These codes contradict each other').first().scrollIntoViewIfNeeded();
  expect(await page.getByText('Contradiction', { exact: true }).count()).toBeGreaterThan(1);
  expect(await violations(page)).toEqual([]);

  await page.goto('/patients/15');
  await page.getByRole('heading', { name: 'iCode calls' }).scrollIntoViewIfNeeded();
  await page.getByText('Ask for: 30-day code').first().waitFor();
  await page.getByRole('button', { name: 'Enter codes read by phone' }).click();
  const form = page.getByRole('dialog', { name: 'Add iCode Report' });
  expect(await form.getByLabel('Codes read by').inputValue()).toBe('patient');
  expect(await violations(page)).toEqual([]);
});
