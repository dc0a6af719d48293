import { defineConfig } from '@chakra-ui/react';
import { globalCss, keyframes, semanticTokens, tokens } from '@chakra-ui/react/theme';
import { colors } from './colors.ts';
import { durations, fontSizes } from './scale.ts';

/** Where a theme begins: the page, and what is light on a dark one. */
const ROOT = ':where(html, .chakra-theme)';

/** Palettes without a meaning in the portal. */
const UNUSED = ['cyan', 'pink', 'purple', 'yellow'];
const used = <Colors extends object>(palettes: Colors) =>
  Object.fromEntries(Object.entries(palettes).filter(([name]) => !UNUSED.includes(name))) as Colors;

const chakra = defineConfig({
  preflight: true,
  cssVarsPrefix: 'chakra',
  cssVarsRoot: ROOT,
  globalCss: {
    ...globalCss,
    // Each element computes these. Chakra's are 25 variables more: for rings and filters, which no style uses, and those
    // of the theme.
    '*': { fontFeatureSettings: '"cv11"' },
    [ROOT]: {
      '--global-font-mono': 'fonts.mono',
      '--global-font-body': 'fonts.body',
      '--global-color-border': 'colors.border',
    },
  },
  theme: {
    keyframes,
    tokens: { ...tokens, colors: used(tokens.colors!), durations, fontSizes },
    semanticTokens: { ...semanticTokens, colors: used(semanticTokens.colors!) },
  },
});

const airlog = defineConfig({
  globalCss: {
    html: { colorPalette: 'teal' },
    // Digits of one width: figures stay below each other in every list, and do not move while they change.
    body: { fontSize: 'sm', fontVariantNumeric: 'tabular-nums', _print: { bg: 'white' } },
    '.no-print': { _print: { display: 'none!' } },
    // What can only be pressed on a screen. The name of a column may be a button.
    'main :is(.chakra-button, .chakra-switch__root, .chakra-checkbox__root):not(th *)': {
      _print: { display: 'none!' },
    },
    '*:focus-visible': {
      outlineWidth: '2px',
      outlineStyle: 'solid',
      outlineColor: 'teal.focusRing',
      outlineOffset: '2px',
    },
  },
  theme: {
    tokens: {
      fonts: {
        body: { value: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif' },
        heading: { value: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif' },
        // In each of them 0 and O, and l and I, look different: in the default of a system they may not.
        mono: {
          value:
            'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono", monospace',
        },
      },
    },
    semanticTokens: {
      colors,
      radii: { l1: { value: '4px' }, l2: { value: '6px' }, l3: { value: '10px' } },
    },
  },
});

/**
 * The tokens and the styles of the page itself. Every value is a token, so that dark mode is one class. The build renders
 * them into a style sheet and a table of names (builtTheme.tsx), and puts these in the place of this file.
 */
export const look = [chakra, airlog];
