import { Box, Text } from '@chakra-ui/react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { DateRange } from '../../lib/dateRange.tsx';
import { formatDate } from '../../lib/dates.ts';
import { modifierKey } from '../../lib/modifierKey.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { dateOf, dayOf } from '../../lib/nightRange.ts';
import { drawing } from './drawing.ts';
import { NightTooltip } from './NightTooltip.tsx';
import type { Drawing } from './usageDrawing.ts';
import { axisOf, movedRange, zoomed } from './usageRange.ts';
import { EDGES, type SceneContent } from './usageScene.ts';
import { spokenNight } from './usageText.ts';

interface Props {
  content: SceneContent;
  onView: (view: DateRange) => void;
  /** Opens a night. */
  onNight: (date: string) => void;
  /** Gets the drawing once it is there, for a picture of it. */
  onDrawing: (drawing: Drawing | null) => void;
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
};
/** Whether the user has fingers instead of a pointer with a wheel. */
const isTouch = () => window.matchMedia('(pointer: coarse)').matches;

/** A pointer that moved further has dragged. */
const CLICK_PIXELS = 5;

const FACTORS: Record<string, number> = { '+': 0.5, '=': 0.5, '-': 2 };

/**
 * The charts. As a slider over the nights: the arrow keys move a cursor, and a screen reader says each night. The
 * pointer moves the same cursor. A click, or Enter, opens the night of the cursor.
 */
export function UsageCanvas({ content, onView, onNight, onDrawing }: Props) {
  const { t } = useTranslation('usage');
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Drawing>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const pressed = useRef<{ x: number; y: number }>(null);
  const hint = useId();
  const code = usePart(drawing.load, true);
  const { view, limits, days, wanted } = content;

  const onMoved = useEffectEvent(onView);
  const begin = useEffectEvent((start: NonNullable<typeof code>['startDrawing']) => {
    drawn.current = start(canvas.current!, content, (moveTo) => onMoved(moveTo));
    onDrawing(drawn.current);
  });
  const end = useEffectEvent(() => {
    drawn.current?.end();
    drawn.current = null;
    onDrawing(null);
  });
  useEffect(() => {
    if (!code) return;
    begin(code.startDrawing);
    return () => end();
  }, [code]);
  useEffect(() => drawn.current?.show(content), [content]);

  const { min, max } = axisOf(view);
  const night = days.find(({ day }) => day === (cursor ?? dayOf(view.end)));
  const now = cursor ?? dayOf(view.end);

  function goTo(day: number) {
    const to = Math.max(dayOf(limits.start), Math.min(dayOf(limits.end), day));
    setCursor(to);
    if (to < min) onView(movedRange(view, to - dayOf(view.start), limits));
    if (to > max) onView(movedRange(view, to - dayOf(view.end), limits));
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ends: Record<string, number> = { Home: dayOf(view.start), End: dayOf(view.end) };
    if (key in STEPS) goTo(now + STEPS[key]!);
    else if (key in ends) goTo(ends[key]!);
    else if (key in FACTORS) onView(zoomed(view, FACTORS[key]!, limits, now));
    else if (key === 'Enter' || key === ' ') onNight(dateOf(now));
    else return;
    event.preventDefault();
  }
  function dayAt(event: MouseEvent): number | null {
    const box = event.currentTarget.getBoundingClientRect();
    const width = box.width - EDGES.left - EDGES.right;
    const day = Math.round(min + ((event.clientX - box.left - EDGES.left) / width) * (max - min));
    return day < min || day > max ? null : day;
  }
  function onPointer(event: PointerEvent) {
    // A drag moves the charts.
    if (event.type === 'pointermove' && event.buttons > 0) return setCursor(null);
    setCursor(dayAt(event));
  }
  function onPress(event: PointerEvent) {
    pressed.current = { x: event.clientX, y: event.clientY };
    onPointer(event);
  }
  function onClick(event: MouseEvent) {
    const { x, y } = pressed.current ?? { x: event.clientX, y: event.clientY };
    const day = Math.hypot(event.clientX - x, event.clientY - y) > CLICK_PIXELS ? null : dayAt(event);
    if (day !== null) onNight(dateOf(day));
  }

  return (
    <>
      <Box
        role="slider"
        tabIndex={0}
        aria-label={t('chart.label')}
        aria-describedby={hint}
        aria-valuemin={dayOf(limits.start)}
        aria-valuemax={dayOf(limits.end)}
        aria-valuenow={now}
        aria-valuetext={night ? spokenNight(t, night, wanted) : `${formatDate(dateOf(now))}. ${t('loading')}`}
        position="relative"
        height={{ base: '430px', lg: '470px' }}
        userSelect="none"
        onKeyDown={onKeyDown}
        onFocus={() => setCursor((before) => before ?? dayOf(view.end))}
        onBlur={() => setCursor(null)}
        onPointerMove={onPointer}
        onPointerDown={onPress}
        onClick={onClick}
        cursor="pointer"
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setCursor(null)}
        css={{
          // The plugin sets no touch action, and a finger could not scroll the page. Before it is drawn a canvas is 300 px wide.
          '& canvas': { touchAction: 'pan-y!', maxWidth: '100%' },
          '@media print': { height: 'auto', '& canvas': { height: 'auto!' } },
        }}
      >
        <canvas ref={canvas} aria-hidden="true" />
        {cursor !== null && cursor >= min && cursor <= max ? (
          <NightTooltip
            night={night?.day === cursor ? night : null}
            share={(cursor - min) / (max - min)}
            wanted={wanted}
          />
        ) : null}
      </Box>
      <Text id={hint} className="no-print" color="fg.muted" textStyle="xs" mt="1">
        {isTouch() ? t('chart.touchHint') : t('chart.hint', { key: modifierKey() })}
      </Text>
    </>
  );
}
