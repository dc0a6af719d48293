import { defineTextStyles, defineTokens } from '@chakra-ui/react';

const LINE = { xs: '1rem', dense: '1.25rem', sm: '1.25rem', md: '1.5rem', xl: '1.75rem' };

/**
 * The five sizes of text: `xs` for notes, `dense` for tables and the lines below them, `sm` for text, `md` for the titles
 * of dialogs and sections, `xl` for the title of a page and for figures. In rem: they follow the browser's size of text.
 * The other names are those that Chakra's components ask for.
 */
const sizes = {
  xs: { value: '0.75rem' },
  dense: { value: '0.8125rem' },
  sm: { value: '0.875rem' },
  md: { value: '1rem' },
  xl: { value: '1.25rem' },
};
export const fontSizes = defineTokens.fontSizes({ ...sizes, '2xs': sizes.xs, lg: sizes.md });

const style = (size: keyof typeof sizes) => ({ value: { fontSize: size, lineHeight: LINE[size] } });

export const textStyles = defineTextStyles({
  '2xs': style('xs'),
  xs: style('xs'),
  dense: style('dense'),
  sm: style('sm'),
  md: style('md'),
  lg: style('md'),
  xl: style('xl'),
  none: { value: {} },
  label: { value: { fontSize: 'sm', lineHeight: LINE.sm, fontWeight: 'medium' } },
});

const quick = { value: '150ms' };

/** How long a motion lasts: long enough to be seen, too short to wait for. */
export const durations = defineTokens.durations({
  fastest: { value: '50ms' },
  faster: { value: '100ms' },
  fast: quick,
  moderate: quick,
  slow: quick,
  slower: quick,
  slowest: quick,
});
