import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import pg from 'pg';
import { database, signIn, useStage, visitor } from './stage.ts';

useStage();

/** Everything that the page can read in the storages of its browser, by storage. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage } as Record<string, string>,
    session: { ...sessionStorage } as Record<string, string>,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }));

/** A patient of the demo provider, as the pages name them. */
async function somePatient(): Promise<{ id: number; names: string[]; birthDate: string }> {
  const client = new pg.Client({ connectionString: database() });
  await client.connect();
  const { rows } = await client.query<{ id: number; first_name: string; last_name: string; birth_date: string }>(
    `select p.id, p.first_name, p.last_name, p.birth_date::text from patients p
      where p.org_id = (select org_id from users where email = 'ep.admin@demo.airlog.test') and p.birth_date is not null and length(p.last_name) > 4
      order by p.id limit 1`,
  );
  await client.end();
  const { id, first_name, last_name, birth_date } = rows[0]!;
  return { id, names: [first_name, last_name], birthDate: birth_date };
}

const WALK = [
  '/',
  '/machines',
  '/devices',
  '/users',
  '/uploads',
  '/activity',
  '/follow-ups',
  '/hand-offs',
  '/settings',
];

test('no page and no query of GraphiQL stores data of a patient, and signing out leaves the language and the color mode', async () => {
  const patient = await somePatient();
  const page = await visitor({ locale: 'es-US' });
  await signIn(page, 'ep.admin');
  const names = [...patient.names, patient.birthDate];
  const assertNone = async () => {
    const text = JSON.stringify(await stored(page));
    for (const name of names) expect(text).not.toContain(name);
  };
  const search = page.getByRole('searchbox').first();
  await search.fill(patient.names[1]!);
  await page.waitForURL(/[?&]q=/);
  await assertNone();
  for (const path of [`/patients/${patient.id}`, `/patients/${patient.id}#record`, ...WALK]) {
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    await assertNone();
  }
  await page.evaluate(() => {
    localStorage.setItem('color-mode', 'dark');
    // As an earlier version of GraphiQL left it.
    localStorage.setItem('graphiql:query', '{ patients(search: "Old") { totalCount } }');
  });

  await page.goto('/graphiql');
  await page.locator('.monaco-editor .line-numbers').first().waitFor();
  await page.locator('.graphiql-query-editor .view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    `query { patients(first: 1, search: "${patient.names[1]}") { totalCount edges { node { lastName birthDate } } } }`,
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.locator('.result-window').getByText(patient.birthDate).first().waitFor();
  await page
    .getByRole('button', { name: /Historial|History/ })
    .first()
    .click();
  await page.locator('.graphiql-history-item').first().waitFor();
  await assertNone();
  const before = await stored(page);
  expect(Object.keys(before.local).filter((key) => key.startsWith('graphiql'))).toEqual([]);
  expect([before.databases, before.caches]).toEqual([[], []]);

  await page.goto('/patients');
  await page.locator('header').waitFor();
  await page.evaluate(() => {
    localStorage.setItem('appliedFilters', '{}');
    sessionStorage.setItem('form:organization', '{}');
  });
  await page
    .locator('header')
    .getByRole('button', { name: /Menú de usuario|User menu/ })
    .click();
  await page.getByRole('menuitem', { name: /Cerrar sesión|Sign out/ }).click();
  await page.waitForURL(/\/login/);
  await page.locator('input[type=email]').waitFor();
  const left = await stored(page);
  expect(Object.keys(left.local).filter((key) => key !== 'language')).toEqual(['color-mode']);
  expect({ ...left, local: left.local['color-mode'] }).toEqual({
    local: 'dark',
    session: {},
    databases: [],
    caches: [],
  });
  // Back shows nothing of the patients.
  await page.goBack();
  await page.locator('input[type=email]').waitFor();
});

test('a session that ended elsewhere leaves as little, and the reason of its end', async () => {
  const page = await visitor();
  await signIn(page, 'ep.staff');
  await page.evaluate(() => {
    localStorage.setItem('appliedFilters', '{}');
    localStorage.setItem('color-mode', 'dark');
    sessionStorage.setItem('form:organization', '{}');
    sessionStorage.setItem('flash', 'Too many failed attempts');
  });
  // Not while a page is open, whose socket would report the end.
  await page.goto('/robots.txt');
  const client = new pg.Client({ connectionString: database() });
  await client.connect();
  await client.query(
    "delete from sessions where user_id = (select id from users where email = 'ep.staff@demo.airlog.test')",
  );
  await client.end();
  await page.goto('/patients');
  await page.waitForURL(/\/login/);
  await page.getByText('Too many failed attempts').waitFor();
  const { local, session } = await stored(page);
  expect([local.appliedFilters, local['color-mode'], session]).toEqual([undefined, 'dark', {}]);
});
