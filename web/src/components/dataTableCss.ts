import type { SystemStyleObject } from '@chakra-ui/react';
import type { Density } from './useTableState.ts';

/** Pixels of a row of one line. */
const rowHeights: Record<Density, number> = { comfortable: 40, compact: 32 };
/** Above and below a cell of more than one line, or of a button. */
const paddings: Record<Density, string> = { comfortable: '1', compact: '0.5' };
/** Pixels above the rows of a list at least: the top bar, the title, the search and the header. */
const ABOVE = 180;

/** Returns how many rows the window shows at most. */
export const rowsInWindow = (density: Density): number =>
  Math.max(1, Math.ceil((window.innerHeight - ABOVE) / rowHeights[density]));

/** The top bar (app/TopBar.tsx) is 56 px high. */
const topBar = '56px';

/**
 * The region around a table. The header of a table that fits sticks below the top bar. One that is too wide scrolls
 * sideways within a region that is no higher than the window, and its header sticks to the top of that region.
 */
export const regionCss: SystemStyleObject = {
  overflowX: 'clip',
  '--table-header-top': topBar,
  '&[data-overflows=true]': {
    overflow: 'auto',
    maxH: `calc(100dvh - ${topBar} - 2rem)`,
    '--table-header-top': '0',
    _print: { maxH: 'none', overflow: 'visible' },
  },
};

/**
 * The style of a table's body. Below 640 px a row is a card: each cell on its own line with its column's name
 * (data-label), the identity first and larger, then three fields; the page of the row has the rest. The roles on the
 * elements keep it a table for screen readers.
 */
export const tableCss = (density: Density): SystemStyleObject => ({
  '& thead tr': {
    position: { sm: 'sticky' },
    top: 'var(--table-header-top)',
    zIndex: '1',
    _print: { position: 'static' },
  },
  // Rounded like the region, which does not clip its corners. A collapsed border would stay behind when the row sticks.
  '& thead th': {
    bg: 'bg.muted',
    whiteSpace: { sm: 'nowrap' },
    borderBottomWidth: '0',
    boxShadow: 'inset 0 -1px 0 var(--chakra-colors-border)',
  },
  '& thead th:first-of-type': { borderStartStartRadius: 'l3' },
  '& thead th:last-of-type': { borderStartEndRadius: 'l3' },
  '& tbody tr': { bg: 'bg.panel', _hover: { bg: 'bg.subtle' } },
  '& tbody td': {
    px: '1.5',
    height: { sm: `${rowHeights[density]}px` },
    py: paddings[density],
    borderBottomWidth: '1px',
    textAlign: 'start',
    verticalAlign: 'middle',
    // A name of 120 letters must not widen the table.
    maxWidth: '22rem',
    overflowWrap: 'break-word',
  },
  // Three underlined links a row are a pattern of lines. The color says that they are links.
  '& tbody a': {
    textDecoration: 'none',
    _hover: { textDecoration: 'underline' },
    _focusVisible: { textDecoration: 'underline' },
  },
  '& tbody tr:last-of-type td': { borderBottomWidth: '0' },
  '& tbody tr:last-of-type': { clipPath: { sm: 'inset(0 round 0 0 var(--chakra-radii-l3) var(--chakra-radii-l3))' } },
  '& tbody td[data-align=end]': { textAlign: { base: 'start', sm: 'end' } },
  '& tbody td[data-nowrap=true]': { whiteSpace: 'nowrap', overflow: { sm: 'hidden' }, textOverflow: 'ellipsis' },
  '& td[data-action=true]': { whiteSpace: { sm: 'nowrap' } },
  // At the edge of the table, where they are in the same place on every row.
  '& [data-action=true]:last-of-type': { textAlign: { sm: 'end' } },
  '& tr[data-coming] td': { height: { sm: `${rowHeights[density]}px` }, py: { sm: '0' }, color: 'fg.muted' },
  '& tr[data-coming=true] td span': {
    display: 'inline-block',
    width: '60%',
    minWidth: '6',
    height: '3',
    borderRadius: 'l1',
    bg: 'bg.muted',
  },
  '& tbody td[data-empty]': { textAlign: 'center', py: '10', color: 'fg.muted' },
  smDown: {
    display: 'block',
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'flex', flexDirection: 'column', gap: '3' },
    '& tbody tr': { display: 'flex', flexDirection: 'column', borderWidth: '1px', borderRadius: 'l3', padding: '3' },
    '& tbody td': {
      maxWidth: 'none',
      display: 'flex',
      // The name of a column is on the line of its link or button, which is higher (app/touch.css).
      alignItems: 'baseline',
      gap: '3',
      border: '0!',
      padding: '1',
      textAlign: 'start',
      overflowWrap: 'anywhere',
    },
    '& tbody td .chakra-badge': { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: '0' },
    // A date with its time does not fit a narrow card.
    '& tbody td[data-nowrap=true]': { whiteSpace: 'normal' },
    '& tbody td:empty, & tbody td[data-more=true]': { display: 'none' },
    '& tbody td[data-label]::before': {
      content: 'attr(data-label)',
      flex: '0 0 40%',
      color: 'fg.muted',
      whiteSpace: 'normal',
    },
    '& tbody td[data-identity=true]': { order: '-1', fontSize: 'sm', fontWeight: 'semibold' },
    '& tbody td[data-identity=true]::before': { display: 'none' },
    '& tbody td[data-empty]': { flexDirection: 'column', gap: '0', alignItems: 'center', textAlign: 'center', py: '8' },
  },
});
