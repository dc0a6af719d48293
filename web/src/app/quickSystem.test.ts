import { createSystem, defaultBaseConfig, type SystemContext, type SystemStyleObject } from '@chakra-ui/react';
import { animationStyles, breakpoints, layerStyles } from '@chakra-ui/react/theme';
import { css as serialized, type CSSObject } from '@emotion/react';
import { describe, expect, test } from '@jest/globals';
import { renderTheme } from './builtTheme.tsx';
import { tokenDictionary } from './builtTokens.ts';
import { look } from './look.ts';
import { recipes, slotRecipes } from './recipes.ts';
import { textStyles } from './scale.ts';
import { system as quick } from './theme.ts';

/** Chakra's own, with the same theme. */
const chakra = createSystem(defaultBaseConfig, ...look, {
  theme: {
    breakpoints: { ...breakpoints, sm: '640px' },
    textStyles,
    layerStyles,
    animationStyles,
    recipes,
    slotRecipes,
  },
});

/** Returns the declarations and rules of a text of styles. */
function readText(text: string): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  let depth = 0;
  let start = 0;
  for (const [at, letter] of [...text].entries()) {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    if (depth > 0 || !/[;}]/.test(letter)) continue;
    const [name, value] = text.slice(start, at).split(letter === ';' ? /:(.*)/s : /\{(.*)/s);
    if (name) read[name] = letter === ';' ? value : readText(value!);
    start = at + 1;
  }
  return read;
}

/** Returns styles as Emotion reads them. */
const stylesOf = (styles: SystemStyleObject) => readText(serialized(styles as CSSObject).styles);

type Variants = Record<string, Record<string, unknown>>;

/** No choice, and each single one. */
const choicesOf = ({ variants = {} }: { variants?: Variants }): Record<string, string>[] => [
  {},
  { colorPalette: 'red' },
  ...Object.entries(variants).flatMap(([name, options]) => Object.keys(options).map((option) => ({ [name]: option }))),
];

/** What a component adds to the styles of its recipe. */
const OWN = [{}, { px: '2', _hover: { bg: 'bg.muted' }, textAlign: { base: 'start', sm: 'end' }, colorPalette: 'red' }];

describe('the styles are those that Chakra computes', () => {
  test.each(Object.entries(recipes))('of the recipe %s', (name, recipe) => {
    for (const choice of choicesOf(recipe as { variants?: Variants })) {
      const styles = (system: SystemContext) =>
        OWN.map((own) => stylesOf(system.css(system.cva({})({}), system.getRecipeFn(name)(choice), own)));
      expect(styles(quick)).toEqual(styles(chakra));
    }
  });

  test.each(Object.entries(slotRecipes))('of the slot recipe %s', (name, recipe) => {
    for (const choice of choicesOf(recipe as { variants?: Variants })) {
      const styles = (system: SystemContext) => {
        const slots = system.getSlotRecipeFn(name)(choice) as Record<string, object>;
        return OWN.flatMap((own) => Object.entries(slots).map(([slot, one]) => [slot, stylesOf(system.css(one, own))]));
      };
      expect(styles(quick)).toEqual(styles(chakra));
    }
  });

  test('of two recipes at once, and of one within other styles', () => {
    const styles = (system: SystemContext) => {
      const [badge, button] = [system.getRecipeFn('badge')({}), system.getRecipeFn('button')({ size: 'xs' })];
      return [system.css(badge, button), system.css(badge, { ...button, p: '1' })].map(stylesOf);
    };
    expect(styles(quick)).toEqual(styles(chakra));
  });
});

test('styles that were asked for before are the same object, so that their text is written once', () => {
  const own = () => ({ gap: '3', _hover: { bg: 'bg.muted' } });
  expect(quick.css(quick.getRecipeFn('badge')({}), own())).toBe(quick.css(quick.getRecipeFn('badge')({}), own()));
  expect(quick.css(own())).toBe(quick.css(own()));
  expect(quick.css(own())).not.toBe(quick.css({ ...own(), gap: '4' }));
});

test('a recipe is the same object for the same choice, so that nothing is rendered again for it', () => {
  expect(quick.getRecipeFn('button')({ size: 'xs' })).toBe(quick.getRecipeFn('button')({ size: 'xs' }));
  expect(quick.getSlotRecipeFn('menu')({})).toBe(quick.getSlotRecipeFn('menu')({}));
});

test('the tokens that the build computes are those of Chakra', () => {
  const { tokens } = chakra;
  const built = tokenDictionary(JSON.parse(JSON.stringify(renderTheme().tokens)));
  for (const name of [...tokens.flatMap.keys(), 'colors.unknown', 'fg'])
    expect([name, built.getVar!(name, 'other')]).toEqual([name, tokens.getVar(name, 'other')]);
  for (const category of ['colors', 'spacing', 'sizes', 'radii', 'breakpoints', 'shadows'])
    expect(built.getCategoryValues!(category)).toEqual(tokens.getCategoryValues(category));
  const palettes = (map: (typeof tokens)['colorPaletteMap']) => [...map].map(([name, all]) => [name, [...all]]);
  expect(palettes(built.colorPaletteMap!)).toEqual(palettes(tokens.colorPaletteMap));
  const values = JSON.stringify([recipes, slotRecipes, textStyles, layerStyles, animationStyles]).matchAll(
    /"((?:[^"\\]|\\.)*)"/g,
  );
  for (const [, value] of [...values, ['', '{colors.fg/50} {spacing.-2}'] as const])
    expect(built.expandReferenceInValue!(value!)).toBe(tokens.expandReferenceInValue(value!));
});
