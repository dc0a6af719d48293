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
  /** Whether the user asked for the part before it was there. */
  isWanted: boolean;
  /** Gives the button what makes it the button of the part. */
  onButton: (props: ButtonProps) => void;
}

/** The keys that open a menu, as a click does. */
const OPENING = new Set(['ArrowDown', 'ArrowUp']);

/**
 * Returns the attributes of a button whose menu or popover is a part: loaded at the first sign of the user (usePart), it
 * then gives the button its events and attributes. A click that comes first opens it as soon as it is there.
 *
 *   const { part, button, ofButton } = usePartButton(loadItems, 'menu');
 *   <Button {...button}>…</Button>
 *   {part ? <part.UserMenuItems {...ofButton} /> : null}
 */
export function usePartButton<T>(load: () => Promise<T>, opens: 'menu' | 'dialog') {
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [ofPart, setOfPart] = useState<ButtonProps>({});
  const part = usePart(load, isWanted);
  const ofButton: ButtonOfPart = { button, isWanted, onButton: setOfPart };
  return {
    part,
    ofButton,
    button: {
      ref: button,
      'aria-haspopup': opens,
      'aria-expanded': false,
      onClick: () => setWanted(true),
      onKeyDown: ({ key }: KeyboardEvent) => opens === 'menu' && OPENING.has(key) && setWanted(true),
      ...ofPart,
    },
  };
}

interface Opening {
  open: boolean;
  setOpen: (open: boolean) => void;
  getTriggerProps: () => ButtonProps;
}

/** Makes the button of a part (usePartButton) the trigger of the part's menu or popover. */
export function useGivenButton({ button, isWanted, onButton }: ButtonOfPart, opening: Opening): void {
  const { open, setOpen, getTriggerProps } = opening;
  const giveButton = useEffectEvent(() => {
    const props = getTriggerProps();
    // Without its content there is nothing that the button controls.
    onButton(open ? props : { ...props, 'aria-controls': undefined });
  });
  useLayoutEffect(() => giveButton(), [open]);
  // What the button got before its part was there.
  const begin = useEffectEvent(() => {
    if (isWanted) setOpen(true);
    else if (document.activeElement === button.current) (getTriggerProps().onFocus as (() => void) | undefined)?.();
  });
  useEffect(() => begin(), []);
}
