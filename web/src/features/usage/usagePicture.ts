import type { ChartColors } from './usageColors.ts';
import { MARK_SIZE, type LegendEntry } from './usageLegend.ts';

const EDGE = 12;
const FONT = (size: number) => `${size}px system-ui, sans-serif`;
const TITLE = { font: FONT(13), line: 18, gap: 4 };
const LEGEND = { font: FONT(11), line: 20, gap: 16 };
/** Pixels between a mark and its text. */
const MARK_GAP = 6;

/** Where a part is in lines that are filled from the left. */
export interface Placed {
  x: number;
  line: number;
}

/** Returns the places of parts with these widths in lines of a width. A part that is wider has a line of its own. */
export function inLines(widths: readonly number[], width: number, gap: number): Placed[] {
  let [x, line] = [0, 0];
  return widths.map((own) => {
    if (x > 0 && x + own > width) [x, line] = [0, line + 1];
    const place = { x, line };
    x += own + gap;
    return place;
  });
}

const heightOf = (places: readonly Placed[], line: number) => ((places.at(-1)?.line ?? -1) + 1) * line;

/** Returns a PNG file of the charts, between a title and the legend. */
export function pictureOf(
  canvas: HTMLCanvasElement,
  { title, legend }: { title: string; legend: readonly LegendEntry[] },
  colors: ChartColors,
): Promise<Blob> {
  const scale = canvas.width / canvas.clientWidth;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d')!;
  const places = (texts: readonly string[], more: number, { font, gap }: { font: string; gap: number }) => {
    context.font = font;
    const widths = texts.map((text) => context.measureText(text).width + more);
    return inLines(widths, width - 2 * EDGE, gap);
  };
  const words = title.split(' ');
  const wordPlaces = places(words, 0, TITLE);
  const entryPlaces = places(
    legend.map(({ text }) => text),
    MARK_SIZE + MARK_GAP,
    LEGEND,
  );
  const top = heightOf(wordPlaces, TITLE.line) + EDGE;
  const bottom = heightOf(entryPlaces, LEGEND.line) + EDGE;

  picture.width = canvas.width;
  // Sets the state of the canvas back.
  picture.height = Math.ceil((top + height + bottom) * scale);
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(canvas, 0, top * scale);
  context.scale(scale, scale);
  context.textBaseline = 'middle';
  context.fillStyle = colors.text;
  context.font = TITLE.font;
  words.forEach((word, n) => {
    const { x, line } = wordPlaces[n]!;
    context.fillText(word, EDGE + x, EDGE + (line + 0.5) * TITLE.line - EDGE / 4);
  });
  context.font = LEGEND.font;
  legend.forEach((entry, n) => {
    const { x, line } = entryPlaces[n]!;
    drawEntry(context, entry, [EDGE + x, top + height + EDGE / 2 + (line + 0.5) * LEGEND.line], colors);
  });
  return new Promise((resolve, reject) =>
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.')))),
  );
}

/** Draws an entry of the legend; `y` is its middle. */
function drawEntry(
  context: CanvasRenderingContext2D,
  { text, mark }: LegendEntry,
  [x, y]: [number, number],
  colors: ChartColors,
): void {
  context.save();
  context.translate(x, y - MARK_SIZE / 2);
  context.beginPath();
  context.rect(0, 0, MARK_SIZE, MARK_SIZE);
  context.clip();
  for (const { path, color, line, dash = [] } of mark) {
    context.fillStyle = context.strokeStyle = colors[color];
    context.setLineDash(dash);
    if (!line) {
      context.fill(new Path2D(path));
      continue;
    }
    context.lineWidth = line;
    context.stroke(new Path2D(path));
  }
  context.restore();
  context.fillStyle = colors.muted;
  context.fillText(text, x + MARK_SIZE + MARK_GAP, y);
}
