import type { SystemContext } from '@chakra-ui/react';
import type { BuiltTokens } from './builtTheme.tsx';

type Dictionary = SystemContext['tokens'];
type Token = ReturnType<Dictionary['getByName']>;

const PREFIX = '--chakra-';
/** A color of the palette that a component has chosen. */
export const PALETTE = `${PREFIX}colors-color-palette`;

/** Returns the variable of a token: colors, teal.solid → --chakra-colors-teal-solid; spacing, 0.5 → --chakra-spacing-0\.5. */
function variableOf(category: string, token: string): string {
  const escaped = token.replace(/(?<=\d)\.(?=\d)|\//g, '\\$&').replace(/(?<!\\)\./g, '-');
  return PREFIX + `${category}-${escaped}`.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns what a token is in a style; a negative one begins with '-' after its last dot: spacing, -2. */
function valueOf(category: string, token: string): string {
  const [, before = '', last] = /^(.*\.)?-(.+)$/.exec(token) ?? [];
  return last ? `calc(var(${variableOf(category, before + last)}) * -1)` : `var(${variableOf(category, token)})`;
}

/**
 * Returns Chakra's dictionary of tokens from the names that the build has found (builtTheme.tsx), as far as components
 * use it: `system.token` and `useToken` find none.
 */
export function tokenDictionary({ names, palettes }: BuiltTokens): Partial<Dictionary> {
  const values: Record<string, Record<string, string>> = {};
  const byName = new Map<string, string>();
  for (const [category, tokens] of Object.entries(names)) {
    const ofCategory: Record<string, string> = (values[category] = {});
    for (const token of tokens) {
      ofCategory[token] = valueOf(category, token);
      byName.set(`${category}.${token}`, ofCategory[token]);
    }
  }
  const palette = (name: string, colors: string[]) =>
    new Map(colors.map((color) => [PALETTE + color, `var(${variableOf('colors', name)}${color})`]));
  /** Returns the value of a reference in braces: a token, or a color with its opacity in percent. */
  const referred = (reference: string): string => {
    const [name, opacity] = reference.split('/') as [string, string | undefined];
    const value = byName.get(name) ?? name;
    return opacity === undefined ? value : `color-mix(in srgb, ${value} ${opacity}%, transparent)`;
  };
  return {
    allTokens: [],
    cssVarMap: new Map(),
    categoryMap: new Map(),
    flatMap: byName,
    colorPaletteMap: new Map(Object.entries(palettes).map(([name, colors]) => [name, palette(name, colors)])),
    getVar: (name, fallback) => byName.get(name) ?? fallback,
    getCategoryValues: (category) => values[category]!,
    getByName: (name) => (byName.has(name) ? ({ name, value: byName.get(name) } as Token) : undefined),
    expandReferenceInValue: (value) =>
      value.includes('{') ? value.replace(/\{([^}]*)\}/g, (_braces, reference: string) => referred(reference)) : value,
  };
}
