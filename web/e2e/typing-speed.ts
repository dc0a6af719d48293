import type { Locator, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { contextOf, median } from './measured-browser.ts';

// Part of npm run bench (api/scripts/bench/typing.ts): measures what a key costs in the forms above a list of 500 patients,
// and in those of a patient's page, and prints JSON. Arguments: the portal's address and the cookies of a signed-in user.

const LIST = '/patients?limit=500';
const PATIENT = '/patients/1';
const TEXT = 'Anna Muñoz, West';

interface Form {
  name: string;
  path: typeof LIST | typeof PATIENT;
  /** Opens the form and returns the field that is typed into. */
  open: (page: Page) => Promise<Locator>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
/** Opens a dialog by its button, and a tab of it, and returns one of its fields. */
const inDialog = (opener: string | RegExp, field: string | RegExp, tab?: string) => async (page: Page) => {
  // By key: while the panels above it load, the button moves.
  await button(page, opener).press('Enter');
  const dialog = page.getByRole('dialog');
  if (tab) await dialog.getByRole('tab', { name: tab }).click();
  return dialog.getByRole('textbox', { name: field }).first();
};

const forms: Form[] = [
  { name: 'search', path: LIST, open: async (page) => page.getByRole('searchbox') },
  {
    name: 'value of a filter',
    path: LIST,
    open: async (page) => {
      await button(page, 'Filter').click();
      return page.getByRole('textbox', { name: 'Value' });
    },
  },
  { name: 'new patient, name', path: LIST, open: inDialog('Add Patient', /^First name/) },
  { name: 'new patient, address', path: LIST, open: inDialog('Add Patient', /^City/, 'Contact Info') },
  { name: 'stored patient, name', path: LIST, open: inDialog(/^Edit /, /^First name/) },
  {
    name: 'palette',
    path: LIST,
    open: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      return page.getByRole('dialog').getByRole('combobox');
    },
  },
  { name: 'iCode', path: PATIENT, open: inDialog('Add iCode Report', /iCode/) },
];

/** Returns the milliseconds of the page's main thread for each key: script, style, layout and paint. */
async function keysOf(page: Page, field: Locator): Promise<number[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  await field.focus();
  const samples: number[] = [];
  for (const key of TEXT) {
    const before = await busy();
    await page.keyboard.type(key);
    await page.waitForTimeout(100);
    samples.push((await busy()) - before);
  }
  // The first keys mark the form as changed, and warm its code.
  return samples.slice(3);
}

const [origin, cookies] = process.argv.slice(2);
if (!origin || !cookies) throw new Error('Usage: typing-speed.ts <origin> <cookies>');
const browser = await launchBrowser({ asUsers: true });
try {
  const measured: { name: string; rows: number; median: number; most: number }[] = [];
  for (const { name, path, open } of forms) {
    const context = await contextOf(browser, origin, cookies);
    const page = await context.newPage();
    await page.goto(path);
    await (path === LIST ? page.locator('main tbody tr').nth(499) : page.locator('main dl dd').first()).waitFor();
    await page.waitForLoadState('networkidle');
    const field = await open(page);
    await field.waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(300); // the motion of a dialog
    const rows = await page.locator('main tbody tr').count();
    const samples = await keysOf(page, field);
    measured.push({ name, rows, median: median(samples), most: Math.max(...samples) });
    await context.close();
  }
  process.stdout.write(JSON.stringify(measured));
} finally {
  await browser.close();
}
