import { Chart, LinearScale, type Plugin } from 'chart.js';
import zoom from 'chartjs-plugin-zoom';
import type { DateRange } from '../../lib/dateRange.tsx';
import { trailing } from '../../lib/debounce.ts';
import { usageChart } from './usageChart.ts';
import { hatch, readColors } from './usageColors.ts';
import { dataShapes } from './usageDataShapes.ts';
import { paint } from './usagePainter.ts';
import { pictureOf } from './usagePicture.ts';
import type { LegendEntry } from './usageLegend.ts';
import { snapped } from './usageRange.ts';
import { PANES, type Pane, type Scene, type SceneContent } from './usageScene.ts';
import { shapesAbove, shapesBelow, type Layout } from './usageShapes.ts';

Chart.register(LinearScale, zoom);

export interface Drawing {
  show(content: SceneContent): void;
  /** Returns what is shown as a PNG file, between a title and the legend. */
  picture(words: { title: string; legend: readonly LegendEntry[] }): Promise<Blob>;
  end(): void;
}

/** A zoom has ended when no step followed for this long. */
const ZOOM_ENDS_MS = 250;

function layoutOf(chart: Chart): Layout {
  const { x } = chart.scales;
  const { left, right } = chart.chartArea;
  const dayWidth = (right - left) / (x!.max - x!.min);
  // Not by Chart.js, which takes longer for a point and puts those far outside elsewhere.
  const pane = (name: Pane) => {
    const { top, bottom, max } = chart.scales[name]!;
    return { top, bottom, y: (value: number) => bottom - (value / max) * (bottom - top) };
  };
  return {
    width: chart.width,
    height: chart.height,
    left,
    right,
    min: x!.min,
    max: x!.max,
    x: (day) => left + (day - x!.min) * dayWidth,
    dayWidth,
    panes: Object.fromEntries(PANES.map((name) => [name, pane(name)])) as Layout['panes'],
  };
}

/** Returns what is shown, in the colors of the page now. */
function sceneOf(content: SceneContent): Scene {
  const colors = readColors();
  return {
    ...content,
    colors,
    shortFill: hatch(colors.short, colors.panel) ?? colors.short,
  };
}

/**
 * Draws the charts on a canvas and lets the user zoom and move them; `onMoved` gets the nights between their edges
 * afterwards. They follow the color mode, also that of paper.
 */
export function startDrawing(
  canvas: HTMLCanvasElement,
  content: SceneContent,
  onMoved: (view: DateRange) => void,
): Drawing {
  let shown = content;
  let scene = sceneOf(content);
  const marks: Plugin = {
    id: 'usage-marks',
    beforeDraw: (drawn) => paint(drawn.ctx, shapesBelow(scene, layoutOf(drawn))),
    afterDatasetsDraw: (drawn) => {
      const layout = layoutOf(drawn);
      paint(drawn.ctx, dataShapes(scene, layout), drawn.chartArea);
      paint(drawn.ctx, shapesAbove(scene, layout));
    },
  };
  // The plugin's own delay ends with each update: every step of the wheel would set the range, and draw the page again.
  const zoomed = trailing(moved, ZOOM_ENDS_MS);
  const on = { zoom: zoomed.call, move: moved };
  const chart = new Chart(canvas, { ...usageChart(scene, on), plugins: [marks] });

  function moved() {
    const { min, max } = chart.scales.x!;
    const view = snapped(min, max, shown.limits);
    if (view.start === shown.view.start && view.end === shown.view.end) show(shown);
    else onMoved(view);
  }
  function show(next: SceneContent) {
    shown = next;
    scene = sceneOf(next);
    const { options } = usageChart(scene, on);
    // What arrives while the user drags or zooms must not move the charts.
    if (chart.isZoomingOrPanning() || zoomed.isWaiting())
      Object.assign(options!.scales!.x!, { min: chart.scales.x!.min, max: chart.scales.x!.max });
    chart.options = options!;
    chart.update();
  }
  // At once, because printing does not wait for a frame.
  const mode = new MutationObserver(() => show(shown));
  mode.observe(document.documentElement, { attributeFilter: ['class'] });

  return {
    show,
    picture: (words) => pictureOf(canvas, words, scene.colors),
    end() {
      mode.disconnect();
      zoomed.cancel();
      chart.destroy();
    },
  };
}
