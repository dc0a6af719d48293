import { inputRecipe } from '@chakra-ui/react/theme';

export const recipe = {
  ...inputRecipe,
  variants: {
    ...inputRecipe.variants,
    variant: {
      ...inputRecipe.variants?.variant,
      outline: { ...inputRecipe.variants?.variant?.outline, bg: 'bg.panel', borderColor: 'border.emphasized' },
    },
  },
};
