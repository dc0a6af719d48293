import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { usePart } from '../lib/useLoaded.ts';

type ButtonProps = ComponentProps<'button'>;

/** What a part gets of the button that opens it. */
export interface ButtonOfPart {
  button: RefObject<HTMLButtonElement | null>;
  /** How the user asked for the part before it was there: the key, or `click`; null when they did not. */
  askedBy: string | null;
  /** Gives the button what makes it the button of the part. */
  onButton: (props: ButtonProps) => void;
}

/** The keys that open a menu at its first or its last item. */
const OPENING = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);

/**
 * Returns the attributes of a button whose menu or popover is a part: loaded at the first sign of the user (usePart), it
 * then gives the button its events and attributes. A click or a key that comes first opens it as soon as it is there.
 *
 *   const { part, button, ofButton } = usePartButton(loadItems, 'menu');
 *   <Button {...button}>…</Button>
 *   {part ? <part.UserMenuItems ofButton={ofButton} /> : null}
 */
export function usePartButton<T>(load: () => Promise<T>, opens: 'menu' | 'dialog') {
  const button = useRef<HTMLButtonElement>(null);
  const [askedBy, setAskedBy] = useState<string | null>(null);
  const [ofPart, setOfPart] = useState<ButtonProps>({});
  const part = usePart(load, askedBy !== null);
  const ofButton: ButtonOfPart = { button, askedBy, onButton: setOfPart };
  return {
    part,
    ofButton,
    button: {
      ref: button,
      'aria-haspopup': opens,
      'aria-expanded': false,
      onClick: () => setAskedBy('click'),
      onKeyDown: (event: KeyboardEvent) => {
        if (opens !== 'menu' || !OPENING.has(event.key)) return;
        // Neither the click of Enter and the space bar nor the scrolling of an arrow.
        event.preventDefault();
        setAskedBy(event.key);
      },
      ...ofPart,
    },
  };
}

/** What the button received before its part was there, as the part's own events. */
interface Received {
  onFocus?: () => void;
  onKeyDown?: (event: globalThis.KeyboardEvent) => void;
}

interface Opening {
  open: boolean;
  setOpen: (open: boolean) => void;
  getTriggerProps: () => ButtonProps;
}

/** Makes the button of a part (usePartButton) the trigger of the part's menu or popover. */
export function useGivenButton({ button, askedBy, onButton }: ButtonOfPart, opening: Opening): void {
  const { open, setOpen, getTriggerProps } = opening;
  const giveButton = useEffectEvent(() => {
    const props = getTriggerProps();
    // Without its content there is nothing that the button controls.
    onButton(open ? props : { ...props, 'aria-controls': undefined });
  });
  useLayoutEffect(() => giveButton(), [open]);
  // What the button got before its part was there.
  const begin = useEffectEvent(() => {
    const { onFocus, onKeyDown } = getTriggerProps() as Received;
    if (document.activeElement === button.current) onFocus?.();
    if (askedBy && OPENING.has(askedBy)) onKeyDown?.(new window.KeyboardEvent('keydown', { key: askedBy }));
    else if (askedBy) setOpen(true);
  });
  useEffect(() => begin(), []);
}

/**
 * Returns what a click on an item of a menu does: the button has the focus again before `act` opens a dialog, which returns
 * the focus to it.
 */
export const fromButton =
  ({ button }: ButtonOfPart, act: () => void) =>
  () => {
    // The menu takes the focus in the frame after the pointer came to the item.
    requestAnimationFrame(() => {
      button.current?.focus();
      act();
    });
  };
