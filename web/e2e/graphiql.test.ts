import { expect, test } from '@jest/globals';
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
