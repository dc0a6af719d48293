import { textareaRecipe } from '@chakra-ui/react/theme';

export const recipe = {
  ...textareaRecipe,
  variants: {
    ...textareaRecipe.variants,
    variant: {
      ...textareaRecipe.variants?.variant,
      outline: { ...textareaRecipe.variants?.variant?.outline, bg: 'bg.panel', borderColor: 'border.emphasized' },
    },
  },
};
