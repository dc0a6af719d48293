import { nativeSelectSlotRecipe } from '@chakra-ui/react/theme';

export const recipe = {
  ...nativeSelectSlotRecipe,
  variants: {
    ...nativeSelectSlotRecipe.variants,
    variant: {
      ...nativeSelectSlotRecipe.variants?.variant,
      outline: {
        field: { ...nativeSelectSlotRecipe.variants?.variant?.outline?.field, borderColor: 'border.emphasized' },
      },
    },
  },
};
