import { Box } from '@chakra-ui/react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { COLUMN_WIDTH } from '#rules/table-preferences/table-preferences';

/** Pixels of one press of an arrow key. */
const STEP = 16;
const { min, max } = COLUMN_WIDTH;

const within = (width: number) => Math.round(Math.min(max, Math.max(min, width)));

/**
 * The handle at the end of a column's header: it is dragged, or moved by the arrow keys, Home and End; a double click lets
 * the width follow the content again. Part of DataTable.
 */
export function WidthHandle(props: {
  column: string;
  /** The chosen width; undefined when the width follows the content. */
  width: number | undefined;
  /** The width while it is dragged; null when that ends. */
  onDrag: (width: number | null) => void;
  onChange: (width: number | null) => void;
}) {
  const { t } = useTranslation('components');
  const { onDrag, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; width: number } | null>(null);
  const [measured, setMeasured] = useState<number>(min);
  const measure = () => box.current?.parentElement?.offsetWidth ?? min;
  const dragged = ({ clientX }: PointerEvent) => within(start.current!.width + clientX - start.current!.x);

  function onKeyDown(event: KeyboardEvent) {
    const from = props.width ?? measure();
    const next = { ArrowLeft: from - STEP, ArrowRight: from + STEP, Home: min, End: max }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // the region does not scroll
    onChange(within(next));
  }
  function endDrag(event: PointerEvent) {
    if (!start.current) return;
    const isMoved = event.clientX !== start.current.x;
    if (isMoved && event.type === 'pointerup') onChange(dragged(event));
    start.current = null;
    onDrag(null);
  }

  return (
    <Box
      ref={box}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('table.widthOf', { column: props.column })}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={props.width ?? within(measured)}
      tabIndex={0}
      className="no-print"
      position="absolute"
      top="0"
      bottom="0"
      insetEnd="0"
      w="2"
      cursor="col-resize"
      touchAction="none"
      borderEndWidth="1px"
      borderColor={{ base: 'transparent', _hover: 'border.emphasized', _focusVisible: 'teal.solid' }}
      css={{ 'th:hover > &, tr:hover > th > &': { borderColor: 'border.emphasized' } }}
      _focusVisible={{ outlineOffset: '-2px' }}
      onFocus={() => setMeasured(measure())}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onChange(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: measure() };
      }}
      onPointerMove={(event) => {
        if (start.current && event.clientX !== start.current.x) onDrag(dragged(event));
      }}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    />
  );
}
