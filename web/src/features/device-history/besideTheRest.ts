/** Where there is room for two columns the selector stays in sight, below the top bar, while the panels are read. */
export const besideTheRest = {
  position: { lg: 'sticky' },
  top: '72px',
  maxH: { lg: 'calc(100dvh - 88px)' },
  overflowY: { lg: 'auto' },
  _print: { position: 'static', maxH: 'none' },
} as const;
