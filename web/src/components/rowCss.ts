import type { SystemStyleObject } from '@chakra-ui/react';

/** At the start of a row that just changed. */
const bar = 'inset 3px 0 0 var(--chakra-colors-teal-solid)';

/**
 * The look of the rows of a list: of one that just changed, where a bar is next to the color, which is no sign alone, and
 * forced colors show the outline; and of one that has the focus (rowKeys.ts), below the header that sticks.
 */
export const rowCss: SystemStyleObject = {
  // Of the cells: that of a row would delay its hover.
  '& tbody td': { transition: 'background 150ms ease-out' },
  '& tbody tr[data-changed=true]': { outline: '1px solid transparent', outlineOffset: '-1px' },
  '& tbody tr[data-changed=true] td': { bg: 'bg.changed' },
  '& tbody tr[data-changed=true] td:first-of-type': { boxShadow: { sm: bar } },
  '& tbody tr:focus': { scrollMarginTop: '12', outline: 'none' },
  '& tbody tr:focus-visible': { outline: '2px solid', outlineColor: 'teal.focusRing', outlineOffset: '-2px' },
  smDown: { '& tbody tr[data-changed=true]': { bg: 'bg.changed', boxShadow: bar } },
};
