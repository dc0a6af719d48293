import { expect, test } from '@jest/globals';
import * as everything from '@chakra-ui/react/theme';
import { readdirSync, readFileSync } from 'node:fs';
import { recipes, slotRecipes } from './recipes.ts';

const source = new URL('../', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx$/.test(file),
);
const camelCase = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Components whose recipe has a different name. */
const otherNames: Record<string, string> = { closeButton: 'button', iconButton: 'button', textarea: 'textarea' };

test.each(files)('every Chakra component that %s imports has its styles in the theme', (file) => {
  const imported = [
    ...readFileSync(new URL(file, source), 'utf8').matchAll(/import \{([^}]*)\} from '@chakra-ui\/react'/g),
  ]
    .flatMap(([, names]) => names?.split(',') ?? [])
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => /^[A-Z]/.test(name))
    .map((name) => otherNames[camelCase(name)] ?? camelCase(name));
  const withStyles = imported.filter((name) => `${name}Recipe` in everything || `${name}SlotRecipe` in everything);
  expect(withStyles.filter((name) => !(name in recipes) && !(name in slotRecipes))).toEqual([]);
});

test('no style has a ring or a filter of Chakra, whose variables the page does without (look.ts)', () => {
  const { textStyles, layerStyles, animationStyles } = everything;
  const styles = [recipes, slotRecipes, textStyles, layerStyles, animationStyles].map((one) => JSON.stringify(one));
  const sources = files.map((file) => readFileSync(new URL(file, source), 'utf8'));
  const needed =
    /\bring(Inset|Color|OffsetWidth|OffsetColor)?"?(=|: ?)["'{]|\b(filter|backdropFilter)"?(=|: ?)["']auto/;
  expect([...styles, ...sources].filter((text) => needed.test(text))).toEqual([]);
});
