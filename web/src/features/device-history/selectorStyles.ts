/** Styles of the device selector. With room for two columns it stays in view below the top bar. */
export const selectorStyles = {
  position: { lg: 'sticky' },
  top: '72px',
  maxH: { lg: 'calc(100dvh - 88px)' },
  overflowY: { lg: 'auto' },
  _print: { position: 'static', maxH: 'none' },
} as const;
