import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { EXAMPLE_SERIAL, TOUR } from '../../api/src/demo/tour.ts';
import { encodeIc1 } from '../../api/src/icode-reports/ic1.codec.ts';
import { violations } from './axe.ts';
import { sheetsOf } from './pdf.ts';
import { arrange } from './simulated-device.ts';
import { beUnhurried, paste, staff, usDate, useStage } from './stage.ts';

useStage();
const listPath = `/patients/${TOUR.patientId}?icode=${EXAMPLE_SERIAL}`;

/**
 * An unused code of the example device, distinguished from the others by its minutes: the demo's nights are longer than
 * two hours.
 */
const code = (minutes: number) =>
  encodeIc1(EXAMPLE_SERIAL, {
    period: 7,
    compliantDays: 0,
    best30: 0,
    minutes,
    pressure: 8,
    p95: 10,
    ahi: 1,
    sni: 0,
    leak: 0,
  });
const storedOf = async (codes: string[], patientId: number | null) =>
  (
    await arrange('select id from icode_reports where code = any ($1) and patient_id is not distinct from $2', [
      codes,
      patientId,
    ])
  ).rows.length;

const list = (page: Page) => page.getByRole('dialog', { name: `iCode Reports - ${EXAMPLE_SERIAL}` });
const form = (page: Page) => page.getByRole('dialog', { name: 'Add iCode Report' });
const rowOf = (page: Page, minutes: number) =>
  list(page)
    .getByRole('row')
    .filter({ hasText: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}` });

async function openForm(page: Page): Promise<void> {
  const add = list(page).getByRole('button', { name: 'Add iCode Report' });
  await add.focus();
  await page.keyboard.press('Enter');
  await form(page)
    .locator(':focus')
    .and(form(page).getByLabel('iCode', { exact: true }))
    .waitFor();
}

const submit = async (page: Page, name = 'Submit') => {
  await form(page).getByRole('button', { name }).click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Submit' }).click();
};

test('six pasted codes are entered in two submits, once each, although an answer was lost and another tab was faster', async () => {
  const minutes = [80, 85, 90, 95, 100, 105];
  const codes = minutes.map(code);
  const page = await staff('ep.admin', listPath);
  await openForm(page);
  await paste(form(page).getByLabel('iCode', { exact: true }), codes.join('\n'));
  await form(page).getByText('Codes that did not fit: 2.').waitFor();
  expect(
    await form(page)
      .getByRole('group', { name: /^iCode \d$/ })
      .count(),
  ).toBe(4);
  expect(await violations(page)).toEqual([]);

  // The server stores the first four, but its answer never arrives. After 3000 ms the same codes can be sent again.
  const { promise: stored, resolve: lose } = Promise.withResolvers<void>();
  let losing = true;
  await page.route('**/graphql', async (route) => {
    if (!losing || !route.request().postData()?.includes('mutation CreateICodeReports')) return route.continue();
    losing = false;
    await route.fetch();
    lose();
  });
  await submit(page);
  await stored;
  await form(page).getByText('The server is still working on it.').waitFor();
  expect(await storedOf(codes, TOUR.patientId)).toBe(4);
  await beUnhurried(page);
  await submit(page, 'Try again');
  await page.getByText('iCode reports added: 4').waitFor();
  expect(await storedOf(codes, TOUR.patientId)).toBe(4);

  // The other two are in the form now. Another tab enters one of them.
  await form(page).getByRole('group', { name: 'iCode 2' }).waitFor();
  const tab = await page.context().newPage();
  await tab.goto(listPath);
  await beUnhurried(tab);
  await openForm(tab);
  await tab.keyboard.type(codes[5]!);
  await tab.keyboard.press('Enter');
  await tab.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Submit' }).click();
  await rowOf(tab, 105).waitFor();
  await submit(page);
  await form(page).waitFor({ state: 'detached' });
  for (const each of minutes) await rowOf(page, each).waitFor();
  await list(page).getByRole('button', { name: 'Generate Report (6)' }).waitFor();
  expect(await storedOf(codes, TOUR.patientId)).toBe(6);
  expect(await list(page).getByRole('row').filter({ hasText: '1:45' }).count()).toBe(1);
});

test('closing asks only when there is input, which Cancel keeps; the machine’s page opens the same list', async () => {
  const page = await staff('ep.admin', listPath);
  await openForm(page);
  await page.keyboard.press('Escape');
  await form(page).waitFor({ state: 'detached' });
  await openForm(page);
  await page.keyboard.type('1');
  await page.keyboard.press('Escape');
  const sure = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await sure.getByRole('button', { name: 'Cancel' }).click();
  expect(await form(page).getByLabel('iCode', { exact: true }).inputValue()).toBe('1');
  await form(page).getByRole('button', { name: 'Close' }).last().click();
  await sure.getByRole('button', { name: 'Discard' }).click();
  await form(page).waitFor({ state: 'detached' });

  const {
    rows: [machine],
  } = await arrange('select id from machines where serial = $1', [EXAMPLE_SERIAL]);
  await page.goto(`/machines/${machine.id}`);
  await page
    .getByRole('button', { name: /^Menu of device/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'iCode Reports' }).click();
  await list(page).getByRole('columnheader', { name: 'Avg Use Time' }).first().waitFor();
});

test('an anonymous upload on a phone is listed and printed by its serial, and is in no patient record', async () => {
  const codes = [code(110), code(115)];
  const page = await staff('ep.admin', '/icode-reports', {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await beUnhurried(page);
  await page.getByRole('button', { name: 'Add iCode' }).click();
  await form(page)
    .getByText('This is an anonymous patient iCode upload. iCodes submitted here are NOT saved to any patient record.')
    .waitFor();
  await form(page).getByPlaceholder('00000000000', { exact: true }).fill('ZZ999999999');
  await paste(form(page).getByPlaceholder('01234567890123456'), `${codes.join('\n')}\n`);
  await form(page).getByRole('group', { name: 'iCode 2' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await submit(page);
  await form(page).getByText('No device with this serial number was found. Check the serial number.').waitFor();
  await form(page).getByPlaceholder('00000000000', { exact: true }).fill(EXAMPLE_SERIAL.toLowerCase());
  await submit(page);
  await page.getByText('iCode reports added: 2').waitFor();
  await page.waitForURL(`**/icode-reports?serial=${EXAMPLE_SERIAL}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Generate Report (2)' }).click();
  const report = await opened;
  await report.getByText('Not stated').waitFor();
  expect(new URL(report.url()).searchParams.has('patient_id')).toBe(false);
  for (const shown of ['1:50', '1:55']) await report.getByRole('cell', { name: shown }).waitFor();
  expect(await report.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  expect([await storedOf(codes, null), await storedOf(codes, TOUR.patientId)]).toEqual([2, 0]);
  await page.goto(listPath);
  await list(page).getByRole('checkbox').first().waitFor({ state: 'attached' });
  expect(await list(page).getByText('1:50').count()).toBe(0);
});

test('the report shows patient and device on every sheet, Letter and A4, light from dark mode, in both languages; what cannot be printed has a message', async () => {
  // 40 reports of the patient, and one of the same device that another organization entered.
  const figures = "$1, collected, 'x' || collected, 'ic1', 1, 30, 20, 20, 300, 8, 10, 2, 0, 1";
  const columns =
    'serial, collected, code, codec, codec_version, icode_period, compliant_days, best30, minutes, pressure, p95, ahi, sni, leak';
  const { rows: own } = await arrange(
    `insert into icode_reports (org_id, patient_id, ${columns}) select p.org_id, p.id, ${figures} from patients p, generate_series('2019-01-01'::date, '2019-02-09'::date, '1 day') collected
      where p.id = $2 returning id`,
    [EXAMPLE_SERIAL, TOUR.patientId],
  );
  const {
    rows: [foreign],
  } = await arrange(
    `insert into icode_reports (org_id, ${columns}) select o.id, ${figures} from organizations o, (select '2019-03-01'::date as collected) day
      where o.id <> (select org_id from patients where id = $2) and o.id <> (select org_id from users where email = 'support.staff@demo.airlog.test') limit 1 returning id`,
    [EXAMPLE_SERIAL, TOUR.patientId],
  );
  const address = (ids: unknown[], patient: number | null = TOUR.patientId) =>
    `/reports/icode?${patient === null ? '' : `patient_id=${patient}&`}serial=${EXAMPLE_SERIAL}${ids.map((id) => `&reports_ids[]=${id}`).join('')}&show_ep=1`;
  // Every other id first: unsorted.
  const ids = own.map(({ id }) => id as number).sort((a, b) => (a % 2) - (b % 2) || a - b);
  const page = await staff('ep.admin', '/patients', { colorScheme: 'dark' });
  const {
    rows: [patient],
  } = await arrange('select last_name, first_name from patients where id = $1', [TOUR.patientId]);
  const whose = `${EXAMPLE_SERIAL} · ${patient.last_name}, ${patient.first_name}`;

  const print = async (words: { title: string; page: string; collected: string; comp: string; nights: RegExp }) => {
    await page.goto(address([...ids, foreign.id]));
    await page.getByRole('heading', { name: words.title }).waitFor();
    const table = page.getByRole('region', { name: words.title });
    await table.getByText('02/09/2019').waitFor();
    expect(
      await table
        .getByRole('row')
        .evaluateAll((rows) => rows.slice(1).map((row) => row.firstElementChild?.textContent)),
    ).toEqual(
      Array.from({ length: 40 }, (_, day) =>
        new Date(Date.UTC(2019, 1, 9 - day)).toLocaleDateString('en-US', {
          timeZone: 'UTC',
          month: '2-digit',
          day: '2-digit',
          year: 'numeric',
        }),
      ),
    );
    expect(await table.getByText(words.comp).count()).toBe(80);
    expect(await page.getByRole('alert').innerText()).toMatch(/: 1\./);
    expect(await violations(page)).toEqual([]);
    for (const format of ['Letter', 'A4']) {
      const sheets = sheetsOf(await page.pdf({ format, preferCSSPageSize: true }));
      expect(sheets.length).toBeGreaterThan(1);
      for (const [index, { text, inks }] of sheets.entries()) {
        expect(text).toContain(whose);
        expect(text).toContain(`${words.page} ${index + 1} ${words.page === 'Page' ? 'of' : 'de'} ${sheets.length}`);
        // A sheet with rows has the table's head.
        if (/\d\d\/\d\d\/2019/.test(text)) expect(text).toContain(words.collected);
        // Dark ink, for white paper.
        expect(inks.filter((ink) => Math.min(...ink) > 0.6)).toEqual([]);
      }
      // Each row has its collection and the nights of its period: 30, the last of them before the collection.
      const text = sheets.map((sheet) => sheet.text).join('');
      const periods = [...text.matchAll(words.nights)].map(([, first, last]) => `${first} ${last}`);
      expect(periods.slice(0, 2)).toEqual(['01/10/2019 02/08/2019', '01/09/2019 02/07/2019']);
      expect(periods).toHaveLength(40);
      expect(text.replaceAll(words.nights, '').match(/0[12]\/\d\d\/2019/g)).toHaveLength(40);
    }
  };
  const nights = (to: string) => new RegExp(`(\\d\\d/\\d\\d/\\d{4})\\s*${to}\\s*(\\d\\d/\\d\\d/\\d{4})`, 'g');
  await print({ title: 'iCode report', page: 'Page', collected: 'Collected', comp: '66.67', nights: nights('to') });

  for (const [path, said] of [
    [address([]), 'This address does not contain a device and at least one report.'],
    [address(['1', 'x']), 'This address does not contain a device and at least one report.'],
    [address(Array.from({ length: 500 }, (_, id) => id + 1)), 'A document can contain at most 100 reports'],
    [address([foreign.id]), 'None of these reports was found for this device.'],
    [address([ids[0]], 999_999), 'This patient was not found.'],
    [address([ids[0]], TOUR.newPatientId), 'None of these reports was found for this device.'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('alert').getByText(said).waitFor();
    expect([await page.getByRole('table').count(), await page.getByRole('button', { name: 'Print' }).count()]).toEqual([
      0, 0,
    ]);
  }

  await page.goto('/patients');
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('UpdateViewer') ?? false);
  await page.getByRole('button', { name: 'ES', exact: true }).click();
  await saved;
  await print({ title: 'Informe de iCode', page: 'Página', collected: 'Lectura', comp: '66.67', nights: nights('al') });
  expect(await page.getByText(usDate(0)).count()).toBeGreaterThan(0);
});
