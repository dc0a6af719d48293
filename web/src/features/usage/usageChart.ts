import type { ChartConfiguration } from 'chart.js';
import type {} from 'chartjs-plugin-zoom';
import { formatDate } from '../../lib/dates.ts';
import { NUMBER_LOCALE } from '../../lib/numberLocale.ts';
import { dateOf } from '../../lib/nightRange.ts';
import { axisOf } from './usageRange.ts';
import { EDGES, PANES, type Pane, type Scene } from './usageScene.ts';
import { dayTicks, valueTicks } from './usageTicks.ts';

export type UsageChart = ChartConfiguration<'line'>;

/** Share of the height of each chart. */
const WEIGHTS: Record<Pane, number> = { use: 3, ahi: 2, pressure: 2, leak: 2 };
/** Share of an axis above its last number: room for the title of the chart. */
const HEADROOM = 1.4;
const TICK_HOURS = 4;
/** Document 000, section 9. */
const WHEEL_SPEED = 0.1;
const PAN_THRESHOLD = 10;

/** The least that an axis reaches, so that small figures look small. */
const LEAST: Record<Pane, number> = { use: 8, ahi: 5, pressure: 10, leak: 24 };

/** Returns the numbers at the axis of a chart. */
export function ticksOf(pane: Pane, { days, wanted }: Pick<Scene, 'days' | 'wanted'>): number[] {
  const highest = (values: (number | null)[]) => Math.max(LEAST[pane], ...values.map((value) => value ?? 0));
  if (pane === 'use') {
    const most = Math.max(highest(days.map(({ minutes }) => (minutes ?? 0) / 60)), wanted / 60);
    return Array.from({ length: Math.ceil(most / TICK_HOURS) + 1 }, (_, n) => n * TICK_HOURS);
  }
  if (pane === 'pressure') return valueTicks(highest(days.flatMap(({ pressure, p95 }) => [pressure, p95])));
  return valueTicks(highest(days.map((day) => day[pane])));
}

/** Returns the axis of a chart below the one before, on the same canvas. */
function paneAxis(pane: Pane, scene: Scene) {
  const ticks = ticksOf(pane, scene);
  return {
    type: 'linear',
    axis: 'y',
    position: 'left',
    stack: 'panes',
    // Chart.js stacks from the bottom.
    stackWeight: WEIGHTS[pane],
    weight: PANES.length - PANES.indexOf(pane),
    min: 0,
    max: ticks.at(-1)! * HEADROOM,
    border: { display: false },
    grid: { color: scene.colors.grid },
    ticks: { color: scene.colors.muted, autoSkip: false },
    afterFit: (axis: { width: number }) => void (axis.width = EDGES.left),
    afterBuildTicks: (axis: { ticks: { value: number }[] }) => void (axis.ticks = ticks.map((value) => ({ value }))),
  } as const;
}

function daysAxis({ view, colors }: Scene) {
  return {
    type: 'linear',
    offset: false,
    ...axisOf(view),
    grid: { display: false },
    border: { color: colors.muted },
    ticks: {
      color: colors.muted,
      autoSkip: false,
      maxRotation: 0,
      callback: (day: number | string) => formatDate(dateOf(Number(day))),
    },
    afterBuildTicks: (axis: { min: number; max: number; maxWidth: number; ticks: { value: number }[] }) =>
      void (axis.ticks = dayTicks(axis.min, axis.max, axis.maxWidth).map((value) => ({ value }))),
  } as const;
}

/** The wheel alone scrolls the page. Two fingers on a touchpad are the wheel with Ctrl, also on a Mac. */
const isZoom = (event: Event): boolean => !(event instanceof WheelEvent) || event.ctrlKey || event.metaKey;

/**
 * Returns the configuration of Chart.js: the axes of four charts on one canvas, so that they zoom and move together. What
 * is between them is drawn by usageDataShapes.ts and usageShapes.ts. Pure: `on.zoom` is called at each step of a zoom,
 * `on.move` at the end of a move.
 */
export function usageChart(scene: Scene, on: { zoom: () => void; move: () => void }): UsageChart {
  const { min, max } = axisOf(scene.limits);
  return {
    type: 'line',
    data: { datasets: [] },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      locale: NUMBER_LOCALE,
      // The pointer is followed by UsageCanvas.
      events: [],
      animation: false,
      layout: { padding: { top: EDGES.top, right: EDGES.right } },
      scales: {
        x: daysAxis(scene),
        use: paneAxis('use', scene),
        ahi: paneAxis('ahi', scene),
        pressure: paneAxis('pressure', scene),
        leak: paneAxis('leak', scene),
      },
      plugins: {
        zoom: {
          limits: { x: { min, max, minRange: Math.min(7, max - min) } },
          zoom: {
            mode: 'x',
            wheel: { enabled: true, speed: WHEEL_SPEED },
            pinch: { enabled: true },
            onZoomStart: ({ event }) => isZoom(event),
            onZoom: on.zoom,
          },
          pan: { enabled: true, mode: 'x', threshold: PAN_THRESHOLD, onPanComplete: on.move },
        },
      },
    },
  };
}
