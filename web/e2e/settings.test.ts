import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { EXAMPLE_SERIAL, TOUR } from '../../api/src/demo/tour.ts';
import { violations } from './axe.ts';
import { WELL_BEHAVED } from '../../api/scripts/simulate/behavior.ts';
import { arrange, connectDevice } from './simulated-device.ts';
import { staff, useStage } from './stage.ts';

useStage();
const patientPath = `/patients/${TOUR.patientId}`;

async function openSettings(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Edit Settings' }).click();
  const tab = await opened;
  await tab.getByLabel('Max APAP', { exact: true }).waitFor();
  return tab;
}

const pendingOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Therapy Settings' })
    .getByRole('row')
    .filter({ hasText: 'Max APAP' })
    .getByRole('cell')
    .last();

test('a change is typed, reviewed, submitted once, shown to others without a reload, and delivered when the device applied it', async () => {
  const page = await staff('ep.admin', patientPath);
  const colleague = await staff('ep.staff', patientPath);
  await colleague.getByText('Changes submitted by Whitfield, Dana').waitFor();
  let reloads = 0;
  for (const each of [page, colleague]) each.on('load', () => (reloads += 1));

  // Both open the settings page. One value is off the steps: refused at the field, corrected with the arrow keys.
  const [tab, theirs] = [await openSettings(page), await openSettings(colleague)];
  await theirs.getByLabel('Min APAP', { exact: true }).fill('5.5');
  await tab.getByText('A change submitted by Whitfield, Dana').waitFor();
  await tab.getByLabel('Max APAP', { exact: true }).fill('17,3');
  await tab.getByRole('button', { name: 'Review changes' }).click();
  await tab.getByText('Enter a value in steps of 0.5, starting at 4.').waitFor();
  await tab.getByText('Settings to correct: 1').waitFor();
  await tab
    .locator(':focus')
    .and(tab.getByLabel('Max APAP', { exact: true }))
    .waitFor();
  expect(await violations(tab)).toEqual([]);
  await tab.keyboard.press('ArrowUp');
  expect(await tab.getByLabel('Max APAP', { exact: true }).inputValue()).toBe('17.5');

  // The review lists what changes and what is replaced.
  await tab.getByRole('button', { name: 'Review changes' }).click();
  const changes = tab.getByRole('region', { name: 'Changes' });
  await changes.getByRole('row').filter({ hasText: 'Max APAP' }).getByText('17.5 cmH₂O').waitFor();
  await tab.getByText('This replaces the change submitted by Whitfield, Dana').waitFor();
  expect(await violations(tab)).toEqual([]);
  await tab.getByRole('button', { name: 'Submit changes' }).dblclick();
  await tab.getByRole('heading', { name: 'Settings submitted' }).waitFor();
  expect(await violations(tab)).toEqual([]);

  // The page in the other tab and the colleague see it at once; the colleague's own form says so and keeps the input.
  for (const each of [page, colleague]) {
    await each.getByText('Changes submitted by Ellery, Morgan').waitFor();
    expect(await pendingOf(each).innerText()).toContain('17.5');
  }
  await theirs.getByText('The settings of this device changed while you were editing').waitFor();
  expect(await theirs.getByLabel('Min APAP', { exact: true }).inputValue()).toBe('5.5');
  await theirs.getByRole('button', { name: 'Continue with my changes' }).click();
  await theirs.getByRole('button', { name: 'Review changes' }).click();
  await theirs.getByText('This replaces the change submitted by Ellery, Morgan').waitFor();

  // Nothing counts as delivered before the device confirms it.
  await colleague.getByText('Sent to device').waitFor();
  // Two more views of the same device are open: its history, and the list of patients.
  const [dialog, list] = [await page.context().newPage(), await page.context().newPage()];
  await dialog.goto(patientPath);
  await dialog.getByRole('button', { name: 'Settings History' }).click();
  const open = dialog.getByRole('dialog', { name: `Settings History - ${EXAMPLE_SERIAL}` });
  await open.getByRole('row').filter({ hasText: 'Ellery, Morgan (Pending)' }).waitFor();
  await list.goto('/patients');
  const listed = list.locator('tbody tr', { has: list.locator(`a[href="${patientPath}"]`) });
  await listed.getByText('Pending Delivery').waitFor();
  await connectDevice(new URL(page.url()).origin, EXAMPLE_SERIAL);
  const marked = listed.getByText('Updated');
  // Repeated, because nothing signals when the server starts to listen for the page.
  for (let tries = 0; tries < 30 && (await marked.count()) === 0; tries += 1) {
    await arrange("select pg_notify('airlog', $1)", [
      JSON.stringify({ topic: 'device-history.changed', data: { patientId: TOUR.patientId, historyId: 0 } }),
    ]);
    await marked.waitFor({ timeout: 500 }).catch(() => undefined);
  }
  expect(await violations(list)).toEqual([]);
  await listed.getByText('Current', { exact: true }).waitFor();
  await open.getByRole('row').filter({ hasText: 'Ellery, Morgan (Pending)' }).waitFor({ state: 'detached' });
  for (const each of [page, colleague])
    await each.getByText('Changes submitted by Ellery, Morgan').first().waitFor({ state: 'detached' });
  await colleague.getByText('Collected via Wireless').waitFor();
  // The rest of the page follows too: the device connected just now.
  for (const each of [page, colleague]) await each.getByText('a few seconds ago', { exact: true }).first().waitFor();
  expect(await pendingOf(colleague).innerText()).toContain('17.5');
  await tab.getByRole('listitem').filter({ hasText: 'Collected' }).locator('time').waitFor();
  expect(reloads).toBe(0);

  // The history shows all of it, also on a phone, and its address opens it again.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Settings History' }).click();
  const history = page.getByRole('dialog', { name: `Settings History - ${EXAMPLE_SERIAL}` });
  await history.waitFor();
  await page.reload();
  await history.getByRole('row').filter({ hasText: 'Whitfield, Dana (Replaced)' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const region = history.getByRole('region');
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => (document.querySelector('[role=dialog] [role=region]')?.scrollLeft ?? 0) > 0);
  expect((await region.getByRole('rowheader').first().boundingBox())?.x).toBeLessThan(60);
});

test('a failed change is headed Failed and sent again once; when the device applied it the page shows the time; a refused one is dismissed', async () => {
  const {
    rows: [failed],
  } = await arrange(
    `select p.id as patient, m.serial from settings_records s join device_history h on h.id = s.history_id
       join patients p on p.id = h.patient_id join machines m on m.id = h.machine_id join modules o on o.machine_id = m.id
      where s.status = 'failed' and h.end_date is null and h.has_pin and p.org_id = (select org_id from patients where id = $1)
        and not exists (select from settings_records n where n.history_id = h.id and n.is_edit and n.submitted_at > s.submitted_at)
      order by p.id limit 1`,
    [TOUR.patientId],
  );
  const page = await staff('ep.admin', `/patients/${failed.patient}`);
  const colleague = await staff('ep.staff', `/patients/${failed.patient}`);
  const both = [page, colleague];
  const heading = (each: Page) =>
    each.getByRole('region', { name: 'Therapy Settings' }).getByRole('columnheader').last().innerText();
  await page.getByText('Failed Delivery').waitFor();
  expect(await heading(page)).toBe('Failed');

  // The question lists what would change. It is asked and carried out once, and both pages follow.
  await page.getByRole('button', { name: 'Send again' }).dblclick();
  const question = page.getByRole('alertdialog', { name: 'Send this change again?' });
  await question.getByRole('region', { name: 'Changes' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Send again' }).dblclick();
  for (const each of both) await each.getByText('Pending Delivery').waitFor();
  expect(await heading(colleague)).toBe('Pending');

  // The device applies it: the last step stays, with the time.
  const { origin } = new URL(page.url());
  await connectDevice(origin, failed.serial);
  for (const each of both)
    await each.getByRole('list', { name: 'Last delivery' }).filter({ hasText: 'Collected' }).locator('time').waitFor();
  expect(await heading(colleague)).toBe('Current');
  expect(await violations(page)).toEqual([]);

  // Another one is refused: dismissed by one user, gone for both, and kept in the history.
  await arrange(
    `insert into settings_records (org_id, patient_id, history_id, status, values, is_edit, submitted_by_name, submitted_at, expires_at)
     select org_id, patient_id, history_id, 'pending', values || '{"humidifier": 5}', true, 'Ellery, Morgan', now(), now() + interval '1 day'
       from settings_records where status = 'current' and history_id = (select h.id from device_history h join machines m on m.id = h.machine_id where m.serial = $1 and h.end_date is null)`,
    [failed.serial],
  );
  await connectDevice(origin, failed.serial, { ...WELL_BEHAVED, refusing: true });
  for (const each of both) await each.getByText('Failed Delivery').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).dblclick();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).dblclick();
  for (const each of both) await each.getByText('Failed Delivery').waitFor({ state: 'detached' });
  await colleague.getByRole('button', { name: 'Settings History' }).click();
  await colleague.getByRole('row').filter({ hasText: 'dismissed by Ellery, Morgan' }).waitFor();
});
