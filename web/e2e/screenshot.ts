import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { TOUR } from '../../api/src/demo/tour.ts';
import globalSetup from '../../api/test/global-setup.ts';
import globalTeardown from '../../api/test/global-teardown.ts';
import { DEMO_PASSWORD } from '../../api/src/demo/logins.ts';
import { launchBrowser } from './browser.ts';
import { startDemoPortal } from './portal.ts';

// npm run picture: takes the pictures of the README and of docs/pictures, from its own demo portal. Needs a built client.
// Words behind `--` choose the pictures whose files have one of them in their names: npm run picture -- night users

const SIZE = { width: 1280, height: 800 };

interface Picture {
  file: string;
  path: string;
  /** Bytes of the file at most. */
  most?: number;
  /** Resolves when the screen is visible. */
  open: (page: Page) => Promise<unknown>;
}

const patient = `/patients/${TOUR.patientId}`;
const inDialog = (page: Page) => page.getByRole('dialog').getByRole('table').first().waitFor();
const row = (page: Page) => page.locator('tbody td[data-identity]').first().waitFor();

/** Wider, and down to the end of the nights, which is enough for the README. */
async function patientPage(page: Page): Promise<void> {
  const width = 1440;
  await page.setViewportSize({ ...SIZE, width });
  await page.getByRole('heading', { name: 'Communication' }).waitFor();
  await page.getByRole('button', { name: 'Save as picture' }).waitFor();
  const panel = await page
    .getByRole('heading', { name: 'Usage', exact: true })
    .locator('xpath=ancestor::section[1]')
    .boundingBox();
  const height = Math.round((panel?.y ?? 0) + (panel?.height ?? 0)) + 14;
  await page.setViewportSize({ width, height });
}

const pictures: Picture[] = [
  { file: 'web/e2e/patient-page.png', path: patient, most: 250_000, open: patientPage },
  {
    file: 'docs/pictures/home.png',
    path: '/',
    open: (page) => page.getByRole('list', { name: 'Needs attention today' }).waitFor(),
  },
  {
    file: 'docs/pictures/follow-ups.png',
    path: '/follow-ups',
    open: (page) => page.getByRole('list', { name: 'Follow-ups' }).getByRole('link').first().waitFor(),
  },
  { file: 'docs/pictures/patients.png', path: '/patients', open: row },
  {
    file: 'docs/pictures/night.png',
    path: patient,
    open: async (page) => {
      const night = page.getByRole('link', { name: /^\d\d\/\d\d\/\d{4}$/ }).first();
      await night.click();
      await page.getByRole('heading', { name: 'Settings in this night' }).waitFor();
    },
  },
  {
    file: 'docs/pictures/add-device.png',
    path: `/patients/${TOUR.newPatientId}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add Device' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  {
    file: 'docs/pictures/icode-reports.png',
    path: patient,
    open: async (page) => {
      await page.getByRole('button', { name: 'Save as picture' }).waitFor();
      await page
        .getByRole('button', { name: /^Menu of device/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'iCode Reports' }).click();
      await inDialog(page);
    },
  },
  {
    file: 'docs/pictures/compliance-report.png',
    path: `/reports/compliance?patient_id=${TOUR.patientId}`,
    open: (page) => page.getByRole('table').waitFor(),
  },
  {
    file: 'docs/pictures/machine.png',
    path: '/machines/1',
    open: (page) => page.getByRole('heading', { name: 'Machine usage' }).waitFor(),
  },
  { file: 'docs/pictures/users.png', path: '/users', open: row },
];
const asked = process.argv.slice(2);
const taken = pictures.filter(({ file }) => asked.length === 0 || asked.some((word) => file.includes(word)));
const root = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

mkdirSync(root('docs/pictures'), { recursive: true });
await globalSetup();
const [portal, browser] = await Promise.all([startDemoPortal(), launchBrowser()]);
try {
  const page = await browser.newPage({
    baseURL: portal.origin,
    viewport: SIZE,
    locale: 'en-US',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto('/');
  await page.locator('input[type=email]').fill('ep.admin@demo.airlog.test');
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('header').waitFor();
  for (const { file, path, most = 150_000, open } of taken) {
    await page.setViewportSize(SIZE);
    await page.goto(path);
    await open(page);
    // What the pointer was on does not keep its color, and no tooltip is in the way.
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: root(file), animations: 'disabled' });
    const { size } = statSync(root(file));
    process.stdout.write(`${file}: ${Math.round(size / 1000)} kB\n`);
    if (size > most) throw new Error(`${file} is too large.`);
  }
} finally {
  await browser.close();
  await portal.stop();
  await globalTeardown();
}
