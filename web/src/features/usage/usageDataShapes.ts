import type { UsageDay } from './usageDays.ts';
import type { Pane, Scene } from './usageScene.ts';
import { barWidth, isFew, type Layout, type Shape } from './usageShapes.ts';

type Figure = 'ahi' | 'pressure' | 'p95' | 'leak';

interface Look {
  figure: Figure;
  pane: Pane;
  dash?: number[];
  form: 'circle' | 'triangle';
}

const CURVES: Look[] = [
  { figure: 'ahi', pane: 'ahi', form: 'circle' },
  { figure: 'pressure', pane: 'pressure', form: 'circle' },
  { figure: 'p95', pane: 'pressure', dash: [4, 3], form: 'triangle' },
  { figure: 'leak', pane: 'leak', form: 'circle' },
];

/** Up to this many nights the points are large, and a bar with a pattern has an outline. */
const WIDE_NIGHTS = 45;

/** Returns the days between the edges, and one beyond each of them, to which a line goes. */
function inSight(days: readonly UsageDay[], { min, max }: Layout): readonly UsageDay[] {
  const first = days[0]?.day ?? 0;
  return days.slice(Math.max(0, Math.floor(min) - first), Math.max(0, Math.ceil(max) - first + 1));
}

/**
 * Returns the bars and the lines: one shape for each look, because a canvas draws a thousand bars of one path several
 * times faster than a thousand bars.
 */
export function dataShapes(scene: Scene, layout: Layout): Shape[] {
  const days = inSight(scene.days, layout);
  return [...bars(days, scene, layout), ...CURVES.flatMap((look) => curve(days, scene, layout, look))];
}

function bars(days: readonly UsageDay[], { colors, shortFill }: Scene, layout: Layout): Shape[] {
  const { bottom, y } = layout.panes.use;
  const width = barWidth(layout);
  const of = (state: 'enough' | 'short') =>
    days
      .filter((day) => day.state === state)
      .map(({ day, minutes }): [number, number, number, number] => {
        const top = y(minutes! / 60);
        return [layout.x(day) - width / 2, top, width, bottom - top];
      });
  const isWide = layout.max - layout.min <= WIDE_NIGHTS;
  return [
    { kind: 'bars', bars: of('enough'), fill: colors.enough },
    { kind: 'bars', bars: of('short'), fill: shortFill, stroke: isWide ? colors.short : undefined },
  ];
}

function curve(
  days: readonly UsageDay[],
  { colors }: Scene,
  layout: Layout,
  { figure, pane, dash, form }: Look,
): Shape[] {
  const color = colors[figure];
  const few = isFew(layout);
  const points = days.map((day): [number, number] | null =>
    day[figure] === null ? null : [layout.x(day.day), layout.panes[pane].y(day[figure])],
  );
  // Of many nights a line shows all but those between two that are not available.
  const isPoint = (n: number) => points[n] !== null && (few || (!points[n - 1] && !points[n + 1]));
  const at = points.filter((_, n) => isPoint(n)) as [number, number][];
  const radius = few ? (layout.max - layout.min <= WIDE_NIGHTS ? 3 : 2) : 1;
  return [
    { kind: 'curve', points, color, width: few ? 1.5 : 1, dash },
    { kind: 'points', form, at, radius, color },
  ];
}
