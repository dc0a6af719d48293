import { expect, test } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { arrange } from './simulated-device.ts';
import { staff, useStage, visitor } from './stage.ts';

useStage();

test('a payer checks a printed report with the page alone, saved on a disk: valid, and not after a change', async () => {
  const page = await staff('ep.admin');
  const { rows } = await arrange(
    'select id from patients where org_id = 1 and therapy_start < current_date - 30 order by id limit 1',
  );
  await page.goto(`/reports/compliance?patient_id=${rows[0].id}`);
  await page.getByRole('button', { name: 'Issue report' }).click();
  await page.getByRole('img', { name: /^QR code of http/ }).waitFor();
  const read = async (path: string) => (await page.request.get(path)).text();
  const report = await read(`/api${new URL(page.url()).pathname}`);
  const folder = mkdtempSync(join(tmpdir(), 'airlog-verify-'));
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const keys = put('keys.json', await read('/.well-known/airlog-report-keys.json'));
  const saved = put('offline.html', await read('/verify/offline.html'));

  const payer = await visitor();
  await payer.goto(pathToFileURL(saved).href);
  const files = payer.locator('input[type=file]');
  const result = payer.getByRole('status');
  await files.setInputFiles([put('report.json', report), keys]);
  await result.getByText('Valid', { exact: true }).waitFor();
  await payer.getByLabel('Language').selectOption('es');
  await result.getByText('Válida: el informe está como se emitió.').waitFor();
  await files.setInputFiles(put('changed.json', report.replace(/"compliant_days":\d+/, '"compliant_days":29')));
  await result.getByText('No válido').waitFor();
  expect(await result.getByRole('row').allTextContents()).toContainEqual(expect.stringMatching(/^compliant_days29/));
});
