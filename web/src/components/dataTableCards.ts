import type { SystemStyleObject } from '@chakra-ui/react';

/**
 * Below 640 px a row is a card: each cell in its own line behind its column's name (data-label), the identity first
 * and larger. The roles on the elements keep the table a table for a screen reader.
 */
export const cardCss: SystemStyleObject = {
  '& thead tr': { position: 'sticky', top: '0', zIndex: '1' },
  smDown: {
    display: 'block',
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'flex', flexDirection: 'column', gap: '3' },
    '& tbody tr': { display: 'flex', flexDirection: 'column', borderWidth: '1px', borderRadius: 'l3', padding: '3' },
    '& tbody td': { display: 'flex', gap: '3', border: '0', padding: '1', textAlign: 'start', overflowWrap: 'anywhere' },
    '& tbody td:empty': { display: 'none' },
    '& tbody td[data-label]::before': {
      content: 'attr(data-label)',
      flex: '0 0 40%',
      color: 'fg.muted',
    },
    '& tbody td[data-identity]': { order: '-1', fontSize: '14px', fontWeight: 'semibold' },
    '& tbody td[data-identity]::before': { display: 'none' },
    '& tbody td:not([data-label])': { justifyContent: 'center' },
  },
};
