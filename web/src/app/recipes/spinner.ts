import { spinnerRecipe } from '@chakra-ui/react/theme';

/** A turn is no motion that a user waits for: it is slower than those (scale.ts). */
export const recipe = { ...spinnerRecipe, base: { ...spinnerRecipe.base, animationDuration: '600ms' } };
