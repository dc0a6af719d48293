import { buttonRecipe } from '@chakra-ui/react/theme';

/** One that is pressed is no second main button of its screen; app/base.css shows it in forced colors. */
export const recipe = {
  ...buttonRecipe,
  variants: {
    ...buttonRecipe.variants,
    variant: {
      ...buttonRecipe.variants?.variant,
      outline: {
        ...buttonRecipe.variants?.variant?.outline,
        _pressed: { bg: 'colorPalette.subtle', borderColor: 'colorPalette.solid', fontWeight: 'semibold' },
      },
    },
  },
};
