import { skeletonRecipe } from '@chakra-ui/react/theme';

export const recipe = {
  ...skeletonRecipe,
  variants: {
    ...skeletonRecipe.variants,
    variant: {
      ...skeletonRecipe.variants?.variant,
      pulse: { ...skeletonRecipe.variants?.variant?.pulse, background: 'gray.muted' },
    },
  },
};
