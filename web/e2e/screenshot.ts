import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TOUR } from '../../api/src/demo/tour.ts';
import globalSetup from '../../api/test/global-setup.ts';
import globalTeardown from '../../api/test/global-teardown.ts';
import { DEMO_PASSWORD } from '../../api/src/demo/logins.ts';
import { launchBrowser } from './browser.ts';
import { startDemoPortal } from './portal.ts';

// npm run picture: takes the README's picture of the patient page, from its own demo portal. Needs a built client.

const FILE = fileURLToPath(new URL('patient-page.png', import.meta.url));
const LARGEST = 250_000;

await globalSetup();
const [portal, browser] = await Promise.all([startDemoPortal(), launchBrowser()]);
try {
  const page = await browser.newPage({
    baseURL: portal.origin,
    viewport: { width: 1440, height: 1000 },
    locale: 'en-US',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(`/patients/${TOUR.patientId}`);
  await page.locator('input[type=email]').fill('ep.admin@demo.airlog.test');
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Communication' }).waitFor();
  await page.getByRole('button', { name: 'Save as picture' }).waitFor();
  // Down to the end of the nights, which is enough for the README.
  const panel = await page
    .getByRole('heading', { name: 'Usage', exact: true })
    .locator('xpath=ancestor::section[1]')
    .boundingBox();
  await page.setViewportSize({ width: 1440, height: Math.round((panel?.y ?? 0) + (panel?.height ?? 0)) + 14 });
  await page.screenshot({ path: FILE, animations: 'disabled' });
} finally {
  await browser.close();
  await portal.stop();
  await globalTeardown();
}
const { size } = statSync(FILE);
process.stdout.write(`${FILE}: ${Math.round(size / 1000)} kB\n`);
if (size > LARGEST) throw new Error('The picture is too large for a README.');
