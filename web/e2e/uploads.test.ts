import { expect, test } from '@jest/globals';
import { g3xCard } from '../../api/src/demo/cards/g3x-card.ts';
import { addMachine, arrange } from './simulated-device.ts';
import { staff, useStage } from './stage.ts';

useStage();

test('the files of a card are sent from the page of its device, and the page of the uploads opens with what became of them', async () => {
  const serial = 'A3900007001';
  const [id] = await addMachine(1, { serial, pin: '4321', simulated: false });
  await arrange(
    `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date)
     values (1, 2, 1, $1, current_date - 60, current_date - 20)`,
    [id],
  );
  const first = new Date(Date.now() - 55 * 86_400_000).toISOString().slice(0, 10);
  const { files, golden } = g3xCard(3, { serial, first, days: 20 });
  const page = await staff('ep.admin', `/machines/${id}`);
  await page.getByRole('button', { name: 'Usage file upload' }).click();
  await page
    .locator('input[type=file]:not([webkitdirectory])')
    .setInputFiles(
      files.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })),
    );
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('File uploaded successfully!').waitFor();
  await page.getByRole('heading', { name: 'Uploads', level: 1 }).waitFor();
  // The list follows the job.
  const row = page.getByRole('row').filter({ hasText: serial });
  await row.getByText('Read', { exact: true }).waitFor();
  expect(await row.textContent()).toContain(String(golden.nights.length));
  await page.goBack();
  await page.getByRole('heading', { name: serial, level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
