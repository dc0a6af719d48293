import { createSystem, defaultBaseConfig, defineConfig, mergeConfigs } from '@chakra-ui/react';
import {
  animationStyles,
  breakpoints,
  globalCss,
  keyframes,
  layerStyles,
  semanticTokens,
  textStyles,
  tokens,
} from '@chakra-ui/react/theme';
import { colors } from './colors.ts';
import { recipes, slotRecipes } from './recipes.ts';

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'chakra',
  cssVarsRoot: ':where(html, .chakra-theme)',
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens,
    recipes,
    slotRecipes,
    textStyles,
    layerStyles,
    animationStyles,
  },
});

const airlog = defineConfig({
  globalCss: {
    html: { colorPalette: 'teal', fontSize: '16px' },
    body: { fontSize: '14px', _print: { bg: 'white' } },
    '.no-print': { _print: { display: 'none!' } },
    '*:focus-visible': {
      outlineWidth: '2px',
      outlineStyle: 'solid',
      outlineColor: 'teal.focusRing',
      outlineOffset: '2px',
    },
  },
  theme: {
    // Phones are narrower than 640 px: tables become cards, dialogs fill the screen.
    breakpoints: { sm: '640px' },
    tokens: {
      fonts: {
        body: { value: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif' },
        heading: { value: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif' },
        mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
      },
    },
    semanticTokens: {
      colors,
      radii: { l1: { value: '4px' }, l2: { value: '6px' }, l3: { value: '10px' } },
    },
  },
});

/** The product's theme. Every value is a token, so that dark mode is one class. */
export const system = createSystem(mergeConfigs(defaultBaseConfig, config, airlog));
