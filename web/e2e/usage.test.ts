import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import { sheetsOf } from './pdf.ts';
import { arrange } from './simulated-device.ts';
import { staff, usDate, useStage } from './stage.ts';

useStage();

const PATIENT = 1;
const path = `/patients/${PATIENT}`;

/** Three years of nights of the patient's devices, with some that are short, unused or missing. */
async function useForYears(): Promise<void> {
  await arrange(
    `update device_history set start_date = current_date - 1098
      where id = (select id from device_history where patient_id = $1 order by start_date limit 1)`,
    [PATIENT],
  );
  await arrange(
    `insert into usage_nights (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, leak)
     select machine_org_id, machine_id, night, 'wireless', case n % 9 when 0 then 0 when 4 then 130 else 300 + n % 170 end,
            2 + n % 5, 8 + n % 3, 10 + n % 4, 6 + n % 20
       from (select h.*, night, row_number() over (order by night) as n from device_history h
              cross join generate_series(h.start_date::timestamp, coalesce(h.end_date, current_date) - 1, '1 day') as night
              where patient_id = $1) as nights
      where n % 13 <> 0
     on conflict do nothing`,
    [PATIENT],
  );
}

/** Opens the patient and scrolls to the charts. */
async function open(page: Page) {
  const slider = page.getByRole('slider');
  await page.getByRole('heading', { name: 'Usage' }).scrollIntoViewIfNeeded();
  await slider.waitFor();
  await page.waitForFunction(() => (document.querySelector('[role=slider] canvas') as HTMLCanvasElement).width > 300);
  return slider;
}
const shown = async (page: Page) =>
  ['First night', 'Last night'].reduce(
    async (texts, label) => [...(await texts), await page.getByLabel(label).inputValue()],
    Promise.resolve([] as string[]),
  );
/** How many pixels of the charts are of a color. */
const pixels = (page: Page, color: [number, number, number]) =>
  page.evaluate((wanted) => {
    const canvas = document.querySelector('[role=slider] canvas') as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (wanted.every((part, n) => Math.abs(part - data[at + n]!) < 4)) count += 1;
    return count;
  }, color);
const TEAL: [number, number, number] = [0x17, 0x63, 0x6f];
const TEAL_ON_DARK: [number, number, number] = [0x4f, 0xb3, 0xc2];

test('a click on a bar opens its night; the arrow keys, a reload and Back follow the address', async () => {
  const page = await staff('ep.admin', path);
  const slider = await open(page);
  const box = (await slider.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + 100);
  const night = page.getByRole('dialog');
  await night.getByRole('heading', { name: 'Settings in this night' }).waitFor();
  expect(await violations(page)).toEqual([]);
  const opened = new URL(page.url()).searchParams.get('night')!;
  const before = new Date(Date.parse(opened) - 86_400_000).toISOString().slice(0, 10);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL((url) => url.searchParams.get('night') === before);
  await page.reload();
  const [year, month, day] = before.split('-');
  await page.getByRole('dialog', { name: `Night of ${month}/${day}/${year}` }).waitFor();
  await page.goBack();
  await night.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('night')).toBeNull();
});

test('the charts come near the window, are drawn, move with the keys, the wheel and the pointer, and keep their range', async () => {
  await useForYears();
  const page = await staff('ep.admin', path, { viewport: { width: 1280, height: 420 } });
  const code: string[] = [];
  page.on('request', (request) => /usageDrawing/.test(request.url()) && code.push(request.url()));
  await page.getByRole('heading', { name: 'Therapy Settings' }).waitFor();
  const slider = await open(page);
  expect(code).toHaveLength(1);
  expect(await shown(page)).toEqual([usDate(-29), usDate(0)]);
  await expectSoon(
    () => pixels(page, TEAL),
    (count) => count > 5000,
  );
  expect(await violations(page)).toEqual([]);

  // The wheel scrolls the page; with Ctrl it zooms.
  await slider.hover();
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 60);
  await page.waitForFunction((top) => window.scrollY > top, before);
  expect(await shown(page)).toEqual([usDate(-29), usDate(0)]);
  await slider.scrollIntoViewIfNeeded();
  await slider.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await page.waitForURL(/start_date=/);
  expect(await shown(page)).not.toEqual([usDate(-29), usDate(0)]);
  // With Cmd it does too.
  await page.getByRole('button', { name: 'Reset' }).click();
  await expectSoon(
    () => shown(page),
    ([start]) => start === usDate(-29),
  );
  await slider.hover();
  await page.keyboard.down('Meta');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Meta');
  await expectSoon(
    () => shown(page),
    ([start]) => start !== usDate(-29),
  );

  // A drag to the right shows earlier nights, which are read then.
  await page.getByRole('button', { name: 'Reset' }).click();
  await expectSoon(
    () => shown(page),
    ([start]) => start === usDate(-29),
  );
  const box = (await slider.boundingBox())!;
  const asked = page.waitForRequest((request) => request.postData()?.includes('UsageNights') ?? false);
  await page.mouse.move(box.x + 300, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 60, { steps: 8 });
  await page.mouse.up();
  await asked;
  const [start, end] = await shown(page);
  expect(start).not.toBe(usDate(-29));
  expect(end).not.toBe(usDate(0));

  // The keys read each night aloud.
  await slider.focus();
  await page.keyboard.press('Home');
  expect(await slider.getAttribute('aria-valuetext')).toContain(start!);

  await page.reload();
  await open(page);
  expect(await shown(page)).toEqual([start, end]);
});

test('three years are one answer of less than 100 kB, drawn in the dark and on white paper, and listed as a table', async () => {
  await useForYears();
  const page = await staff('ep.admin', path, { colorScheme: 'dark', viewport: { width: 1280, height: 900 } });
  await open(page);
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('UsageNights') ?? false);
  await page.getByLabel('First night').fill(usDate(-1095));
  const sizes = await (await answered).request().sizes();
  expect(sizes.responseBodySize).toBeGreaterThan(1000);
  expect(sizes.responseBodySize).toBeLessThan(100_000);
  await page.getByText(/Device-reported\. No data is not zero use\.$/).waitFor();
  await expectSoon(
    () => pixels(page, TEAL_ON_DARK),
    (count) => count > 5000,
  );
  expect(await violations(page)).toEqual([]);

  // Paper is white.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await pixels(page, TEAL)).toBeGreaterThan(5000);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(await pixels(page, TEAL_ON_DARK)).toBeGreaterThan(5000);

  await page.getByRole('button', { name: 'View as table' }).click();
  expect(await page.getByRole('table', { name: 'Nights of use' }).getByRole('row').count()).toBe(1097);
  expect(await violations(page)).toEqual([]);
});

test('a night that arrives is drawn on the open page, and the picture is saved', async () => {
  const page = await staff('ep.admin', path, { acceptDownloads: true });
  const slider = await open(page);
  await arrange(`delete from usage_nights where patient_id = $1 and usage_date >= current_date - 3`, [PATIENT]);
  await page.reload();
  await open(page);
  await slider.focus();
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  expect(await slider.getAttribute('aria-valuetext')).toContain('No data yet');
  await arrange(
    `insert into usage_nights (machine_org_id, machine_id, night, source, minutes)
     select machine_org_id, machine_id, (now() at time zone 'America/New_York')::date - 2, 'wireless', 301
       from device_history where patient_id = $1 and end_date is null`,
    [PATIENT],
  );
  await expectSoon(
    async () => {
      await arrange("select pg_notify('airlog', $1)", [
        JSON.stringify({ topic: 'device-history.changed', data: { patientId: PATIENT, historyId: 0 } }),
      ]);
      return slider.getAttribute('aria-valuetext');
    },
    (text) => text?.includes('5 h 1 min of use') ?? false,
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as picture' }).click();
  const picture = await download;
  expect(picture.suggestedFilename()).toMatch(/^usage_.*\.png$/);
  // The title above the charts and the legend below them are in the picture.
  const header = readFileSync(await picture.path()).subarray(16, 24);
  const charts = (await slider.locator('canvas').boundingBox())!;
  expect(header.readUInt32BE(0)).toBe(Math.round(charts.width));
  expect(header.readUInt32BE(4)).toBeGreaterThan(charts.height + 60);
});

test('Ctrl-P on a page whose charts are not loaded yet loads them and prints then; they are in the PDF', async () => {
  const page = await staff('ep.admin', path, { viewport: { width: 390, height: 420 } });
  await page.evaluate(() => {
    window.print = () => {
      const canvas = document.querySelector<HTMLCanvasElement>('[role=slider] canvas');
      document.body.dataset.printed = `${document.body.dataset.printed ?? ''}${canvas ? 'charts' : 'none'}`;
    };
  });
  await page.getByRole('heading', { name: 'Therapy Settings' }).waitFor();
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  expect(await page.getByRole('slider').count()).toBe(0);
  await page.keyboard.press('Control+p');
  await page.waitForFunction(() => document.body.dataset.printed);
  expect(await page.evaluate(() => document.body.dataset.printed)).toBe('charts');
  expect(await pixels(page, TEAL)).toBeGreaterThan(500);
  const text = sheetsOf(await page.pdf())
    .map((sheet) => sheet.text)
    .join(' ');
  expect(text).toContain('AHI (events/h)');
  expect(text).not.toContain('The charts of use were not loaded');
});

/** Repeats a look at the page until it is as expected. */
async function expectSoon<T>(look: () => Promise<T>, isRight: (found: T) => boolean): Promise<void> {
  let found = await look();
  for (let tries = 0; tries < 240 && !isRight(found); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    found = await look();
  }
  expect(isRight(found) ? 'as expected' : found).toBe('as expected');
}
