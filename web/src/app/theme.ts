import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { animationStyles, breakpoints, layerStyles } from '@chakra-ui/react/theme';
import { look } from './look.ts';
import { quickSystem } from './quickSystem.ts';
import { recipes, slotRecipes } from './recipes.ts';
import { textStyles } from './scale.ts';

/** The product's theme. */
export const system = quickSystem(
  createSystem(defaultBaseConfig, ...look, {
    // Phones are narrower than 640 px: tables become cards, dialogs fill the screen.
    theme: { breakpoints: { ...breakpoints, sm: '640px' }, textStyles, layerStyles, animationStyles },
  }),
  { recipes, slotRecipes },
);
