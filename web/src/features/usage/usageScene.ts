import type { DateRange } from '../../lib/dateRange.tsx';
import type { ChartColors } from './usageColors.ts';
import type { UsageDay } from './usageDays.ts';

/** Everything that the charts show, without its look. */
export interface SceneContent {
  days: readonly UsageDay[];
  /** The nights between the edges of the charts. */
  view: DateRange;
  /** How far the charts move. */
  limits: DateRange;
  /** Minutes of use that the compliance rule requires. */
  wanted: number;
  /** The window of the compliance rule; null without one. */
  window: DateRange | null;
  changes: readonly { day: number; serial: string }[];
  texts: {
    use: string;
    ahi: string;
    pressure: string;
    leak: string;
    /** At the line of the minutes that the rule requires. */
    line: string;
    /** In place of a figure that no night has. */
    none: string;
  };
}

/** The same in the colors of the current mode. */
export interface Scene extends SceneContent {
  colors: ChartColors;
  /** Of a night that is too short: a pattern where there is a canvas, else the color. */
  shortFill: CanvasPattern | string;
}

/** The charts, from the top; each has its own axis, and all have the same days. */
export const PANES = ['use', 'ahi', 'pressure', 'leak'] as const;
export type Pane = (typeof PANES)[number];

/** Pixels from the edges of the canvas to the charts: the numbers of the axes, and the text of the line. */
export const EDGES = { left: 40, right: 36, top: 18 } as const;
