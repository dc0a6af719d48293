/** The theme's tokens in which the charts are drawn. Marks have 3:1 or more on the panel. */
export const CHART_TOKENS = {
  panel: 'bg.panel',
  text: 'fg',
  muted: 'fg.muted',
  grid: 'border',
  enough: 'teal.solid',
  short: 'orange.solid',
  noData: 'border.emphasized',
  fault: 'red.fg',
  ahi: 'blue.solid',
  pressure: 'teal.solid',
  p95: 'gray.solid',
  leak: 'gray.solid',
  window: 'teal.muted',
  windowEdge: 'teal.solid',
  note: 'blue.solid',
} as const;

export type ChartColors = Record<keyof typeof CHART_TOKENS, string>;

/** Returns the colors of the current mode. A canvas takes no variables of CSS. */
export function readColors(): ChartColors {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    Object.entries(CHART_TOKENS).map(([name, token]) => [
      name,
      style.getPropertyValue(`--chakra-colors-${token.replace('.', '-')}`).trim(),
    ]),
  ) as ChartColors;
}

/** Returns diagonal lines of a color on another, so that a short night differs without its color; null without a canvas. */
export function hatch(color: string, background: string): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 6;
  const context = tile.getContext('2d');
  if (!context) return null;
  context.fillStyle = background;
  context.fillRect(0, 0, 6, 6);
  context.strokeStyle = color;
  context.lineWidth = 2.2;
  for (const shift of [-6, 0, 6]) {
    context.moveTo(shift - 1, 7);
    context.lineTo(shift + 7, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat');
}
