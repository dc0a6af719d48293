import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { EXAMPLES } from '../src/graphiql/examples.ts';
import { violations } from './axe.ts';
import { staff, useStage } from './stage.ts';

useStage();

/** GraphiQL's own code: a tab of the editor contains its buttons, and a line of the history is named unlike its text. */
const OWN = /^(nested-interactive: (li|\.graphiql-tab)|label-content-name-mismatch: \.graphiql-history-item-label)\b/;

test.each(['light', 'dark'] as const)(
  'axe finds on the page of GraphiQL only what its own code decides, in %s',
  async (colorScheme) => {
    const page = await staff('ep.admin', '/patients', { colorScheme });
    await page.goto('/graphiql');
    await page.getByRole('heading', { name: 'GraphiQL', level: 1 }).waitFor();
    await page.locator('.monaco-editor .line-numbers').first().waitFor();
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.getByText('"totalCount"').waitFor();
    const found = async () => (await violations(page)).filter((violation) => !OWN.test(violation));
    await page.getByRole('button', { name: /Documentation Explorer/ }).click();
    await page.getByText('Root Types').waitFor();
    expect(await found()).toEqual([]);
    await page
      .getByRole('button', { name: /History/ })
      .first()
      .click();
    await page.locator('.graphiql-history-item').first().waitFor();
    expect(await found()).toEqual([]);
  },
);

test.each([
  ['en-US', ['# Press the play button to run the query.', '# The book icon opens the documentation.']],
  ['es-US', ['# Pulse el triángulo para ejecutar la consulta.', '# El icono del libro abre la documentación.']],
])('the editor begins with what its buttons do, whole in a window of 1280 px (%s)', async (locale, help) => {
  const page = await staff('ep.admin', '/graphiql', { locale });
  const editor = page.locator('.graphiql-query-editor .monaco-editor').first();
  const lines = editor.locator('.view-line');
  await lines.nth(2).waitFor();
  const shown = (await lines.allInnerTexts()).map((line) => line.replaceAll('\u00a0', ' '));
  expect(shown.slice(0, 2)).toEqual(help);
  const { right } = await editor
    .locator('.lines-content')
    .evaluate((content) => content.parentElement!.getBoundingClientRect());
  for (const n of [0, 1])
    expect(
      await lines
        .nth(n)
        .locator('span span')
        .last()
        .evaluate((text) => text.getBoundingClientRect().right),
    ).toBeLessThan(right);
});

const editorOf = (page: Page) => page.locator('.graphiql-query-editor .monaco-editor').first();

/** Opens GraphiQL with a query, as a link to it does. */
async function opened(query: string, variables = '', options = {}): Promise<Page> {
  const text = Buffer.from(JSON.stringify([query, variables])).toString('base64url');
  const page = await staff('ep.admin', `/graphiql#query=${text}`, options);
  await editorOf(page).locator('.view-line').first().waitFor();
  return page;
}
const run = (page: Page) => page.getByRole('button', { name: /Execute query/ }).click();

test('a link opens its query, which is priced, does not run by itself, and leaves no trace in the address', async () => {
  const page = await opened(
    'query A($first: Int) { patients(first: $first) { edges { node { lastName } } } }',
    '{"first": 3}',
  );
  await page.getByText(/^Price: \d+ of 5,000 points$/).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.locator('.result-window').innerText()).not.toContain('lastName');
  await run(page);
  await page.locator('.result-window').getByText('"lastName"').first().waitFor();
});

test('an operation that costs too much, or is not valid, says so before it runs', async () => {
  const costly = await opened('{ patients(first: 500) { edges { node { devices { id } voidedNights { nights } } } } }');
  await costly.getByText(/^Too expensive: [\d,]+ points\. One operation may cost 5,000\.$/).waitFor();
  const wrong = await opened('{ patients { edges { node { lastNam } } } }');
  await wrong.getByText(/^No price: Cannot query field "lastNam"/).waitFor();
});

test('a mutation is not sent before the switch says that real data change', async () => {
  const page = await opened(
    'mutation { saveTablePreferences(input: { table: "patients", hiddenColumns: [] }) { userErrors { code } } }',
  );
  const answer = page.locator('.result-window');
  await run(page);
  await answer.getByText('The mutation was').waitFor();
  await page.getByRole('switch', { name: 'Allow mutations: this changes real data' }).check();
  await run(page);
  await answer.getByText('"saveTablePreferences"').waitFor();
});

test('the answer is a table, and a file that opens in a spreadsheet', async () => {
  const page = await opened('{ patients(first: 5) { edges { node { lastName firstName provider { name } } } } }');
  await page.getByRole('button', { name: 'Answer as a table' }).first().click();
  await page.getByText('Run a query, and its rows stand here.').waitFor();
  await run(page);
  const table = page.getByRole('region', { name: 'Answer as a table' });
  await table.getByRole('columnheader', { name: 'lastName' }).waitFor();
  expect(await table.getByRole('row').count()).toBe(6);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('query.csv');
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect([lines[0], lines.length]).toEqual(['\ufefflastName,firstName,provider.name', 7]);
});

test('an example opens in a tab of its own and keeps what is typed', async () => {
  const page = await opened('{ viewer { locale } }');
  await page.getByRole('button', { name: 'Examples' }).first().click();
  await page.getByRole('button', { name: 'Compliance of each patient' }).click();
  await editorOf(page).getByText('compliantDays').waitFor();
  expect(await page.getByRole('tab').count()).toBe(2);
  await page.getByRole('tab').first().click();
  await editorOf(page).getByText('locale').waitFor();
});

test('a saved query is there after a reload, and a colleague opens it once it is shared', async () => {
  const page = await opened('{ viewer { locale timezone } }', '{"kept": true}');
  const panel = page.getByRole('region', { name: 'Saved queries' });
  const form = panel.getByRole('form', { name: 'Save the query of the open tab' });
  const show = (one: Page) => one.getByRole('button', { name: 'Saved queries' }).first().click();
  await show(page);
  await form.getByRole('textbox', { name: 'Name' }).fill('My own time zone');
  await page.keyboard.press('Enter');
  await form.getByText('Saved as “My own time zone”.').waitFor();

  await page.reload();
  await show(page);
  await panel.getByRole('button', { name: 'My own time zone', exact: true }).click();
  await editorOf(page).getByText('timezone').waitFor();
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.locator('.graphiql-editor-tool').getByText('kept').waitFor();

  const colleague = await staff('ep.staff', '/graphiql');
  await show(colleague);
  await colleague.getByText('No colleague shares a query.').waitFor();
  await panel.getByRole('button', { name: 'Change: My own time zone' }).click();
  const change = panel.getByRole('form', { name: 'Change: My own time zone' });
  await change.getByRole('checkbox', { name: 'Share with my organization' }).check();
  await change.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('The changes of “My own time zone” are saved.').waitFor();
  expect((await violations(page)).filter((violation) => !OWN.test(violation))).toEqual([]);

  await colleague.reload();
  await show(colleague);
  const shared = colleague.getByRole('region', { name: 'Shared by colleagues' });
  await shared.getByRole('button', { name: /^My own time zone\s*Shared by / }).click();
  await editorOf(colleague).getByText('timezone').waitFor();
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('time zone');
});

test('each example runs against the demo data, within the price of one operation', async () => {
  const page = await opened('{ viewer { locale } }');
  const answer = page.locator('.result-window');
  const names = page.getByRole('region', { name: 'Examples' }).getByRole('listitem');
  for (let nth = 0; nth < EXAMPLES.length; nth += 1) {
    await page.getByRole('button', { name: 'Examples' }).first().click();
    await names.nth(nth).getByRole('button').click();
    expect(await names.count()).toBe(EXAMPLES.length);
    await page.getByText(/^Price: /).waitFor();
    await run(page);
    await answer.getByText('"data"').waitFor();
    expect([nth, await answer.innerText()]).not.toEqual([nth, expect.stringContaining('"errors"')]);
    await page.getByRole('button', { name: 'Answer as a table' }).first().click();
    await page.getByText(/^\d+ rows\./).waitFor();
  }
});

test('the page is in Spanish, and axe finds nothing in its own parts in either color', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await opened('{ patients(first: 5) { edges { node { lastName } } } }', '', {
      locale: 'es-US',
      colorScheme,
    });
    await page.getByText(/^Precio: /).waitFor();
    await page.getByRole('button', { name: 'Ejemplos' }).first().click();
    await page.getByRole('button', { name: 'Cumplimiento de cada paciente' }).waitFor();
    expect((await violations(page)).filter((violation) => !OWN.test(violation))).toEqual([]);
    await page.getByRole('button', { name: 'Respuesta como tabla' }).first().click();
    await run(page);
    await page.getByText('5 filas.').waitFor();
    expect((await violations(page)).filter((violation) => !OWN.test(violation))).toEqual([]);
  }
});
