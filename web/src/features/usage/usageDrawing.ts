import {
  BarController,
  BarElement,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type Plugin,
} from 'chart.js';
import zoom from 'chartjs-plugin-zoom';
import type { DateRange } from '../../lib/dateRange.tsx';
import { usageChart, type UsageChart } from './usageChart.ts';
import { hatch, readColors } from './usageColors.ts';
import { paint } from './usagePainter.ts';
import { snapped } from './usageRange.ts';
import { PANES, type Pane, type Scene, type SceneContent } from './usageScene.ts';
import { shapesAbove, shapesBelow, type Layout } from './usageShapes.ts';

Chart.register(BarController, BarElement, LineController, LineElement, PointElement, LinearScale, zoom);

export interface Drawing {
  show(content: SceneContent): void;
  /** Returns what is shown as a PNG file, below a title. */
  picture(title: string): Promise<Blob>;
  end(): void;
}

const TITLE_HEIGHT = 30;

function layoutOf(chart: Chart): Layout {
  const { x } = chart.scales;
  const at = (day: number) => x!.getPixelForValue(day);
  const pane = (name: Pane) => {
    const { top, bottom } = chart.scales[name]!;
    return { top, bottom, y: (value: number) => chart.scales[name]!.getPixelForValue(value) };
  };
  return {
    width: chart.width,
    height: chart.height,
    left: chart.chartArea.left,
    right: chart.chartArea.right,
    x: at,
    // Of days in sight: others are at the edge of what a canvas can count.
    dayWidth: at(x!.min + 1) - at(x!.min),
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
    isAnimated: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
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
    afterDatasetsDraw: (drawn) => paint(drawn.ctx, shapesAbove(scene, layoutOf(drawn))),
  };
  const chart = new Chart(canvas, { ...usageChart(scene, moved), plugins: [marks] } as UsageChart);

  function moved() {
    const { min, max } = chart.scales.x!;
    const view = snapped(min, max, shown.limits);
    if (view.start === shown.view.start && view.end === shown.view.end) show(shown);
    else onMoved(view);
  }
  function show(next: SceneContent, mode?: 'none') {
    shown = next;
    scene = sceneOf(next);
    const { data, options } = usageChart(scene, moved);
    // What arrives while the user drags must not move the charts.
    if (chart.isZoomingOrPanning())
      Object.assign(options!.scales!.x!, { min: chart.scales.x!.min, max: chart.scales.x!.max });
    chart.data = data;
    chart.options = options!;
    chart.update(mode);
  }
  // At once, because printing does not wait for a frame.
  const mode = new MutationObserver(() => show(shown, 'none'));
  mode.observe(document.documentElement, { attributeFilter: ['class'] });

  return {
    show,
    picture: (title) => pictureOf(canvas, title, scene.colors),
    end() {
      mode.disconnect();
      chart.destroy();
    },
  };
}

function pictureOf(canvas: HTMLCanvasElement, title: string, { panel, text }: Scene['colors']): Promise<Blob> {
  const scale = canvas.width / canvas.clientWidth;
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height + TITLE_HEIGHT * scale;
  const context = picture.getContext('2d')!;
  context.fillStyle = panel;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = text;
  context.font = `${13 * scale}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  context.fillText(title, 12 * scale, (TITLE_HEIGHT / 2) * scale);
  context.drawImage(canvas, 0, TITLE_HEIGHT * scale);
  return new Promise((resolve, reject) =>
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.')))),
  );
}
