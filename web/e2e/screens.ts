import type { Page } from 'playwright-core';
import { EXAMPLE_SERIAL } from '../../api/src/demo/tour.ts';
import { pageContracts } from '../src/testing/pageContracts.ts';
import { arrange } from './simulated-device.ts';
import { enter, signIn } from './stage.ts';

const reportPath = async () => {
  const { rows } = await arrange('select id from icode_reports where patient_id = 1 order by id limit 3');
  const ids = rows.map(({ id }) => `reports_ids%5B%5D=${id}`).join('&');
  return `/reports/icode?patient_id=1&serial=${EXAMPLE_SERIAL}&${ids}&show_ep=1`;
};

/** Leaves a job that failed, whose work is done as soon as it runs again. */
export const failJob = () =>
  arrange(
    `insert into pgboss.job_common (name, data, state, output, retry_count, retry_limit, completed_on, singleton_key)
     values ('recompute-compliance', '{ "patientId": 0 }', 'failed', '{ "message": "…", "reason": "DriverException 57014" }', 5, 5, now(), 'a test')`,
  );

export interface Screen {
  name: string;
  path: string | (() => Promise<string>);
  /** Whose screen it is: the administrator of an equipment provider, when omitted. */
  as?: string;
  /** Brings the page from its address to the screen; resolves when the screen is visible. */
  open: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).waitFor();
export const screens: Screen[] = [
  { name: 'the home', path: '/', open: (page) => page.getByRole('list', { name: 'Needs attention today' }).waitFor() },
  {
    name: 'the follow-ups',
    path: '/follow-ups',
    open: (page) => page.getByRole('list', { name: 'Follow-ups' }).waitFor(),
  },
  { name: 'the users', path: '/users', open: (page) => page.getByText('invited.staff@demo.airlog.test').waitFor() },
  {
    name: 'the patients',
    path: '/patients',
    open: (page) => page.getByRole('link', { name: 'Ramírez-Nguyen, Sofía' }).waitFor(),
  },
  {
    name: 'a patient',
    path: '/patients/1',
    open: async (page) => {
      await page.getByRole('heading', { name: 'Therapy Settings' }).waitFor();
      await page.getByRole('table').last().waitFor();
    },
  },
  {
    name: 'a night',
    path: '/patients/1?night=2026-01-01',
    open: (page) => page.getByRole('heading', { name: 'Settings in this night' }).waitFor(),
  },
  {
    name: 'the comparison of two periods',
    path: '/patients/1',
    open: async (page) => {
      await page.getByRole('button', { name: 'Compare periods' }).click();
      await page.getByRole('table', { name: 'Comparison of two periods' }).waitFor();
    },
  },
  {
    name: 'Add equipment',
    path: '/patients/2',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add Device' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByText('This field is required.').first().waitFor();
    },
  },
  {
    name: 'Update equipment',
    path: '/patients/1',
    open: async (page) => {
      await page.getByRole('button', { name: `Menu of device ${EXAMPLE_SERIAL}` }).click();
      await page.getByRole('menuitem', { name: 'Edit/End' }).click();
      await page.getByRole('dialog', { name: 'Update equipment' }).waitFor();
    },
  },
  {
    name: 'Add iCode Report',
    path: '/patients/1',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add iCode Report' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add iCode' }).click();
      await page.getByRole('dialog').getByRole('group', { name: 'iCode 2' }).waitFor();
    },
  },
  {
    name: 'iCode Reports',
    path: `/patients/1?icode=${EXAMPLE_SERIAL}`,
    open: (page) => page.getByRole('dialog').getByRole('table').first().waitFor(),
  },
  { name: 'the printable report', path: reportPath, open: (page) => page.getByRole('table').waitFor() },
  {
    name: 'the nights of the compliance period',
    path: '/patients/1',
    open: async (page) => {
      await page.getByRole('button', { name: 'Nights', exact: true }).click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  {
    name: 'the printable compliance report',
    path: '/reports/compliance?patient_id=1',
    open: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'the machines',
    path: '/machines',
    open: (page) => page.getByRole('table').getByRole('link').first().waitFor(),
  },
  {
    name: 'the devices, filtered, with the filter builder',
    path: '/devices?f[settings_state]=equal:pending',
    open: async (page) => {
      await page.getByRole('table').getByRole('link').first().waitFor();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('combobox', { name: 'Field' }).waitFor();
    },
  },
  {
    name: 'the columns of the machines',
    path: '/machines',
    open: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByText('Compact rows').waitFor();
    },
  },
  {
    name: 'an upload',
    path: '/uploads/1',
    open: (page) => page.getByRole('heading', { name: 'Files' }).waitFor(),
  },
  {
    name: 'Connection History',
    path: '/patients/1',
    open: async (page) => {
      // By key: while the panels above it load, the button moves, and a click may end on what takes its place.
      await page.getByRole('button', { name: 'Connection History' }).press('Enter');
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  ...Object.entries(pageContracts).flatMap(([page, { screen }]) =>
    screen ? [{ name: page, path: screen[0], open: heading(screen[1]) }] : [],
  ),
  { name: 'an organization', path: '/orgs/1', open: heading('Locations') },
  { name: 'a machine', path: '/machines/1', open: heading('History') },
  {
    name: 'the users of an organization',
    path: '/orgs/1/users',
    open: heading('Users of Northside Respiratory'),
  },
  { name: 'a user', path: '/users/2', open: heading('Signed-in sessions') },
  { name: 'the security of the account', path: '/account/security', open: heading('Signed-in sessions') },
  {
    name: 'the installation',
    as: 'support.admin',
    path: async () => {
      await failJob();
      return '/installation';
    },
    open: (page) => page.getByRole('table', { name: 'Failed jobs' }).waitFor(),
  },
];

export const isPaper = ({ name }: Screen) => name.startsWith('the printable');

/** Milliseconds after which a walk hangs, also on a computer with much else to do. */
export const WALK_MS = 600_000;

/** Opens each screen and returns what `look` found on it; an empty list when it found nothing. */
export async function walk(
  page: Page,
  shown: Screen[],
  look: (screen: Screen) => Promise<Record<string, string[]>>,
): Promise<[string, string[]][]> {
  const signingIn: Screen = {
    name: 'sign in',
    path: '/login',
    open: () => page.getByRole('button', { name: 'Sign in' }).waitFor(),
  };
  await page.goto('/login');
  await signingIn.open(page);
  const found = await look(signingIn);
  await signIn(page, 'ep.admin', '/');
  for (const screen of shown) {
    const { path, as, open } = screen;
    const address = typeof path === 'string' ? path : await path();
    // As in another browser: what the page sends first has the token of its session.
    if (as) await page.context().clearCookies();
    await (as ? enter(page, as, address) : page.goto(address));
    await open(page);
    Object.assign(found, await look(screen));
  }
  return Object.entries(found).filter(([, list]) => list.length > 0);
}
