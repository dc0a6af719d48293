import { dayOf } from '../../lib/nightRange.ts';
import { PANES, type Pane, type Scene } from './usageScene.ts';

/** What is drawn by hand on the canvas, in pixels. */
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill?: string; stroke?: string }
  | { kind: 'line'; from: [number, number]; to: [number, number]; color: string; width: number; dash?: number[] }
  | { kind: 'text'; x: number; y: number; text: string; color: string; align: 'start' | 'center' | 'end' }
  | { kind: 'diamond' | 'ring' | 'cross'; x: number; y: number; size: number; color: string }
  /** Each as x, y, width and height. */
  | { kind: 'bars'; bars: [number, number, number, number][]; fill: string | CanvasPattern; stroke?: string }
  /** Broken at null. */
  | { kind: 'curve'; points: ([number, number] | null)[]; color: string; width: number; dash?: number[] }
  | { kind: 'points'; form: 'circle' | 'triangle'; at: [number, number][]; radius: number; color: string };

/** Where the charts are on the canvas, in pixels. */
export interface Layout {
  width: number;
  height: number;
  left: number;
  right: number;
  /** The day numbers at the left and at the right edge. */
  min: number;
  max: number;
  /** The middle of a day. */
  x: (day: number) => number;
  dayWidth: number;
  panes: Record<Pane, { top: number; bottom: number; y: (value: number) => number }>;
}

const UNUSED_HEIGHT = 9;
const NO_DATA_HEIGHT = 3;
const BAR_SHARE = 0.8;
/** Above this many nights bars have no space between them, and points are left to the lines. */
const FEW_NIGHTS = 120;
/** Pixels that a serial number needs; of marks that are closer only the first has its label. */
const LABEL_WIDTH = 96;

/** Returns whether there is a place for each night's own mark. */
export const isFew = ({ min, max }: Layout): boolean => max - min <= FEW_NIGHTS;

/** Returns the pixels of a bar. */
export const barWidth = (layout: Layout): number => Math.max(1, layout.dayWidth * (isFew(layout) ? BAR_SHARE : 1));

/** Returns what is behind the bars and lines: the paper, and the compliance window. */
export function shapesBelow({ window, colors }: Scene, layout: Layout): Shape[] {
  const { left, right, x, dayWidth } = layout;
  const paper: Shape = { kind: 'rect', x: 0, y: 0, width: layout.width, height: layout.height, fill: colors.panel };
  if (!window) return [paper];
  const { top, bottom } = layout.panes.use;
  const [start, end] = [x(dayOf(window.start)) - dayWidth / 2, x(dayOf(window.end)) + dayWidth / 2];
  const [from, to] = [Math.max(start, left), Math.min(end, right)];
  if (from >= to) return [paper];
  const edge = (at: number): Shape[] =>
    at < left || at > right
      ? []
      : [{ kind: 'line', from: [at, top], to: [at, bottom], color: colors.windowEdge, width: 1.5, dash: [2, 2] }];
  return [
    paper,
    { kind: 'rect', x: from, y: top, width: to - from, height: bottom - top, fill: colors.window },
    ...edge(start),
    ...edge(end),
  ];
}

/** Returns what is before the bars and lines. */
export const shapesAbove = (scene: Scene, layout: Layout): Shape[] => [
  ...titles(scene, layout),
  ...threshold(scene, layout),
  ...nightMarks(scene, layout),
  ...changeMarks(scene, layout),
];

function titles({ days, texts, colors }: Scene, { left, right, panes }: Layout): Shape[] {
  const isEmpty: Record<Pane, boolean> = {
    use: false,
    ahi: days.every(({ ahi }) => ahi === null),
    pressure: days.every(({ pressure, p95 }) => pressure === null && p95 === null),
    leak: days.every(({ leak }) => leak === null),
  };
  return PANES.flatMap((pane): Shape[] => {
    const { top, bottom } = panes[pane];
    const title = {
      kind: 'text',
      x: left + 6,
      y: top + 9,
      text: texts[pane],
      color: colors.text,
      align: 'start',
    } as const;
    if (!isEmpty[pane]) return [title];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2 + 4];
    return [title, { kind: 'text', x, y, text: texts.none, color: colors.muted, align: 'center' }];
  });
}

function threshold({ wanted, texts, colors }: Scene, { left, right, panes }: Layout): Shape[] {
  const y = panes.use.y(wanted / 60);
  return [
    { kind: 'line', from: [left, y], to: [right, y], color: colors.text, width: 1.25, dash: [6, 4] },
    // Outside of the charts, where no bar is.
    { kind: 'text', x: right + 4, y, text: texts.line, color: colors.text, align: 'start' },
  ];
}

/** The nights without a bar, and the signs of a corrected date and of a reading that does not count. */
function nightMarks({ days, colors }: Scene, layout: Layout): Shape[] {
  const { min, max, panes } = layout;
  const { bottom, y } = panes.use;
  const width = barWidth(layout);
  return days.flatMap(({ day, state, minutes, notes }): Shape[] => {
    if (day < min || day > max) return [];
    const x = layout.x(day);
    const shapes: Shape[] = [];
    const box = { kind: 'rect', x: x - width / 2, width } as const;
    if (state === 'unused') {
      // A box too narrow for its outline is a line.
      const look = width < 4 ? { fill: colors.short } : { stroke: colors.short };
      shapes.push({ ...box, y: bottom - UNUSED_HEIGHT, height: UNUSED_HEIGHT, ...look });
    }
    if (state === 'noData')
      shapes.push({ ...box, y: bottom - NO_DATA_HEIGHT, height: NO_DATA_HEIGHT, fill: colors.noData });
    if (state === 'fault') shapes.push({ kind: 'cross', x, y: bottom - 7, size: 4, color: colors.fault });
    const used = state === 'enough' || state === 'short' ? y((minutes ?? 0) / 60) : bottom - UNUSED_HEIGHT;
    if (notes.some(({ kind }) => kind === 'corrected'))
      shapes.push({ kind: 'diamond', x, y: used - 7, size: 4, color: colors.note });
    if (notes.some(({ kind }) => kind !== 'corrected'))
      shapes.push({ kind: 'ring', x, y: used - 17, size: 3.5, color: colors.note });
    return shapes;
  });
}

function changeMarks({ changes, colors }: Scene, { left, right, x, dayWidth, panes }: Layout): Shape[] {
  let labeled = -Infinity;
  return changes.flatMap(({ day, serial }): Shape[] => {
    const at = x(day) - dayWidth / 2;
    if (at < left - 1 || at > right) return [];
    const [from, to]: [number, number][] = [
      [at, panes.use.top - 14],
      [at, panes.leak.bottom],
    ];
    const line: Shape = { kind: 'line', from: from!, to: to!, color: colors.text, width: 1.25 };
    if (at - labeled < LABEL_WIDTH) return [line];
    labeled = at;
    const isLast = at > right - LABEL_WIDTH;
    const label: Shape = {
      kind: 'text',
      x: isLast ? at - 4 : at + 4,
      y: panes.use.top - 8,
      text: serial,
      color: colors.text,
      align: isLast ? 'end' : 'start',
    };
    return [line, label];
  });
}
