import { Portal, Tooltip, useTooltip } from '@chakra-ui/react';
import { useEffect, useEffectEvent } from 'react';
import { TOOLTIP } from './tooltipId.ts';

const CONTENT = `${TOOLTIP}-content`;

/** What an element with a tooltip (Tooltip.tsx) passes on, by the name of the event in the document. */
const HANDLERS = {
  pointerover: 'onPointerOver',
  pointermove: 'onPointerMove',
  pointerout: 'onPointerLeave',
  pointercancel: 'onPointerCancel',
  pointerdown: 'onPointerDown',
  click: 'onClick',
  focusin: 'onFocus',
  focusout: 'onBlur',
} as const;

/** Whether the pointer only moves to another part of the same element. */
const isWithin = (event: Event, element: Element) =>
  event.type === 'pointerout' && element.contains((event as PointerEvent).relatedTarget as Node | null);

/** The tooltip of the page, above the element that the pointer or the focus is on. */
export function TooltipRegion() {
  const tooltip = useTooltip({
    id: TOOLTIP,
    ids: { trigger: (id) => id ?? '', content: CONTENT },
    openDelay: 300,
    closeDelay: 100,
    positioning: { placement: 'top' },
  });
  const { open, triggerValue } = tooltip;
  const element = triggerValue === null ? null : document.getElementById(triggerValue);

  const onEvent = useEffectEvent((event: Event) => {
    const target = event.target instanceof Element ? event.target.closest('[data-tooltip]') : null;
    if (target && !isWithin(event, target)) {
      const props = tooltip.getTriggerProps({ value: target.id }) as Record<
        string,
        ((event: Event) => void) | undefined
      >;
      props[HANDLERS[event.type as keyof typeof HANDLERS]]?.(event);
    } else if (open && !element?.isConnected) tooltip.setOpen(false);
  });
  useEffect(() => {
    const listener = (event: Event) => onEvent(event);
    // First of all listeners: a link of the router prevents what the browser would do, and the tooltip would stay.
    for (const name of Object.keys(HANDLERS)) document.addEventListener(name, listener, true);
    return () => {
      for (const name of Object.keys(HANDLERS)) document.removeEventListener(name, listener, true);
    };
  }, []);

  useEffect(() => {
    if (!open || !element) return;
    element.setAttribute('aria-describedby', CONTENT);
    return () => element.removeAttribute('aria-describedby');
  }, [open, element]);

  return (
    <Tooltip.RootProvider value={tooltip} lazyMount unmountOnExit>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{element?.dataset.tooltip}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.RootProvider>
  );
}
