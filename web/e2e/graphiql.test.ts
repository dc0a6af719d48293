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
