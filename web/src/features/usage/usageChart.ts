import type { ChartConfiguration } from 'chart.js';
import type {} from 'chartjs-plugin-zoom';
import { formatDate } from '../../lib/dates.ts';
import { NUMBER_LOCALE } from '../../lib/numberLocale.ts';
import { axisOf, dateOf, lengthOf } from './usageRange.ts';
import { EDGES, PANES, type Pane, type Scene } from './usageScene.ts';
import { dayTicks, valueTicks } from './usageTicks.ts';

export type UsageChart = ChartConfiguration<'bar' | 'line', { x: number; y: number | null }[]>;

/** Share of the height of each chart. */
const WEIGHTS: Record<Pane, number> = { use: 3, ahi: 2, pressure: 2, leak: 2 };
/** Share of an axis above its last number: room for the title of the chart. */
const HEADROOM = 1.4;
const TICK_HOURS = 4;
/** Up to this many nights, points are large, and a change of the range is animated. */
const FEW_NIGHTS = 120;

const ANIMATION_MS = 150;
/** Document 000, section 9. */
const WHEEL_SPEED = 0.1;
const PAN_THRESHOLD = 10;

type Figure = 'ahi' | 'pressure' | 'p95' | 'leak';

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

/**
 * Returns the configuration of Chart.js: four charts on one canvas, so that they zoom and move together. What Chart.js
 * does not draw is in usageShapes.ts. Pure: `onMoved` is called at the end of a zoom or a move.
 */
export function usageChart(scene: Scene, onMoved: () => void): UsageChart {
  const { days, view, limits, colors, shortFill } = scene;
  const isFew = lengthOf(view) <= FEW_NIGHTS;
  const radius = isFew ? (lengthOf(view) <= 45 ? 3 : 2) : 0.8;
  const duration = scene.isAnimated && isFew ? ANIMATION_MS : 0;
  const [first, last] = [axisOf(limits).min, axisOf(limits).max];

  const bars = (state: 'enough' | 'short', fill: CanvasPattern | string) => ({
    type: 'bar' as const,
    yAxisID: 'use',
    data: days.map((day) => ({ x: day.day, y: day.state === state ? day.minutes! / 60 : null })),
    backgroundColor: fill,
    borderColor: colors[state],
    borderWidth: state === 'short' && lengthOf(view) <= 45 ? 1 : 0,
    grouped: false,
    // Bars of a pixel have no space between them.
    barPercentage: isFew ? 0.85 : 1,
    categoryPercentage: isFew ? 0.95 : 1,
  });
  const line = (figure: Figure, yAxisID: Pane, look: object) => ({
    type: 'line' as const,
    yAxisID,
    data: days.map((day) => ({ x: day.day, y: day[figure] })),
    borderColor: colors[figure],
    backgroundColor: colors[figure],
    borderWidth: isFew ? 1.5 : 1,
    pointRadius: radius,
    pointBorderWidth: 0,
    ...look,
  });
  return {
    type: 'bar',
    data: {
      datasets: [
        // Apart, because Chart.js is several times faster with one look for all bars of a set.
        bars('enough', colors.enough),
        bars('short', shortFill),
        line('ahi', 'ahi', {}),
        line('pressure', 'pressure', {}),
        line('p95', 'pressure', { borderDash: [4, 3], pointStyle: 'triangle' }),
        line('leak', 'leak', {}),
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      parsing: false,
      normalized: true,
      locale: NUMBER_LOCALE,
      // The pointer is followed by UsageCanvas.
      events: [],
      animation: { duration },
      transitions: { zoom: { animation: { duration } }, resize: { animation: { duration: 0 } } },
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
          limits: { x: { min: first, max: last, minRange: Math.min(7, last - first) } },
          zoom: {
            mode: 'x',
            wheel: { enabled: true, speed: WHEEL_SPEED, modifierKey: 'ctrl' },
            pinch: { enabled: true },
            onZoomComplete: onMoved,
          },
          pan: { enabled: true, mode: 'x', threshold: PAN_THRESHOLD, onPanComplete: onMoved },
        },
      },
    },
  };
}
