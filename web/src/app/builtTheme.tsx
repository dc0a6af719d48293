import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { renderToStaticMarkup } from 'react-dom/server.node';
import { PALETTE } from './builtTokens.ts';
import { withPrefix } from './prefix.ts';
import { system } from './theme.ts';

/** The names of the tokens of each category, and the ends of the variables of each palette: '-solid'. */
export type BuiltTokens = Record<'names' | 'palettes', Record<string, string[]>>;

/**
 * Returns the styles that every page has, as a style sheet, and the tokens: computed while the client is built
 * (web/built-theme.ts), because a browser would compute the same at each start.
 */
export function renderTheme(): { css: string; tokens: BuiltTokens } {
  const markup = renderToStaticMarkup(
    <CacheProvider value={createCache({ key: 'css', stylisPlugins: [withPrefix] })}>
      <ChakraProvider value={system}>{null}</ChakraProvider>
    </CacheProvider>,
  );
  const css = [...markup.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, rules]) => rules).join('\n');
  const names: BuiltTokens['names'] = {};
  for (const name of system.tokens.flatMap.keys()) {
    const [category, token] = name.split(/\.(.*)/s) as [string, string];
    (names[category] ??= []).push(token);
  }
  const palettes: BuiltTokens['palettes'] = {};
  for (const [name, colors] of system.tokens.colorPaletteMap)
    palettes[name] = [...colors.keys()].map((variable) => variable.replace(PALETTE, ''));
  return { css, tokens: { names, palettes } };
}
